"""One sentence that says what a matrix shows, for the eye that skims and the ear that listens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from attnlib._format import short
from attnlib.explain import labels

if TYPE_CHECKING:
    from attnlib.trace import AttentionTrace

#: Weights closer than this read as equal: they print the same with two decimals.
_SAME = 0.005


def reading(trace: AttentionTrace) -> str:
    """Say in one sentence who looks at whom.

    Examples
    --------
    >>> from attnlib import examples
    >>> reading(examples.mouse_eats_cheese())
    'Mouse and Cheese look mostly at Eats (0.89); Eats takes an even blend of all 3 (0.33 each).'
    """
    groups: dict[str, list[str]] = {}
    for name, row in zip(trace.tokens, trace.weights.tolist(), strict=True):
        groups.setdefault(_predicate(row, trace.key_tokens), []).append(name)
    clauses = [f"{_and(names)} {_agree(says, len(names))}" for says, names in groups.items()]
    return "; ".join(clauses) + "." if clauses else "There is no query."


def stage_reading(trace: AttentionTrace, stage: str) -> str:
    """Say in one sentence what one stage or input shows."""
    if stage == "weights":
        return reading(trace)
    values = trace.stage(stage)
    finite = np.where(np.isfinite(values), values, -np.inf)
    if not np.isfinite(finite).any():
        return f"{stage} holds no finite number."
    place = int(np.argmax(finite))
    row, column = divmod(place, values.shape[-1])
    rows, columns = labels(trace, stage)
    text = f"Largest in {stage}: {short(float(values[row, column]))} at {rows[row]}, {columns[column]}"
    masked = int(np.isneginf(values).sum()) if stage == "masked" else 0
    return f"{text}; {masked} of {values.size} cells masked." if masked else f"{text}."


def _predicate(row: Sequence[float], keys: Sequence[str]) -> str:
    """Say what a query does, in the plural; `_agree` makes it singular."""
    largest = max(row, default=0.0)
    if largest == 0:
        return "attend to nothing"
    seen = [weight for weight in row if weight > 0]
    if len(row) == 1 or largest - min(row) < _SAME:
        return (
            f"take an even blend of all {len(row)} ({short(largest)} each)"
            if len(row) > 1
            else f"see only {keys[0]}"
        )
    top = [key for key, weight in zip(keys, row, strict=True) if largest - weight < _SAME]
    if len(seen) == len(top):
        return (
            f"see only {top[0]}"
            if len(top) == 1
            else f"take an even blend of {_and(top)} ({short(largest)} each)"
        )
    share = short(largest) if len(top) == 1 else f"{short(largest)} each"
    return f"look {'mostly' if largest > 0.5 else 'most'} at {_and(top)} ({share})"


def _agree(predicate: str, count: int) -> str:
    if count > 1:
        return predicate
    verb, rest = predicate.split(" ", 1)
    return f"{verb}s {rest}"


def _and(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
