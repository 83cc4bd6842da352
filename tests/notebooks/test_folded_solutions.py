"""A solution folded up in a lesson is code that passes the lesson's own check, and every exercise has one."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass

import pytest

from attnlib.exercises import check
from attnlib.exercises.catalogue import task
from attnlib.exercises.exercise import Exercise
from tests.notebooks import toys
from tests.notebooks.running import LESSONS, read

DETAILS = re.compile(r"<details>.*?</details>", re.DOTALL)
FENCE = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True)
class Checked:
    """A call of ``check(task, function)`` in a lesson, and in which cell."""

    cell: int
    task: str
    function: str


def checked(notebook):
    """Find the exercises that a lesson checks, each with the name of the reader's function."""
    for place, cell in enumerate(notebook.cells):
        if cell.cell_type == "code":
            for node in ast.walk(ast.parse(cell.source)):
                match node:
                    case ast.Call(args=[ast.Constant(value=str(name)), ast.Name(id=function)]):
                        called = ast.unparse(node.func).rpartition(".")[2]
                        if called == "check" and isinstance(task(name), Exercise):
                            yield Checked(place, name, function)


def folded(notebook):
    """Find the code that is folded up, by cell."""
    for place, cell in enumerate(notebook.cells):
        if cell.cell_type == "markdown":
            for details in DETAILS.findall(cell.source):
                yield from ((place, code) for code in FENCE.findall(details))


def solution_of(call, codes):
    """Choose the folded code that defines the checked function: the next below the check, or else the last above."""
    fitting = [(place, code) for place, code in codes if call.function in functions_in(code)]
    below = [code for place, code in fitting if place > call.cell]
    return below[0] if below else fitting[-1][1] if fitting else None


def functions_in(code):
    return {node.name for node in ast.parse(code).body if isinstance(node, ast.FunctionDef)}


def imports(notebook):
    """Give the names that the lesson's imports bring; nothing else of the lesson is run."""
    space: dict[str, object] = {}
    for cell in notebook.cells:
        if cell.cell_type == "code":
            body = [
                node for node in ast.parse(cell.source).body if isinstance(node, (ast.Import, ast.ImportFrom))
            ]
            exec(compile(ast.Module(body, []), "imports", "exec"), space)
    return space


def complaints(notebook):
    codes, names = list(folded(notebook)), imports(notebook)
    for call in checked(notebook):
        code = solution_of(call, codes)
        if code is None:
            yield f"{call.task}: no folded solution defines {call.function}"
            continue
        space = dict(names)
        exec(code, space)
        result = check(call.task, space[call.function])
        if not result.passed:
            yield f"{call.task}: the folded solution does not pass\n{result!r}"


def test_every_exercise_has_a_folded_solution_that_passes(lesson):
    assert not list(complaints(read(lesson)))


def test_there_are_solutions_to_run():
    # A finder that finds nothing would pass as well.
    found = {path.stem: sum(1 for _ in folded(read(path))) for path in LESSONS}
    assert found.get("11_bug_hunt", 0) >= 16


STUB = (
    "from attnlib.exercises import check\nimport numpy as np\n\n\ndef mine(x):\n    ...\n\n\ncheck('softmax', mine)",
)


def fold(code):
    return f"<details>\n<summary>A solution</summary>\n\n```python\n{code}\n```\n\n</details>"


RIGHT = fold(
    "def mine(x):\n    p = np.exp(x - x.max(-1, keepdims=True))\n    return p / p.sum(-1, keepdims=True)"
)
WRONG = fold("def mine(x):\n    return np.exp(x) / np.exp(x).sum()")


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        ((STUB, RIGHT), None),
        ((RIGHT, STUB), None),
        ((WRONG, STUB, RIGHT), None),
        ((STUB, WRONG), "does not pass"),
        ((STUB, "```python\ndef mine(x): pass\n```"), "no folded solution"),
        ((STUB,), "no folded solution"),
    ],
)
def test_a_solution_that_is_missing_or_wrong_is_told(cells, said):
    told = list(complaints(toys.notebook(*cells)))
    assert [said in text for text in told] == ([] if said is None else [True])
