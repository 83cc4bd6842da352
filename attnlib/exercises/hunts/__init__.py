"""Bug hunts: real bugs, each in code of a few lines. One file a hunt; each exposes HUNT, and is found by itself.

``symptom(name, function)`` measures where the bug shows, ``reports()`` does so for every hunt; the mended function goes
to ``attnlib.exercises.check``.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from attnlib.exercises.exercise import Function
from attnlib.exercises.hunts.hunt import Hunt, Symptom
from attnlib.exercises.naming import named

__all__ = ["Hunt", "Reports", "Symptom", "all_hunts", "reports", "symptom"]


@cache
def all_hunts() -> dict[str, Hunt]:
    """Return every hunt by name, the easiest first."""
    modules = (import_module(f"{__name__}.{entry.name}") for entry in iter_modules(__path__))
    found = [module.HUNT for module in modules if hasattr(module, "HUNT")]
    return {hunt.name: hunt for hunt in sorted(found, key=lambda hunt: hunt.exercise.rank)}


def symptom(name: str, function: Function | None = None) -> Symptom:
    """Measure a function where the bug of a hunt shows.

    Parameters
    ----------
    name : str
        Of the hunt, as in `attnlib.exercises.check`.
    function : callable, optional
        Your version; without it, the one with the bug.

    Returns
    -------
    Symptom
        ``.seen``, ``.needed``, and whether it ``.shows``.

    Raises
    ------
    ValueError
        If there is no such hunt; the message names the nearest.

    Examples
    --------
    >>> symptom("hunt_axis")
    weights of one query over three keys: 1, 1, 1, needed 0.23, 0.63, 0.14 ✗
    """
    known = all_hunts()
    names = {name: name for name in known}
    chosen = named(name, names, kind="hunt", listed="attnlib.exercises.hunts.reports()")
    return known[chosen].symptom(function)


@dataclass(frozen=True, eq=False)
class Reports:
    """What was reported: for each hunt its headline, and the symptom as it is now in the code with the bug."""

    hunts: tuple[Hunt, ...]

    def __repr__(self) -> str:
        lines = []
        for hunt in self.hunts:
            lines += [f"{hunt.exercise.rank:2}  {hunt.title}", f"    {hunt.symptom()!r}"]
        return "\n".join(lines)


def reports() -> Reports:
    """Run every hunt's symptom on the code with the bug."""
    return Reports(tuple(all_hunts().values()))
