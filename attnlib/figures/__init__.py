"""Pictures to keep, print and export (Matplotlib, without pyplot: no figure is left open, no setting is changed)."""

from __future__ import annotations

from attnlib.figures.bars import BarsDisplay, plot_bars
from attnlib.figures.by_hand import SheetDisplay, sheet
from attnlib.figures.grid import PanelsDisplay, plot_panels
from attnlib.figures.heads import HeadsDisplay, plot_heads
from attnlib.figures.lines import LinesDisplay, plot_lines
from attnlib.figures.matrix import MatrixDisplay, plot_matrix, plot_weights
from attnlib.figures.pipeline import PipelineDisplay, plot_pipeline, twin_png
from attnlib.figures.plane import PlaneDisplay, plot_plane
from attnlib.figures.rows import RowsDisplay
from attnlib.figures.scaling import ScalingDisplay

__all__ = [
    "BarsDisplay",
    "HeadsDisplay",
    "LinesDisplay",
    "MatrixDisplay",
    "PanelsDisplay",
    "PipelineDisplay",
    "PlaneDisplay",
    "RowsDisplay",
    "ScalingDisplay",
    "SheetDisplay",
    "plot_bars",
    "plot_heads",
    "plot_lines",
    "plot_matrix",
    "plot_panels",
    "plot_pipeline",
    "plot_plane",
    "plot_weights",
    "sheet",
    "twin_png",
]
