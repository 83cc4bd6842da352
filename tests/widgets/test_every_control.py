"""Every control of every explorer to its minimum, its maximum and each option; and all that is shown stays true."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain, product
from typing import Any

import ipywidgets
import numpy as np
import pytest

import attnlib
from attnlib import self_attention, trace_attention
from attnlib.maths.explain import INPUTS, STAGES
from attnlib.maths.trace import AttentionTrace
from attnlib.meaning.matrix import MatrixPanel, matrix_panel
from attnlib.widgets import (
    BarsView,
    Explorer,
    HeadExplorer,
    LinesView,
    MatrixView,
    Slider,
    Stepper,
    presenting,
)
from attnlib.widgets.frame.boxes import tree
from attnlib.widgets.views.narrator import Narrator
from attnlib.widgets.views.plane import PlaneView
from tests.widgets.explorers import EXPLORERS, SUBJECTS, every, everything, shown
from tests.widgets.head_checks import check_heads
from tests.widgets.host import tell

Action = tuple[str, Callable[[], Any]]

explorers = pytest.mark.parametrize("make", EXPLORERS.values(), ids=EXPLORERS)

#: What a reader can't touch.
STILL = (Explorer, Narrator, PlaneView, BarsView, ipywidgets.Box, ipywidgets.Label)


def actions(control: Any) -> Iterator[Action]:
    """Everything that a reader can do with a control; each is looked up when it is done, for controls change others."""
    put = partial(setattr, control, "value")
    match control:
        case Slider() if control.values:
            yield from ((f"value {value}", partial(put, value)) for value in control.values)
        case Slider() | ipywidgets.BoundedIntText():
            yield from ((f"to its {bound}", partial(_to, control, bound)) for bound in ("min", "max"))
        case Stepper():
            yield from ((f"step {step}", partial(put, step)) for step in range(len(control.steps)))
        case ipywidgets.Dropdown():
            named = (option if isinstance(option, tuple) else (option, option) for option in control.options)
            yield from ((f"option {name}", partial(put, option)) for name, option in named)
        case ipywidgets.Checkbox():
            yield from ((f"{on}", partial(put, on)) for on in (False, True))
        case ipywidgets.Button():
            yield "pressed", control.click
        case ipywidgets.Text():
            texts = ("Mouse eats cheese", "one", "a b c d e f g h")
            yield from ((f"{text!r} typed", partial(put, text)) for text in texts)
        case LinesView():
            for query in (-1, *range(len(control.query_labels))):
                yield f"query {query}", partial(tell, control, {"type": "select", "query": query})
        case MatrixView():
            yield from _of_matrix(control) if control.row_labels else ()  # one that waits for its turn
        case _:
            pytest.fail(f"this test knows no way to use {control!r}")


def _of_matrix(view: MatrixView) -> Iterator[Action]:
    for last in (False, True):
        yield f"last cell: {last}", partial(_in_corner, view, last, {"type": "select"})
        for text in ("-1000", "1/3", "√2", "0") if view.editable else ():
            yield f"{text} typed", partial(_in_corner, view, last, {"type": "edit", "text": text})
    for last in (False, True) if view.pressable else ():
        yield f"last cell pressed: {last}", partial(_in_corner, view, last, {"type": "press"})
    for folded in (True, False) if view.foldable else ():
        yield f"folded {folded}", partial(tell, view, {"type": "fold", "folded": folded})


def _to(control: Any, bound: str) -> None:
    control.value = getattr(control, bound)


def _in_corner(view: MatrixView, last: bool, message: dict[str, Any]) -> None:
    rows, columns = view.shape
    tell(view, {**message, "row": rows - 1 if last else 0, "column": columns - 1 if last else 0})


def controls(explorer: Explorer) -> list[Any]:
    return [widget for widget in tree(explorer) if not isinstance(widget, STILL)]


def check(explorer: Explorer) -> None:
    """The trace follows from its inputs, and what is shown from the trace."""
    if isinstance(explorer, HeadExplorer):
        check_heads(explorer)
        return
    trace = explorer.trace
    made, names = (trace_attention, "QKV") if trace.X is None else (self_attention, INPUTS)
    again = made(*(trace.stage(name) for name in names), mask=trace.mask, scale=trace.scale)
    for name in STAGES:
        np.testing.assert_array_equal(trace.stage(name), again.stage(name), err_msg=name)
    sums = trace.weights.sum(axis=1)
    np.testing.assert_allclose(sums[trace.allowed.any(axis=1)], 1, atol=1e-15 * len(sums))
    for name in set(INPUTS) & set(explorer.state):
        assert explorer.state[name] == trace.stage(name).tolist()
    for view in shown(explorer):
        if isinstance(view, MatrixView) and view.title in (*INPUTS, *STAGES):
            panels = [matrix_panel(trace, view.title, digits=digits) for digits in (1, 2, 3)]
            assert any(_shows(view, panel) for panel in panels), view.title
    assert explorer.narrator.error == ""
    assert explorer.narrator.explanation
    assert explorer.narrator.reading


def _shows(view: MatrixView, panel: MatrixPanel) -> bool:
    return (view.texts, view.levels, view.row_labels, view.column_labels) == (
        tuple(chain.from_iterable(panel.texts)),
        tuple(chain.from_iterable(panel.levels)),
        panel.row_labels,
        panel.column_labels,
    )


def records(explorer: Explorer) -> tuple[AttentionTrace, ...]:
    """Give an explorer's trace, or those of its heads."""
    return explorer.trace.heads if isinstance(explorer, HeadExplorer) else (explorer.trace,)


def from_repr(explorer: Explorer) -> Any:
    names = {**vars(attnlib), **vars(attnlib.widgets), **SUBJECTS}
    return eval(repr(explorer), {"__builtins__": {"float": float}}, names)


@explorers
def test_every_control_leaves_all_that_is_shown_true(make) -> None:
    explorer = make()
    check(explorer)
    for control in controls(explorer):
        for _, do in actions(control):
            do()
            check(explorer)


@explorers
def test_reset_restores_the_first_state_exactly(make) -> None:
    explorer = make()
    first, state = everything(explorer), explorer.state
    for control in controls(explorer):
        for _, do in actions(control):
            do()
        explorer.reset()
        assert explorer.state == state, control
        assert everything(explorer) == first, control


@explorers
def test_repr_makes_the_same_explorer_anew(make) -> None:
    explorer = make()
    for control in controls(explorer):
        for _, do in actions(control):
            do()
    for kind in (LinesView, MatrixView, ipywidgets.Dropdown):  # and somewhere in between
        for control in every(explorer, kind):
            next(iter(actions(control)))[1]()
    again = from_repr(explorer)
    assert again.state == explorer.state
    assert repr(again) == repr(explorer)
    assert again.narrator.explanation == explorer.narrator.explanation
    for name, (one, other) in product(STAGES, zip(records(again), records(explorer), strict=True)):
        np.testing.assert_array_equal(one.stage(name), other.stage(name), err_msg=name)


@explorers
def test_every_created_widget_is_in_the_displayed_tree(make) -> None:
    made: list[Any] = []
    ipywidgets.Widget.on_widget_constructed(made.append)
    try:
        explorer = make()
        for control in controls(explorer):
            for _, do in actions(control):
                do()
    finally:
        ipywidgets.Widget.on_widget_constructed(None)
    parts = list(tree(explorer))
    theirs = [part.layout for part in parts] + [part.style for part in parts if hasattr(part, "style")]
    assert [widget for widget in made if widget not in parts + theirs] == []
    assert len(parts) == len({part.model_id for part in parts})


@explorers
def test_two_explorers_share_nothing(make) -> None:
    one, other = make(), make()
    before = everything(other)
    for control in controls(one):
        for _, do in actions(control):
            do()
    presenting(False)
    assert everything(other) == before
    assert not {part.model_id for part in tree(one)} & {part.model_id for part in tree(other)}


@explorers
def test_every_control_has_a_name(make) -> None:
    explorer = make()
    named = {"label", "description", "title"}
    nameless = [
        control
        for control in controls(explorer)
        if control in shown(explorer) and not any(getattr(control, word, "") for word in named)
    ]
    assert nameless == []


def test_a_control_that_the_test_does_not_know_fails_it() -> None:
    with pytest.raises(pytest.fail.Exception, match="no way to use"):
        list(actions(ipywidgets.Textarea()))


def test_a_view_that_shows_something_else_fails_it() -> None:
    explorer = next(iter(EXPLORERS.values()))()
    view = next(every(explorer, MatrixView))
    view.texts = ("9", *view.texts[1:])
    with pytest.raises(AssertionError):
        check(explorer)
