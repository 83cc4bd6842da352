from __future__ import annotations

import base64
import gc
import io
import statistics
import time
import weakref
from typing import Any

import ipywidgets
import pytest
from ipywidgets.widgets import widget as widget_module
from PIL import Image

from attnlib.maths.attention import self_attention
from attnlib.maths.explain import INPUTS
from attnlib.widgets import (
    Explorer,
    MatrixView,
    ProjectionExplorer,
    Slider,
    StepExplorer,
    Stepper,
    presenting,
)
from attnlib.widgets.frame.boxes import tree
from attnlib.widgets.frame.explorer import _literal
from tests.traces import cat, mouse
from tests.widgets.explorers import EXPLORERS, every
from tests.widgets.host import tell

explorers = pytest.mark.parametrize("make", EXPLORERS.values(), ids=EXPLORERS)
VIEW = "application/vnd.jupyter.widget-view+json"


# Errors


class Failing(Explorer):
    """A box to tick and a button, and both fail."""

    def __init__(self) -> None:
        super().__init__(name="fails")
        self.box, self.button = ipywidgets.Checkbox(), ipywidgets.Button()
        self.box.observe(self.heard(self._fail), names="value")
        self.button.on_click(self.guarded(lambda _button: self._fail()))
        self.children = (self.box, self.button, self.narrator)

    def _fail(self) -> None:
        raise KeyError("lost")


def test_an_error_of_a_callback_is_shown_and_under_test_raised() -> None:
    explorer = Failing()
    with pytest.raises(KeyError, match="lost"):
        explorer.box.value = True
    assert explorer.narrator.error == "KeyError: 'lost'"


def test_an_error_behind_a_button_is_shown_though_ipywidgets_swallows_it() -> None:
    explorer = Failing()
    explorer.button.click()
    assert explorer.narrator.error == "KeyError: 'lost'"


@pytest.mark.parametrize("setting", [None, ""])
def test_for_a_reader_an_error_is_only_shown(monkeypatch, setting) -> None:
    monkeypatch.delenv("ATTNLIB_RAISE_ERRORS")
    if setting is not None:
        monkeypatch.setenv("ATTNLIB_RAISE_ERRORS", setting)
    explorer = Failing()
    explorer.box.value = True
    assert explorer.narrator.error == "KeyError: 'lost'"


def test_the_next_thing_the_reader_does_takes_the_error_away(monkeypatch) -> None:
    monkeypatch.delenv("ATTNLIB_RAISE_ERRORS")
    explorer = Failing()
    explorer.box.value = True
    explorer.guarded(lambda: None)()
    assert explorer.narrator.error == ""


@explorers
def test_a_message_that_no_view_understands_is_shown(make, monkeypatch) -> None:
    monkeypatch.delenv("ATTNLIB_RAISE_ERRORS")
    explorer = make()
    for part in tree(explorer):
        if hasattr(part, "on_error") and part is not explorer.narrator and part.on_error:
            explorer.narrator.error = ""
            tell(part, {"type": "nonsense"})
            assert "doesn't understand" in explorer.narrator.error


def test_what_is_set_quietly_is_not_heard() -> None:
    explorer, heard = Failing(), []
    observer = explorer.heard(lambda: heard.append(1))
    observer(None)
    with explorer.quietly():
        observer(None)
        with explorer.quietly():
            observer(None)
        observer(None)
    observer(None)
    assert len(heard) == 2


def test_an_error_inside_leaves_the_ear_open() -> None:
    explorer, heard = Failing(), []
    with pytest.raises(ValueError, match="slip"), explorer.quietly():
        raise ValueError("slip")
    explorer.heard(lambda: heard.append(1))(None)
    assert heard == [1]


# What stays where nothing runs


def change(explorer: Explorer) -> None:
    """Do the first thing that a reader can do to the numbers."""
    for kind in (Stepper, Slider, ipywidgets.Dropdown):
        for control in every(explorer, kind):
            listed = control.options if kind is ipywidgets.Dropdown else getattr(control, "values", ())
            control.value = (listed or (control.value + 1,))[-1 if kind is ipywidgets.Dropdown else 0]
            return
    next(view for view in every(explorer, MatrixView) if view.editable).edit(0, 0, "1/3")


@explorers
def test_its_bundle_holds_the_live_view_a_picture_and_the_numbers(make) -> None:
    explorer = make()
    data, metadata = explorer._repr_mimebundle_()
    assert data[VIEW]["model_id"] == explorer.model_id
    picture = Image.open(io.BytesIO(base64.b64decode(data["image/png"])))
    assert picture.width > 300
    assert metadata["image/png"]["width"] > 300
    assert "object at 0x" not in data["text/plain"]
    assert len(data["text/plain"].splitlines()) > 5


@explorers
def test_its_picture_and_its_text_show_the_selected_cell_and_why_it_holds_its_number(make) -> None:
    explorer = make()
    said = explorer.narrator.explanation
    if explorer.state["selected"] is None:
        said = ""
    assert said in explorer._numbers()
    display = explorer._figure().plot()
    assert said in display._repr_mimebundle_()[0]["text/plain"]
    assert not said or any(matrix.marks for matrix in display.matrices_.values())


@explorers
def test_its_text_is_the_same_from_run_to_run_and_follows_the_state(make) -> None:
    one, other = make(), make()
    first = one._numbers()
    assert first == one._numbers() == other._numbers()
    change(one)
    assert one._numbers() != first
    one.reset()
    assert one._numbers() == first


def test_the_picture_follows_the_state() -> None:
    explorer = ProjectionExplorer(mouse())
    before = explorer._repr_mimebundle_()[0]["image/png"]
    explorer.preset("W_Q", "identity")
    assert explorer._repr_mimebundle_()[0]["image/png"] != before


@pytest.mark.parametrize(("name", "start"), [("a.png", b"\x89PNG"), ("a.svg", b"<?xml"), ("a.pdf", b"%PDF")])
def test_it_is_saved_as_a_picture(tmp_path, name, start) -> None:
    StepExplorer(mouse()).save(tmp_path / name)
    assert (tmp_path / name).read_bytes().startswith(start)
    ProjectionExplorer(mouse()).save(str(tmp_path / name))


@pytest.mark.parametrize("name", ["a.gif", "a", "a.PNG.txt"])
def test_another_ending_is_refused(tmp_path, name) -> None:
    with pytest.raises(ValueError, match=r"add \.png, \.svg or \.pdf|written as \.png, \.svg or \.pdf"):
        StepExplorer(mouse()).save(tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_a_missing_folder_is_named(tmp_path) -> None:
    with pytest.raises(FileNotFoundError, match="there is no folder"):
        StepExplorer(mouse()).save(tmp_path / "missing" / "a.png")


@pytest.mark.parametrize(
    "value", [1.5, "a'b", True, [[0.5, float("-inf")], [True]], ("Mouse", "f1"), None, float("inf")]
)
def test_a_plain_value_is_written_so_that_python_reads_it_back(value: Any) -> None:
    assert eval(_literal(value), {"__builtins__": {"float": float}}) == value


# Letting go


def open_widgets() -> int:
    return len(widget_module._instances)


@explorers
def test_closing_lets_go_of_all_that_it_was_made_of(make) -> None:
    make().close()  # what is made once, on first use, is made
    gc.collect()
    before = open_widgets()
    explorer = make()
    parts = [weakref.ref(part) for part in tree(explorer)]
    explorer.close()
    assert open_widgets() == before
    del explorer
    gc.collect()
    assert [part() for part in parts if part() is not None] == []


def test_closing_twice_and_presenting_afterwards_harms_nobody() -> None:
    explorer = StepExplorer(mouse())
    explorer.close()
    explorer.close()
    presenting()
    presenting(False)
    assert "attn-presenting" not in explorer._dom_classes


@explorers
def test_a_closed_explorer_keeps_its_trace_and_its_state(make) -> None:
    explorer = make()
    said, trace = repr(explorer), explorer.trace
    explorer.close()
    assert repr(explorer) == said
    assert explorer.trace is trace


def test_a_thousand_steps_leave_nothing_behind() -> None:
    explorer = ProjectionExplorer(mouse())

    def step(times: int) -> None:
        for place in range(times):
            explorer.board.cell.value = (place % 7) / 4
        gc.collect()

    step(20)
    widgets, objects = open_widgets(), len(gc.get_objects())
    step(1000)
    assert open_widgets() == widgets
    assert len(gc.get_objects()) - objects < 100


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: ProjectionExplorer(mouse(), mask="casual"),
        lambda: ProjectionExplorer(mouse(), view="lines and planes"),
        lambda: ProjectionExplorer(mouse(), selected=("weights", "Dog", 0)),
        lambda: ProjectionExplorer(mouse(), seed=-1),
        lambda: ProjectionExplorer(mouse(), mask=[[True]] * 4),
        lambda: StepExplorer(mouse(), step="stretch"),
        lambda: StepExplorer(mouse(), selected=(7, 7)),
    ],
)
def test_a_refused_explorer_leaves_no_widget_behind(wrong) -> None:
    before = open_widgets()
    with pytest.raises(ValueError, match=r"\w+: "):
        wrong()
    assert open_widgets() == before


# What a step costs


def test_a_step_costs_the_kernel_little_more_than_attention_and_its_panels() -> None:
    """Compared with work of the same kind on the same machine; in milliseconds it is measured by `make bench`."""
    trace = cat()
    explorer = ProjectionExplorer(trace)

    def baseline() -> None:
        for _ in range(10):
            self_attention(*(trace.stage(name) for name in INPUTS), tokens=trace.tokens)

    def step(place: int) -> None:
        explorer.board.cell.value = (place % 9) / 4 - 1

    def cost(work, *arguments: Any) -> float:
        start = time.process_time()
        work(*arguments)
        return time.process_time() - start

    pairs = [(cost(step, place), cost(baseline)) for place in range(200)]
    ratio = statistics.median(one for one, _ in pairs) / statistics.median(other for _, other in pairs)
    assert ratio < 5, f"a step costs as much as {10 * ratio:.0f} computations of attention"
