"""Boxes of ipywidgets with the classes that frame/explorer.css lays out, and ways through a tree of them."""

from __future__ import annotations

from collections.abc import Iterator

import ipywidgets


def box(direction: str, role: str, *children: ipywidgets.Widget) -> ipywidgets.Box:
    """Put widgets into a flexible ``row`` or ``column`` with a role: ``bar``, ``stages``, ``stack`` or ``fill``."""
    made = ipywidgets.Box(children, layout=ipywidgets.Layout(display="flex", flex_flow=direction))
    made.add_class(f"attn-{role}")
    return made


def foot(narrator: ipywidgets.Widget, *beside: ipywidgets.Widget) -> ipywidgets.Box:
    """Put the narrator at an explorer's foot, with a control beside its first line."""
    layout = ipywidgets.Layout(display="grid", grid_template_columns="1fr auto")
    made = ipywidgets.Box((narrator, *beside), layout=layout)
    made.add_class("attn-foot")
    return made


def operator(text: str | ipywidgets.Label) -> ipywidgets.Label:
    """Write an operation between two stages."""
    label = ipywidgets.Label(text) if isinstance(text, str) else text
    label.add_class("attn-operator")
    return label


def classify(box: ipywidgets.Box, name: str, on: bool) -> None:
    """Give a box a class or take it away; in one order, so that the same look is the same state."""
    classes = sorted(({*box._dom_classes} - {name}) | ({name} if on else set()))
    if classes != list(box._dom_classes):
        box._dom_classes = tuple(classes)


def reveal(widget: ipywidgets.Widget, on: bool) -> None:
    """Show a widget or take it off the page; it stays where it is in the tree."""
    widget.layout.display = None if on else "none"


def tree(root: ipywidgets.Widget) -> Iterator[ipywidgets.Widget]:
    """Walk through a widget and all that it shows, in the order of the page."""
    yield root
    for child in getattr(root, "children", ()):
        yield from tree(child)
