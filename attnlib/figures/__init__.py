"""Pictures to keep, print and export (Matplotlib, without pyplot: no figure is left open, no setting is changed)."""

from __future__ import annotations

from attnlib.figures.matrix import MatrixDisplay, plot_matrix, plot_weights
from attnlib.figures.pipeline import PipelineDisplay, plot_pipeline, twin_png

__all__ = [
    "MatrixDisplay",
    "PipelineDisplay",
    "plot_matrix",
    "plot_pipeline",
    "plot_weights",
    "twin_png",
]
