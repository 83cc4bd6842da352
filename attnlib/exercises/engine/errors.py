"""What a reader's code raised, and in which of the reader's own lines: no frame of this library is shown."""

from __future__ import annotations

import linecache
import re
import sysconfig
from pathlib import Path
from traceback import walk_tb

#: Characters kept of an error's text, which may hold a whole array.
LONGEST = 300
LONGEST_LINE = 100
_GUESS = "Entry by entry, axes must be equal or 1. Is one to be transposed, or is keepdims=True missing?"
_LIBRARY = Path(__file__).parents[2]
_INSTALLED = tuple(Path(sysconfig.get_path(name)) for name in ("stdlib", "platstdlib", "purelib", "platlib"))


def described(error: BaseException) -> str:
    """Say what was raised and in which line of the reader's code.

    Examples
    --------
    >>> described(ValueError("too few"))
    'It raises ValueError: too few'
    """
    text = f"It raises {type(error).__name__}"
    message = _message(error)
    if message:
        text += f": {message}"
    place = _place(error)
    return "\n".join(filter(None, [text, place, _plainly(message)]))


def _message(error: BaseException) -> str:
    try:
        text = str(error)
    except Exception:  # an error class of the reader's own may fail even at this
        return ""
    return text if len(text) <= LONGEST else text[:LONGEST] + " …"


def _plainly(message: str) -> str:
    """Say in plain words what NumPy says of shapes that don't go together; empty for anything else."""
    product = re.search(r"mismatch in its core dimension.*size (\d+) is different from (\d+)", message)
    if product:
        return (
            f"A product A @ B needs as many columns in A as rows in B; here they are {product[2]} and {product[1]}. "
            "Is one of them to be transposed?"
        )
    if "could not be broadcast together" in message:
        return _GUESS
    if "cannot reshape array of size" in message:
        return "Sizes written as numbers fit one input only: take them from x.shape, or leave one to reshape as -1."
    return ""


def without_guess(says: str) -> str:
    r"""Leave out the question about shapes, where the slip itself is known.

    Examples
    --------
    >>> without_guess(f"It raises ValueError\n{_GUESS}")
    'It raises ValueError'
    """
    return says.removesuffix("\n" + _GUESS)


def _place(error: BaseException) -> str:
    """Name the deepest line of the reader's own code."""
    own = [
        (frame.f_code, line)
        for frame, line in walk_tb(error.__traceback__)
        if _is_own(frame.f_code.co_filename)
    ]
    if not own:
        return ""
    code, number = own[-1]
    source = linecache.getline(code.co_filename, number).strip()  # IPython keeps its cells there as well
    if len(source) > LONGEST_LINE:
        source = source[:LONGEST_LINE] + " …"
    return f"in line {number} of {code.co_name}" + (f": {source}" if source else "")


def _is_own(filename: str) -> bool:
    if filename.startswith(("<frozen", "<__array")):
        return False
    path = Path(filename)
    return not any(path.is_relative_to(folder) for folder in (_LIBRARY, *_INSTALLED))
