"""Floors 1 and 2 import NumPy, the standard library and each other, whatever the import contracts forget."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "attnlib"
LOWER = sorted(path for floor in ("maths", "examples", "meaning") for path in (PACKAGE / floor).rglob("*.py"))


def imported(source: str) -> set[str]:
    """Return the top-level names of the modules that ``source`` imports from outside its own package."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names.add((node.module or "").partition(".")[0])
    return names


@pytest.mark.parametrize("path", LOWER, ids=lambda path: path.relative_to(PACKAGE).with_suffix("").as_posix())
def test_a_lower_floor_needs_numpy_and_the_standard_library_only(path):
    foreign = imported(path.read_text(encoding="utf-8")) - sys.stdlib_module_names - {"numpy", "attnlib"}
    assert not foreign, f"{path.name} imports {', '.join(sorted(foreign))}"


def test_the_check_itself_sees_a_foreign_import():
    assert imported("def f():\n    from matplotlib import cm\n    import os.path") == {"matplotlib", "os"}


#: From below.
FLOORS = ("maths", "examples", "meaning", "figures", "exercises", "widgets")
TESTS = [path for floor in FLOORS for path in sorted((PACKAGE.parent / "tests" / floor).rglob("*.py"))]


@pytest.mark.parametrize(
    "path", TESTS, ids=lambda path: path.relative_to(PACKAGE.parent / "tests").as_posix()
)
def test_tests_of_a_floor_borrow_nothing_from_the_tests_of_one_above(path):
    floor = path.relative_to(PACKAGE.parent / "tests").parts[0]
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    borrowed = [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    above = {f"tests.{other}" for other in FLOORS[FLOORS.index(floor) + 1 :]}
    assert not [name for name in borrowed if ".".join(name.split(".")[:2]) in above]
