"""Calls a reader's function so that nothing it does can harm: copies in, one deadline, output kept short."""

from __future__ import annotations

import contextlib
import copy
import ctypes
import inspect
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from attnlib.exercises.engine.capturing import Printed, keep, quiet
from attnlib.exercises.engine.errors import described
from attnlib.exercises.engine.reading import Unreadable, as_arrays
from attnlib.exercises.exercise import Case

#: Seconds that all calls of one check may take together; every right answer needs some milliseconds.
DEADLINE = 0.7


class _TooSlow(BaseException):
    """Raised inside the reader's function when its time is over; no ``except Exception`` of theirs stops it."""


@dataclass(frozen=True)
class Run:
    """What came of one call: arrays, or the word for what went wrong and a sentence about it."""

    arrays: tuple[np.ndarray[Any, Any], ...] = ()
    slip: str | None = None
    says: str = ""
    printed: str = ""
    modified: bool = False


def run_all(function: Callable[..., Any], cases: Sequence[Case], *, seconds: float = DEADLINE) -> list[Run]:
    """Call a reader's function on copies of each case's arguments.

    Parameters
    ----------
    function : callable
        The reader's.
    cases : sequence of Case
    seconds : float
        How long all calls together may take. The function is stopped then, wherever it is in Python code.

    Returns
    -------
    list of Run
        One for each case, but none after a case that took too long. Words for what stops a run: ``too_slow``,
        ``raises``, ``not_written``, ``wrong_parameters``, ``returns_none``, ``not_numbers``, ``too_large``.

    Examples
    --------
    >>> run_all(lambda x: x + 1, [Case("adds", (np.array([1.0]),))])[0].arrays
    (array([2.]),)
    >>> run_all(lambda x: 1 / 0, [Case("adds", (1,))])[0].slip
    'raises'
    """
    runs: list[Run] = []
    printed = Printed()

    def work() -> None:
        keep(printed)
        with contextlib.suppress(_TooSlow), np.errstate(all="ignore"):
            for case in cases:
                runs.append(_one(function, case, printed))

    worker = threading.Thread(target=work, daemon=True)
    # redirected from here and not in the worker, which may never come back to put things right
    with quiet():
        worker.start()
        try:
            worker.join(seconds)
        finally:
            stopped = _stop(worker)
    done = list(runs)
    if len(done) < len(cases):
        done.append(_too_slow(seconds, stopped, printed.take()))
    return done


def _one(function: Callable[..., Any], case: Case, printed: Printed) -> Run:
    arguments, named = copy.deepcopy((case.arguments, dict(case.named)))
    try:
        if (refused := _refused(function, arguments, named)) is not None:
            return Run(slip="wrong_parameters", says=f"Your function takes {refused}.")
        value = function(*arguments, **named)
        modified = not _same((arguments, named), (case.arguments, dict(case.named)))
        arrays = as_arrays(value)
    except _TooSlow:
        raise
    except NotImplementedError:
        return Run(slip="not_written", says="There is nothing in it yet.", printed=printed.take())
    except BaseException as error:  # whatever the reader's code raises is shown, SystemExit included
        return Run(slip="raises", says=described(error), printed=printed.take())
    said = printed.take()
    if value is None:
        did = (
            "It prints its result; the last line must return it."
            if said
            else "It returns nothing. Is the last line a return?"
        )
        return Run(slip="returns_none", says=did, printed=said)
    if isinstance(arrays, Unreadable):
        return Run(slip=arrays.slip, says=arrays.says, printed=said)
    return Run(arrays=arrays, printed=said, modified=modified)


def _refused(function: Callable[..., Any], arguments: tuple[Any, ...], named: dict[str, Any]) -> str | None:
    """Return a function's parameters, if it can't be called so; None where it doesn't tell, as with some of NumPy's."""
    try:
        signature = inspect.signature(function)
    except (
        Exception
    ):  # whatever an object of the reader's own raises here; calling it will show what it can do
        return None
    try:
        signature.bind(*arguments, **named)
    except TypeError:
        return str(signature)
    return None


def _stop(worker: threading.Thread) -> bool:
    """Raise `_TooSlow` inside a thread that still runs; a call into compiled code is left to end by itself."""
    end = time.monotonic() + 0.05
    while worker.is_alive() and worker.ident is not None and time.monotonic() < end:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(worker.ident), ctypes.py_object(_TooSlow))
        worker.join(0.01)
    return not worker.is_alive()


def _too_slow(seconds: float, stopped: bool, printed: str) -> Run:
    says = f"It was still running after {seconds:g} s. Is there a loop that never ends?"
    if not stopped:
        says += " It can't be stopped from here: restart the kernel before you go on."
    return Run(slip="too_slow", says=says, printed=printed)


def _same(after: Any, before: Any) -> bool:
    if isinstance(before, np.ndarray):
        return isinstance(after, np.ndarray) and np.array_equal(
            after, before, equal_nan=before.dtype.kind == "f"
        )
    if isinstance(before, (tuple, list)):
        return len(after) == len(before) and all(map(_same, after, before))
    if isinstance(before, dict):
        return after.keys() == before.keys() and all(_same(after[key], before[key]) for key in before)
    return bool(after == before)
