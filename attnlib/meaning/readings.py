"""One sentence that says what a matrix shows, for the eye that skims and the ear that listens."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from attnlib.maths import check
from attnlib.maths.explain import labels
from attnlib.maths.numbers import short
from attnlib.meaning.words import listed

if TYPE_CHECKING:
    from attnlib.maths.trace import AttentionTrace

#: Weights closer than this, and than a twentieth of the largest, read as equal.
_SAME, _SAME_SHARE = 0.005, 1 / 20

_SINGULAR = {"have": "has"}


def reading(trace: AttentionTrace) -> str:
    """Say in one sentence who looks at whom.

    Examples
    --------
    >>> from attnlib import examples
    >>> reading(examples.mouse_eats_cheese())
    'Mouse and Cheese look mostly at Eats (0.89); Eats takes an even blend of all 3 (0.33 each).'
    """
    check.one_sequence(trace.output.shape)
    groups: dict[str, list[str]] = {}
    for name, row in zip(trace.tokens, trace.weights.tolist(), strict=True):
        groups.setdefault(_predicate(row, trace.key_tokens), []).append(name)
    clauses = [f"{listed(names)} {_agree(says, len(names))}" for says, names in groups.items()]
    return "; ".join(clauses) + "." if clauses else "There is no query."


def row_reading(trace: AttentionTrace, row: int) -> str:
    """Say whom one query looks at, without a full stop.

    Examples
    --------
    >>> from attnlib import examples
    >>> row_reading(examples.mouse_eats_cheese(), 0)
    'Mouse looks mostly at Eats (0.89)'
    """
    return f"{trace.tokens[row]} {_agree(_predicate(trace.weights[row].tolist(), trace.key_tokens), 1)}"


def stage_reading(trace: AttentionTrace, stage: str) -> str:
    """Say in one sentence what one stage or input shows."""
    if stage == "weights":
        return reading(trace)
    values = trace.stage(stage)
    finite = np.isfinite(values)
    if not finite.any():
        return f"{stage} holds no finite number."
    row, column = divmod(int(np.where(finite, values, -np.inf).argmax()), values.shape[-1])
    rows, columns = labels(trace, stage)
    text = f"Largest in {stage}: {short(float(values[row, column]))} at {rows[row]}, {columns[column]}"
    masked = int(np.isneginf(values).sum()) if stage == "masked" else 0
    return f"{text}; {masked} of {values.size} cells masked." if masked else f"{text}."


def _predicate(row: Sequence[float], keys: Sequence[str]) -> str:
    """Say what a query does, in the plural; `_agree` makes it singular."""
    largest = max(row, default=0.0)
    if any(math.isnan(weight) for weight in row):
        return "have no weights (NaN)"
    if largest == 0:
        return "attend to nothing"
    close = min(_SAME, largest * _SAME_SHARE)
    top = [key for key, weight in zip(keys, row, strict=True) if largest - weight < close]
    if len(top) < sum(weight > 0 for weight in row):
        share = short(largest) if len(top) == 1 else f"{short(largest)} each"
        return f"look {'mostly' if largest > 0.5 else 'most'} at {listed(top)} ({share})"
    if len(top) == 1:
        return f"see only {top[0]}"
    return f"take an even blend of {f'all {len(row)}' if len(top) == len(row) else listed(top)} ({short(largest)} each)"


def _agree(predicate: str, count: int) -> str:
    if count > 1:
        return predicate
    verb, rest = predicate.split(" ", 1)
    return f"{_SINGULAR.get(verb, verb + 's')} {rest}"
