"""Run a lesson once, in its own kernel, and prove its numbers on the way."""

from __future__ import annotations

import ast
import os
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbclient.util import ensure_async, run_sync

from tests.notebooks import proved
from tests.notebooks.instructions import Instruction, read_instructions
from tests.notebooks.slides import shows_explorer

ROOT = Path(__file__).resolve().parents[2]
# Another folder can be tested by the same rules: an instructor's own notebooks, or the toy this was tried with.
LESSONS = sorted(Path(os.environ.get("ATTNLIB_NOTEBOOKS", ROOT / "notebooks")).glob("*.ipynb"))
TIMEOUT = 120  # seconds for one cell; a lesson's slowest takes a few

# What the kernel needs to prove numbers and to follow instructions; names that no lesson uses.
_HELPER = f"""
import sys as __sys
__sys.path.append({str(ROOT)!r})
from tests.notebooks.hands import Hands as __Hands
from tests.notebooks.proved import flatten as __numbers
__sys.path.remove({str(ROOT)!r})
__hands = __Hands()
get_ipython().events.register("post_run_cell", lambda done: __shown(done.result))


def __shown(value):
    __hands.shown(value)
    __take_in_hand()


def __take_in_hand():
    if __hands.any:
        globals()["it"] = __hands.it


def __do(code):
    __hands.do(code, globals())
    __take_in_hand()
    return 0


def __so(claim):
    if type(claim).__name__ not in ("bool", "bool_"):
        raise TypeError(f"a claim is true or false, this one gave {{type(claim).__name__}}")
    return 0 if claim else 1
"""


@dataclass
class Run:
    """What one run of a notebook gave: the notebook with fresh outputs, and each number that isn't proved."""

    path: Path
    notebook: Any
    unproved: list[str] = field(default_factory=list)
    error: str | None = None
    n_proved: int = 0
    n_followed: int = 0
    n_claims: int = 0


def environment() -> dict[str, str]:
    """Return the environment of a test kernel: errors of callbacks are raised, warnings are seen, no colour."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    ours = {"ATTNLIB_RAISE_ERRORS": "1", "PYDEVD_DISABLE_FILE_VALIDATION": "1", "NO_COLOR": "1", "PATH": path}
    # The kernel of this environment, not one that the user's settings put before it.
    return {**os.environ, **ours, "JUPYTER_PREFER_ENV_PATH": "1"}


def read(path: Path) -> Any:
    """Read a notebook without any change to it."""
    return nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]


def run(path: Path, *, prove: bool = True) -> Run:
    """Run ``path`` from top to bottom; the file itself stays as it is.

    Each proof is evaluated after the code cells above it and before those below it.
    """
    notebook = read(path)
    client = NotebookClient(
        notebook,
        timeout=TIMEOUT,
        kernel_name="python3",
        coalesce_streams=True,
        extra_arguments=["--log-level=CRITICAL"],
        resources={"metadata": {"path": str(path.parent)}},
    )
    result = Run(path, notebook)
    run_sync(_run)(client, result, prove)
    return result


async def _run(client: NotebookClient, result: Run, prove: bool) -> None:
    async with client.async_setup_kernel(env=environment()):
        if prove:
            await _evaluate(client, [], define=True)
        code: list[str] = []  # what has been run so far
        later: tuple[int, str] | None = None  # an instruction that waits for the explorer below it
        cells = result.notebook.cells
        for index, cell in enumerate(cells):
            try:
                if cell.cell_type == "code":
                    code.append(cell.source)
                    await client.async_execute_cell(
                        cell, index, execution_count=client.code_cells_executed + 1
                    )
                    if later is not None:
                        await _prove(client, result, *later)
                    later = None
                elif prove and cell.cell_type == "markdown":
                    below = cells[index + 1] if index + 1 < len(cells) else None
                    if (
                        below is not None
                        and below.cell_type == "code"
                        and shows_explorer(below, above=code)
                        and any(one.kind == "do" for one in read_instructions(cell.source))
                    ):
                        later = index, cell.source
                    else:
                        await _prove(client, result, index, cell.source)
            except CellExecutionError as error:
                result.error = f"{_where(result.path, index)}: {error.ename}: {error.evalue}"
                return
        keys = [
            key
            for cell in result.notebook.cells
            if cell.cell_type == "markdown"
            for claim in proved.read_claims(cell.source)[0]
            if (key := claim.source) is not None
        ]
        missing = proved.source_keys_missing(result.notebook.cells, keys)
        result.unproved += [
            f"{result.path.name}: source '{key}' is not in the list of sources" for key in missing
        ]


async def _prove(client: NotebookClient, result: Run, index: int, text: str) -> None:
    claims, unproved = proved.read_claims(text)
    where = _where(result.path, index)
    result.unproved += [
        f"{where}: {number.text.strip()} has no proof (no <!--= expression --> or <!--source: key --> right behind it)"
        for number in unproved
    ]
    to_compute: list[Any] = [
        claim for claim in claims if claim.expression is not None and claim.problem is None
    ]
    to_compute += [one for one in read_instructions(text) if one.kind != "not replayed"]
    to_compute.sort(key=lambda one: one.position)  # a number is said of the explorer as the text has left it
    answers = await _evaluate(client, [_in_the_kernel(one) for one in to_compute])
    for one, answer in zip(to_compute, answers, strict=True):
        if isinstance(one, proved.Claim):
            problem = answer if isinstance(answer, str) else one.disagreement(answer)
            said = f"{one.text.strip()!r} <!--= {one.expression} -->"
        else:
            problem = answer if isinstance(answer, str) else "this is not so" if any(answer) else None
            said = f"<!--{one.kind}: {one.code} -->"
        if problem is not None:
            result.unproved.append(f"{where}: {said}: {problem}")
        elif isinstance(one, proved.Claim):
            result.n_proved += 1
        elif one.kind == "do":
            result.n_followed += 1
        else:
            result.n_claims += 1
    result.unproved += [
        f"{where}: <!--= {claim.expression} -->: {claim.problem}" for claim in claims if claim.problem
    ]


def _in_the_kernel(one: proved.Claim | Instruction) -> str:
    if isinstance(one, proved.Claim):
        return one.expression or ""
    return f"__do({one.code!r})" if one.kind == "do" else f"__so((\n{one.code}\n))"


def _where(path: Path, index: int) -> str:
    return f"{path.name}, cell {index + 1}"


async def _evaluate(
    client: NotebookClient, expressions: list[str], *, define: bool = False
) -> list[list[float] | str]:
    """Evaluate in the kernel, silently: no cell number is used and no name of the lesson is touched."""
    if not expressions and not define:
        return []
    message_id = await ensure_async(
        client.kc.execute(  # type: ignore[union-attr]
            _HELPER if define else "",
            silent=True,
            store_history=False,
            user_expressions={str(i): f"__numbers((\n{text}\n))" for i, text in enumerate(expressions)},
        )
    )
    reply = await client.async_wait_for_reply(message_id)
    content = (reply or {}).get("content", {})
    if content.get("status") != "ok":
        return [f"the kernel did not answer: {content}"] * len(expressions)
    return [_answer(content["user_expressions"][str(i)]) for i in range(len(expressions))]


def _answer(reply: dict[str, Any]) -> list[float] | str:
    if reply["status"] != "ok":
        return f"{reply['ename']}: {reply['evalue']}"
    text = reply["data"]["text/plain"].replace("inf", "1e999").replace("nan", "None")
    return [float("nan") if value is None else float(value) for value in ast.literal_eval(text)]
