"""What is said of a cell that several heads have made, where there is next to nothing to say."""

from __future__ import annotations

import re

import numpy as np
import pytest

from attnlib import MultiHeadAttention
from attnlib.meaning.heads.panels import head_labels
from attnlib.meaning.heads.words import average_in_words, output_in_words, share_in_words

X = np.eye(4)[:3]


def silent_output():
    """Two heads whose values come to nothing."""
    one = MultiHeadAttention.random(4, 2, rng=0)
    return MultiHeadAttention(one.W_Q, one.W_K, np.zeros((4, 4)), one.W_O, n_heads=2)(X)


def test_where_no_head_adds_anything_no_share_is_divided_by_nothing():
    assert share_in_words(silent_output(), 0, 1) == "= 0: no head adds anything here"


def test_a_silenced_head_is_named_before_anything_is_reckoned():
    assert share_in_words(silent_output(), 0, 1, silenced={1}) == f"= 0: {head_labels(2)[1]} is silenced"


@pytest.mark.parametrize("silenced", [set(), {0}, {2}])
def test_shares_that_are_said_come_to_one(silenced):
    trace = MultiHeadAttention.random(6, 3, rng=1)(np.eye(6)[:4])
    said = [share_in_words(trace, 2, head, silenced) for head in range(3)]
    shares = [float(re.findall(r"[=≈] ([\d.]+)", text)[-1]) for text in said]
    assert sum(shares) == pytest.approx(1, abs=0.002)


def test_a_mean_and_an_output_are_those_of_the_trace():
    trace = MultiHeadAttention.random(6, 3, rng=1)(np.eye(6)[:4])
    said = average_in_words(trace, 1, 2)
    assert f"{trace.average_weights[1, 2]:.3f}" in said.partition(":")[0]
    text = output_in_words(trace, 1, 2, silenced={1}).partition(":")[0].replace("−", "-")
    left = float(text.split()[-1])
    assert left == pytest.approx((trace.contributions[0] + trace.contributions[2])[1, 2], abs=6e-4)
