"""The list of planted faults is read whole and still fits the code (whether tests notice them: ``make mutants``)."""

from __future__ import annotations

import re

import pytest

from tests.mutants import MUTANTS, ROOT, TESTS, Mutant, plant, source_of, witnesses

LIST = (ROOT / "tests" / "mutants.txt").read_text(encoding="utf-8")


def test_every_entry_of_the_list_is_read():
    assert len(MUTANTS) == len(re.findall(r"^[\w/.]+: .*\n-", LIST, re.MULTILINE)) >= 125
    modules = {mutant.module for mutant in MUTANTS}
    assert set(TESTS) <= modules
    assert all((ROOT / path).is_file() for module in modules for path in witnesses(module))
    assert all(mutant.text != mutant.instead for mutant in MUTANTS)
    assert len({mutant.what for mutant in MUTANTS}) == len(MUTANTS)


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.what)
def test_its_text_stands_once_in_the_code(mutant, tmp_path):
    copy = tmp_path / "copy.py"
    copy.write_text(source_of(mutant, ROOT).read_text(encoding="utf-8"), encoding="utf-8")
    plant(mutant, copy)
    assert mutant.instead in copy.read_text(encoding="utf-8")


def test_a_text_that_is_gone_is_an_error(tmp_path):
    (tmp_path / "empty.py").write_text("", encoding="utf-8")
    with pytest.raises(SystemExit, match=r"gone: 'x' stands 0 times in empty\.py"):
        plant(Mutant("gone", "steps", "x", "y"), tmp_path / "empty.py")


def test_every_floor_has_its_faults():
    floors = [mutant.module.partition("/")[0] for mutant in MUTANTS]
    assert sum(floor in ("meaning", "figures", "widgets") for floor in floors) >= 40
    assert set(floors) == {"maths", "meaning", "figures", "widgets"}
