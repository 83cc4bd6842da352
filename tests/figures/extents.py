"""Measures what was drawn, so that tests can say: nothing is cut, nothing overlaps."""

from __future__ import annotations

from itertools import combinations

from matplotlib.backends.backend_agg import FigureCanvasAgg


def text_boxes(display):
    """Return each visible text with its box in pixels of the figure, as drawn."""
    canvas = FigureCanvasAgg(display.figure_)
    canvas.draw()
    renderer = canvas.get_renderer()
    return [(text, text.get_window_extent(renderer)) for text in display.texts_ if text.get_text()]


def overlapping(display, *, allowed: float = 1.0):
    """Return pairs of texts whose boxes share more than ``allowed`` pixels both ways."""
    pairs = []
    for (one, a), (other, b) in combinations(text_boxes(display), 2):
        wide = min(a.x1, b.x1) - max(a.x0, b.x0)
        high = min(a.y1, b.y1) - max(a.y0, b.y0)
        if wide > allowed and high > allowed:
            pairs.append((one.get_text(), other.get_text()))
    return pairs


def cut(display):
    """Return the texts that reach out of the figure."""
    figure = display.figure_.bbox
    return [
        text.get_text()
        for text, box in text_boxes(display)
        if box.x0 < figure.x0 or box.x1 > figure.x1 or box.y0 < figure.y0 or box.y1 > figure.y1
    ]


def outside_their_cells(artists, display):
    """Return the texts of a matrix's cells that are wider or higher than their cell."""
    renderer = FigureCanvasAgg(display.figure_).get_renderer()
    to_pixels = display.ax_.transData
    found = []
    for texts, boxes in zip(artists.texts, artists.boxes, strict=True):
        for text, (left, top, width, height) in zip(texts, boxes, strict=True):
            (x0, y1), (x1, y0) = to_pixels.transform([(left, top), (left + width, top + height)])
            said = text.get_window_extent(renderer)
            if said.x0 < x0 or said.x1 > x1 or said.y0 < y0 or said.y1 > y1:
                found.append(text.get_text())
    return found
