from __future__ import annotations

import gc
import weakref

import pytest

from attnlib.widgets import StepExplorer, presenting
from attnlib.widgets.frame.presentation import presentation
from tests.traces import mouse


@pytest.fixture(autouse=True)
def _off():
    yield
    presenting(False)


def large(explorer: StepExplorer) -> bool:
    return "attn-presenting" in explorer._dom_classes


def test_the_switch_reaches_explorers_there_are_and_explorers_to_come() -> None:
    before = StepExplorer(mouse())
    assert not large(before)
    presenting()
    after = StepExplorer(mouse())
    assert large(before)
    assert large(after)
    presenting(False)
    assert not large(before)
    assert not large(after)


def test_twice_on_is_on() -> None:
    explorer = StepExplorer(mouse())
    presenting()
    presenting()
    assert explorer._dom_classes.count("attn-presenting") == 1
    presenting(False)
    assert not large(explorer)


def test_it_changes_nothing_but_the_type() -> None:
    explorer = StepExplorer(mouse())
    state = explorer.state
    presenting()
    assert explorer.state == state


@pytest.mark.parametrize("on", [1, "on", None])
def test_only_yes_or_no_will_do(on) -> None:
    with pytest.raises(TypeError, match="on: needs True or False"):
        presenting(on)
    assert presentation.on is False


def test_the_switch_keeps_nobody_alive() -> None:
    class Follower:
        def present(self, on: bool) -> None: ...

    follower = Follower()
    presentation.follow(follower)
    gone = weakref.ref(follower)
    del follower
    gc.collect()
    assert gone() is None
    presenting()
