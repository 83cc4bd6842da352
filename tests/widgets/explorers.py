"""Every public explorer, and ways through what it is made of. A new explorer is one line of `EXPLORERS`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import ipywidgets
import numpy as np

from attnlib import MultiHeadAttention, causal_mask, self_attention
from attnlib.maths.trace import AttentionTrace
from attnlib.widgets import (
    ByHand,
    Explorer,
    HeadExplorer,
    MaskExplorer,
    ProjectionExplorer,
    ScalingExplorer,
    StepExplorer,
)
from attnlib.widgets.frame.boxes import tree
from tests.traces import cat, dogs, mouse, numbers


def large() -> AttentionTrace:
    """Give the largest trace that an explorer shows, with a long name, markup and letters from the right."""
    names = ["<b>x</b>", "extraordinarily", "שלום", "注意力", "e", "f", "g", "h"]
    W_Q, W_K, W_V = (numbers(4, 4, seed) for seed in (1, 2, 3))
    return self_attention(numbers(8, 4), W_Q, W_K, W_V, tokens=names, mask=causal_mask(8))


def many_heads() -> tuple[MultiHeadAttention, np.ndarray]:
    """Give as many heads, tokens and features as the explorer of heads shows; two heads share their keys."""
    W = [numbers(16, 16, 4), numbers(16, 8, 5), numbers(16, 8, 6), numbers(16, 16, 7)]
    return MultiHeadAttention(*(matrix / 4 for matrix in W), n_heads=8, n_kv_heads=4), numbers(8, 16, 8)


EXPLORERS: dict[str, Callable[[], Explorer]] = {
    "projections of mouse": lambda: ProjectionExplorer(mouse()),
    "projections of dogs, values": lambda: ProjectionExplorer(
        dogs(), view="values and outputs", projection="W_V"
    ),
    "projections of cat, causal": lambda: ProjectionExplorer(
        cat(), mask="causal", selected=("weights", "cat", 0)
    ),
    "projections, as large as can be": lambda: ProjectionExplorer(large()),
    "heads drawn by lot": lambda: HeadExplorer(silenced=[1], picture="lines"),
    "heads, as many as can be": lambda: HeadExplorer(
        *many_heads(),
        tokens=["<b>x</b>", "extraordinarily", "שלום", "注意力", "e", "f", "g", "h"],
        names=[f"name {i}" for i in range(8)],
        head=3,
        matrix="W_V",
        edits=[("W_K", 0, 0, 1.5)],
    ),
    "masks of the cat": lambda: MaskExplorer(selected=("weights", "cat", 0)),
    "masks, as many as can be": lambda: MaskExplorer(
        "<b>x</b> extraordinarily שלום 注意力 e f g h",
        prefix=2,
        window=3,
        padding=1,
        toggled=[(0, 0)],
        changed=7,
        leak=True,
    ),
    "scaling": lambda: ScalingExplorer(scale="none"),
    "scaling of many keys": lambda: ScalingExplorer(1024, n_keys=64, seed=1, selected=("jacobian", 0, 0)),
    "scores of mouse by hand": lambda: ByHand("scores", mouse(), filled=[(0, 1, "4"), (1, 1, "2")]),
    "mask of mouse by hand": lambda: ByHand("masked", mouse(), selected=("Eats", "Cheese"), worked=True),
    "steps of mouse": lambda: StepExplorer(mouse(), step="normalise", selected=("Mouse", "Eats")),
}

#: What ``repr`` may name beside attnlib's own words.
SUBJECTS: dict[str, Any] = {"trace": mouse(), **dict(zip(("attend", "X"), many_heads(), strict=True))}


def every(explorer: Explorer, kind: type) -> Iterator[Any]:
    """Walk through an explorer's widgets of one kind, in the order of the page."""
    return (widget for widget in tree(explorer) if isinstance(widget, kind))


def shown(root: ipywidgets.Widget) -> Iterator[ipywidgets.Widget]:
    """Walk through the widgets that are on the page: neither they nor a box around them is taken off it."""
    if root.layout.display != "none":
        yield root
        for child in getattr(root, "children", ()):
            yield from shown(child)


def everything(explorer: Explorer) -> list[dict[str, Any]]:
    """Give all that the page shows of an explorer: each widget's state and how it is laid out."""
    return [{**widget.get_state(), **widget.layout.get_state()} for widget in shown(explorer)]
