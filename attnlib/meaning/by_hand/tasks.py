"""What a reader works out by hand: each stage from the stages before it, and how, in a sentence without its numbers."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence

import numpy as np

from attnlib.maths import check
from attnlib.maths.check import shape_text
from attnlib.maths.explain import STAGES, labels
from attnlib.maths.numbers import number, significant
from attnlib.maths.trace import AttentionTrace
from attnlib.meaning.masks.panels import mask_panel
from attnlib.meaning.matrix import MatrixPanel, matrix_panel

#: More than this nobody does by hand.
MOST_TOKENS, MOST_FEATURES = 6, 6

MASK = "mask"

_FROM = {
    "Q": ("X", "W_Q"),
    "K": ("X", "W_K"),
    "V": ("X", "W_V"),
    "scores": ("Q", "K"),
    "scaled": ("scores",),
    "masked": ("scaled", MASK),
    "weights": ("masked",),
    "output": ("weights", "V"),
}


def check_task(trace: AttentionTrace, stage: str) -> str:
    """Return the stage if it can be worked out by hand.

    Raises
    ------
    ValueError
        If there is no such stage, the trace has leading axes, it is too large, or it was given what is asked.
    """
    check.choice("stage", stage, STAGES)
    check.one_sequence(trace.output.shape)
    widest = max(array.shape[-1] for array in (trace.Q, trace.V) if array is not None)
    if max(trace.scores.shape) > MOST_TOKENS or widest > MOST_FEATURES or not trace.output.size:
        raise ValueError(
            f"trace: scores have shape {shape_text(trace.scores.shape)} and up to {widest} features; by hand one does "
            f"1 to {MOST_TOKENS} tokens of up to {MOST_FEATURES} features"
        )
    if stage in ("Q", "K", "V") and (trace.X is None or (stage != "Q" and trace.memory is not None)):
        raise ValueError(
            f"stage: this trace's {stage} doesn't follow from an X that it knows, so nobody can work it out. "
            "Ask for a later stage, or make the trace with self_attention(X, W_Q, W_K, W_V)"
        )
    return stage


def made_from(trace: AttentionTrace, stage: str) -> tuple[str, ...]:
    """Name what a stage is made from; ``mask`` stands beside the scaled scores where there is one.

    Examples
    --------
    >>> from attnlib import examples
    >>> made_from(examples.mouse_eats_cheese(), "masked")
    ('scaled',)
    """
    return tuple(name for name in _FROM[stage] if name != MASK or trace.mask is not None)


def given_for(trace: AttentionTrace, stages: Sequence[str]) -> tuple[str, ...]:
    """Name what must be given to somebody who is to work out these stages.

    Examples
    --------
    >>> from attnlib import examples
    >>> given_for(examples.mouse_eats_cheese(), ("scores", "scaled", "masked", "weights", "output"))
    ('Q', 'K', 'V')
    """
    needed = dict.fromkeys(name for stage in stages for name in made_from(trace, stage))
    return tuple(name for name in needed if name not in stages)


def operand_panel(trace: AttentionTrace, name: str, *, digits: int = 3) -> MatrixPanel:
    """Prepare for showing what `made_from` names: a stage, an input, or the mask as 0 and 1 or as what it adds."""
    if name != MASK:
        return matrix_panel(trace, name, digits=digits)
    panel = mask_panel(trace.allowed, trace.tokens, trace.key_tokens)
    if trace.mask is None or trace.mask.dtype == bool:
        return panel
    added = np.broadcast_to(trace.mask, trace.scores.shape)
    texts = tuple(tuple(number(value, digits) for value in row) for row in added.tolist())
    return dataclasses.replace(panel, note="is added", values=added, texts=texts)


def recipe(trace: AttentionTrace, stage: str) -> str:
    """Say how every cell of a stage is worked out.

    Examples
    --------
    >>> from attnlib import examples
    >>> recipe(examples.mouse_eats_cheese(), "scaled")
    'Divide every score by √2 = 1.414.'
    """
    match stage:
        case "scores":
            return "Each query meets each key: multiply feature by feature, and add."
        case "scaled":
            return f"{scaling(trace, 'every score')}."
        case "masked" if trace.mask is None:
            return "Nothing is forbidden here, so every number passes unchanged."
        case "masked" if _is_boolean(trace):
            return "Where the mask says 0 write −∞; where it says 1 the number passes unchanged."
        case "masked":
            return "Add what the mask holds."
        case "weights":
            nothing = "" if trace.mask is None else " e^(−∞) is 0."
            return f"Take e^ of each number, and divide by the sum of its row's powers.{nothing}"
        case "output":
            return "Each row of weights times each column of V: multiply entry by entry, and add."
    return f"Each row of X times each column of W_{stage}: multiply entry by entry, and add."


def prompt(trace: AttentionTrace, stage: str, i: int, j: int) -> str:
    """Say how one cell is worked out, without its numbers.

    Examples
    --------
    >>> from attnlib import examples
    >>> prompt(examples.mouse_eats_cheese(), "scores", 0, 1)
    'multiply q[Mouse] and k[Eats] feature by feature, and add'
    """
    rows, columns = labels(trace, stage)
    row, column = rows[i], columns[j]
    match stage:
        case "scores":
            return f"multiply q[{row}] and k[{column}] feature by feature, and add"
        case "scaled":
            said = scaling(trace, f"scores[{row}, {column}]")
            return said[0].lower() + said[1:]
        case "masked" if trace.mask is None:
            return f"nothing is forbidden here, so scaled[{row}, {column}] passes unchanged"
        case "masked" if _is_boolean(trace):
            return (
                f"may {row} attend to {column}? Then scaled[{row}, {column}] passes unchanged, else write −∞"
            )
        case "masked":
            return f"add what the mask holds there to scaled[{row}, {column}]"
        case "weights":
            return f"e^masked[{row}, {column}], divided by the sum of such powers along the row of {row}"
        case "output":
            return f"multiply the weights of {row} and column {column} of V entry by entry, and add"
    return f"multiply x[{row}] and column {column} of W_{stage} entry by entry, and add"


def scaling(trace: AttentionTrace, what: str) -> str:
    """Say what is done to the scores."""
    d_k = trace.Q.shape[-1]
    if math.isclose(trace.scale, 1 / math.sqrt(d_k)):
        return f"Divide {what} by √{d_k} = {number(math.sqrt(d_k))}"
    if trace.scale == 1:
        return f"Nothing is scaled here: copy {what}"
    return f"Multiply {what} by {significant(trace.scale)}"


def _is_boolean(trace: AttentionTrace) -> bool:
    return trace.mask is not None and trace.mask.dtype == bool
