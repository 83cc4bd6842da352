"""The softmax runs down the columns: each key has a budget, and no query."""

from __future__ import annotations

import numpy as np

from attnlib.exercises.exercise import Case, slip
from attnlib.exercises.hunts.hunt import hunt
from attnlib.exercises.mistaken import budget
from attnlib.exercises.numbers import numbers
from attnlib.steps import softmax

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
    ),
    slips=(
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
