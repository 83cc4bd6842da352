from __future__ import annotations

import pytest

from tests.notebooks.conventions import RULES
from tests.notebooks.regenerate import faults
from tests.notebooks.running import read
from tests.notebooks.slides import shows_explorer


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_keeps_the_convention(lesson, rule):
    broken = list(rule(read(lesson), lesson))
    assert not broken, "\n".join([f"{lesson.name} ({rule.__doc__})", *broken])


def test_stored_outputs_may_be_published(lesson):
    assert not list(faults(read(lesson), lesson.name))


def test_a_fresh_run_gives_outputs_that_may_be_published(ran, lesson):
    assert not list(faults(ran(lesson).notebook, lesson.name))


def test_has_an_explorer_to_move(lesson):
    assert any(shows_explorer(cell) for cell in read(lesson).cells if cell.cell_type == "code")
