"""The numbers that typical slips give, each computed from the trace, with a word on what was done.

They are tried in order, the telling ones first.
"""

from __future__ import annotations

from collections.abc import Callable

from attnlib.maths.trace import AttentionTrace
from attnlib.meaning.by_hand.slip import Slips, of_place
from attnlib.meaning.by_hand.slips_of_scores import of_masked, of_projected, of_scaled, of_scores
from attnlib.meaning.by_hand.slips_of_weights import of_output, of_weights

_OF_STAGE: dict[str, Callable[[AttentionTrace, int, int], Slips]] = {
    "Q": of_projected("Q"),
    "K": of_projected("K"),
    "V": of_projected("V"),
    "scores": of_scores,
    "scaled": of_scaled,
    "masked": of_masked,
    "weights": of_weights,
    "output": of_output,
}


def slips(trace: AttentionTrace, stage: str, i: int, j: int) -> Slips:
    """Yield the likely slips of one cell."""
    yield from _OF_STAGE[stage](trace, i, j)
    if stage != "weights" or trace.allowed[i, j]:  # of a forbidden cell there is one thing to say
        yield from of_place(trace, stage, i, j)
