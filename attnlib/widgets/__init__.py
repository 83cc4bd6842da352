"""Live matrices: small views that place what they are given, and explorers made of them."""

from __future__ import annotations

from attnlib.widgets.by_hand.explorer import ByHand
from attnlib.widgets.frame.explorer import Explorer
from attnlib.widgets.frame.presentation import presenting
from attnlib.widgets.heads.explorer import HeadExplorer
from attnlib.widgets.masks.explorer import MaskExplorer
from attnlib.widgets.projection.explorer import ProjectionExplorer
from attnlib.widgets.scaling.explorer import ScalingExplorer
from attnlib.widgets.steps.explorer import StepExplorer
from attnlib.widgets.views.bars import BarsView
from attnlib.widgets.views.lines import LinesView
from attnlib.widgets.views.matrix import MatrixView
from attnlib.widgets.views.plane import PlaneView
from attnlib.widgets.views.slider import Slider
from attnlib.widgets.views.stepper import Stepper

__all__ = [
    "ByHand",
    "BarsView",
    "Explorer",
    "HeadExplorer",
    "LinesView",
    "MaskExplorer",
    "MatrixView",
    "PlaneView",
    "ProjectionExplorer",
    "ScalingExplorer",
    "Slider",
    "StepExplorer",
    "Stepper",
    "presenting",
]
