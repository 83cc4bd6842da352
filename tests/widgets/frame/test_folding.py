from __future__ import annotations

import pytest

from attnlib.widgets.frame.folding import Folding
from attnlib.widgets.views.matrix import MatrixView
from tests.widgets.host import tell


@pytest.fixture
def views() -> dict[str, MatrixView]:
    return {name: MatrixView(title=name) for name in "abc"}


def folded(views: dict[str, MatrixView]) -> str:
    return "".join(name for name, view in views.items() if view.folded)


def test_opening_one_folds_the_first_that_may_give_way(views) -> None:
    folding = Folding(views, dict.fromkeys("abc", 100), folded=10)
    folding.settle(210, folded="a")
    assert folded(views) == "a"
    assert all(view.foldable for view in views.values())
    tell(views["a"], {"type": "fold", "folded": False})
    assert folded(views) == "b"
    tell(views["b"], {"type": "fold", "folded": False})
    assert folded(views) == "a"


def test_what_has_room_stays_open(views) -> None:
    folding = Folding(views, dict.fromkeys("abc", 100), folded=10)
    folding.settle(300, folded="abc")
    for view in views.values():
        view.folded = False
    assert folded(views) == ""


def test_more_than_one_may_have_to_fold(views) -> None:
    folding = Folding(views, {"a": 50, "b": 50, "c": 100}, folded=10)
    folding.settle(120, folded="c")
    views["c"].folded = False
    assert folded(views) == "ab"


def test_what_is_hidden_takes_no_room(views) -> None:
    folding = Folding(views, dict.fromkeys("abc", 100), folded=10)
    folding.settle(200, folded="a", hidden="c")
    views["a"].folded = False
    assert folded(views) == ""


def test_settling_anew_undoes_what_the_reader_folded(views) -> None:
    folding = Folding(views, dict.fromkeys("abc", 100), folded=10)
    folding.settle(210, folded="a")
    views["a"].folded, views["c"].folded = False, True
    folding.settle(210, folded="a")
    assert folded(views) == "a"


def test_folding_opens_nothing(views) -> None:
    folding = Folding(views, dict.fromkeys("abc", 100), folded=10)
    folding.settle(210, folded="a")
    views["b"].folded = True
    assert folded(views) == "ab"
