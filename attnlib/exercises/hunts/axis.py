"""The softmax runs down the columns: each key has a budget, and no query."""

from __future__ import annotations

import numpy as np

from attnlib.exercises.exercise import Case, slip
from attnlib.exercises.hunts.extremes import LARGE, large, vast
from attnlib.exercises.hunts.hunt import hunt
from attnlib.exercises.mistaken import budget
from attnlib.exercises.numbers import numbers
from attnlib.maths.check import Array
from attnlib.maths.steps import softmax


def _scores(pair: tuple[Array, Array]) -> Array:
    Q, K = pair
    return Q @ K.T / 2


_ZEROS = np.array([[0, 1, 1, 0], [2.0, 0, 0, -1], [0, 0, 0, 0]])

HUNT = hunt(
    "hunt_axis",
    1,
    title="A query gives its whole budget to every key",
    sources=("nerdai/llms-from-scratch-rs#30",),
    buggy="""
def row_weights(scores):  # (n_q, n_k) -> (n_q, n_k)
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=0, keepdims=True)
""",
    solution="""
def row_weights(scores):  # (n_q, n_k) -> (n_q, n_k)
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)
""",
    reference=softmax,
    cases=(
        Case("one query and one key: weight 1", (np.array([[0.5]]),)),
        Case("one query: its weights sum to 1", (numbers(1, 3, seed=11),)),
        Case("several queries: each has its own budget", (numbers(2, 3, seed=12),)),
        Case("as many queries as keys", (numbers(3, 3, seed=13),)),
        Case(
            "scores of 0 and equal scores count like any other",
            (_ZEROS,),
        ),
        Case(LARGE, (_scores(large(4, 3, seed=14)),)),
        Case("scores of ±10³⁷", (_scores(vast(2, 4, low=2)),)),
    ),
    slips=(
        slip(
            "maximum_of_all",
            "The largest of all scores is taken from each row; a row far below it has nothing left, and 0/0 is NaN. "
            "Each row has its own: axis=-1.",
            lambda x: (p := np.exp(x - x.max())) / p.sum(axis=-1, keepdims=True),
        ),
        slip(
            "no_maximum",
            "Without the maximum large scores overflow. That line was right.",
            lambda x: budget(x, maximum=False),
        ),
        slip(
            "whole_matrix", "All queries share one sum. Each row has its own.", lambda x: budget(x, axis=None)
        ),
    ),
    hints=(
        "Whose budget is it? Ask of one query whether its weights sum to 1.",
        "Scores are (n_q, n_k): a query is a row, and its weights lie along the last axis.",
        "The maximum is taken along axis=-1. The sum isn't.",
    ),
    symptom=("weights of one query over three keys", lambda weigh: weigh(np.array([[1.0, 2.0, 0.5]]))),
)
