"""Finds what a name stands for, or says in one line which names are near."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

#: Readers' own functions are called so in the lessons: ``my_softmax``.
_OWN = "my_"


def named(name: Any, known: Mapping[str, str], *, kind: str, listed: str) -> str:
    """Return what a name stands for.

    Parameters
    ----------
    name : str
        As a reader wrote it; ``my_`` in front is overlooked.
    known : mapping of str to str
        Every name that is understood, with what it stands for.
    kind, listed : str
        For the message: what there is none of, and where all are listed.

    Raises
    ------
    ValueError
        If it is none; the message names the nearest two or three.

    Examples
    --------
    >>> named("my_scaled_scores", {"scaling": "scaling", "scaled_scores": "scaling"}, kind="exercise", listed="names()")
    'scaling'
    """
    text = name if isinstance(name, str) else repr(name)
    for word in (text, text.removeprefix(_OWN)):
        if word in known:
            return known[word]
    near = get_close_matches(text.lower().removeprefix(_OWN), known, n=3, cutoff=0.5)
    also = f"did you mean {' or '.join(map(repr, near))}?" if near else f"{listed} lists them"
    raise ValueError(f"name: {text[:60]!r} is no {kind}; {also}")
