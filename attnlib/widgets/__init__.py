"""Live matrices: small views that place what they are given, and explorers made of them."""

from __future__ import annotations

from attnlib.widgets.bars_view import BarsView
from attnlib.widgets.by_hand import ByHand
from attnlib.widgets.explorer import Explorer
from attnlib.widgets.head_explorer import HeadExplorer
from attnlib.widgets.lines_view import LinesView
from attnlib.widgets.mask_explorer import MaskExplorer
from attnlib.widgets.matrix_view import MatrixView
from attnlib.widgets.plane_view import PlaneView
from attnlib.widgets.presentation import presenting
from attnlib.widgets.projection_explorer import ProjectionExplorer
from attnlib.widgets.scaling_explorer import ScalingExplorer
from attnlib.widgets.slider import Slider
from attnlib.widgets.step_explorer import StepExplorer
from attnlib.widgets.stepper import Stepper

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
