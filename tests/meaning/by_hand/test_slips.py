"""Each slip is made here by other means, and is called by its name."""

from __future__ import annotations

import numpy as np
import pytest

from attnlib import trace_attention
from attnlib.meaning.by_hand import judge
from tests.meaning.by_hand.traces import added, cat, causal, dogs, mouse, oblong, single, unscaled

E4 = np.exp(4 / np.sqrt(2))  # the power of Mouse asking Eats


def softmax(row):
    return np.exp(row) / np.exp(row).sum()


SLIPS = [
    # Q, K, V = X times a projection
    (dogs, "K", 1, 1, 0, "one product"),
    (dogs, "V", 1, 1, 1 * 2, "one product"),
    (dogs, "V", 1, 1, 1 + 1 + 1 + 2, "added only"),
    (dogs, "V", 2, 0, 0 * 3 + 1 * 1, "row for column"),
    (dogs, "V", 0, 1, 0, "one product"),
    (mouse, "Q", 0, 1, 0, "one product"),
    (single, "Q", 2, 0, 0, "one product"),
    (single, "K", 0, 0, 1 * 1 + 2 * 0, "one product"),
    (single, "V", 0, 0, 1 * 1 + 2 * 2, "row for column"),
    (single, "V", 1, 0, 0.5, "one product"),
    (single, "V", 0, 1, 2, "one product"),
    (single, "K", 0, 1, 0, "one product"),
    (single, "K", 2, 0, 0.5, "average"),
    # scores
    (mouse, "scores", 1, 1, 2, "one product"),
    (mouse, "scores", 0, 1, 0 + 2 + 1 + 2, "added only"),
    (mouse, "scores", 0, 1, 2, "average"),
    (cat, "scores", 1, 0, 2, "transposed"),
    (dogs, "scores", 0, 2, 0, "one product"),
    (dogs, "scores", 1, 0, 3, "added only"),
    (mouse, "scores", 1, 1, 5, "two queries"),
    (mouse, "scores", 0, 1, 4 / np.sqrt(2), "scaled already"),
    (mouse, "scores", 0, 1, -4, "sign"),
    # scaled
    (mouse, "scaled", 0, 1, 4, "not scaled"),
    (mouse, "scaled", 0, 1, 2, "d_k without root"),
    (mouse, "scaled", 0, 1, 4 * np.sqrt(2), "multiplied"),
    (mouse, "scaled", 0, 1, 4 / np.sqrt(3), "tokens counted"),
    (mouse, "scaled", 0, 1, -4 / np.sqrt(2), "sign"),
    # masked
    (causal, "masked", 0, 1, np.inf, "minus missing"),
    (causal, "masked", 0, 1, 0, "0 for −∞"),
    (causal, "masked", 0, 1, 4 / np.sqrt(2), "not masked"),
    (causal, "masked", 1, 0, -np.inf, "masked by mistake"),
    (causal, "masked", 1, 0, 0, "0 for −∞"),
    (causal, "masked", 1, 0, 1, "mask itself"),
    (causal, "masked", 1, 0, 4, "not scaled"),
    (added, "masked", 1, 0, added.scaled[1, 0], "not added"),
    # weights
    (mouse, "weights", 0, 0, 0, "all or nothing"),
    (mouse, "weights", 0, 1, 0, "all or nothing"),
    (mouse, "weights", 0, 0, 1, "power"),
    (mouse, "weights", 0, 1, 1, "all or nothing"),
    (mouse, "weights", 0, 1, E4, "power"),
    (mouse, "weights", 0, 1, E4 + 2, "sum of powers"),
    (dogs, "weights", 1, 2, 1 / 4, "no powers"),
    (mouse, "weights", 0, 1, np.sqrt(8) / (E4 + 2), "score above"),
    (dogs, "weights", 1, 1, np.exp(np.sqrt(2)) / (4 / np.sqrt(2)), "scores below"),
    (mouse, "weights", 0, 1, np.exp(4) / (np.exp(4) + 2), "not scaled"),
    (mouse, "weights", 1, 0, E4 / (E4 + 2), "column"),
    (mouse, "weights", 0, 1, E4 / (5 * E4 + 4), "whole matrix"),
    (mouse, "weights", 0, 1, 100 * E4 / (E4 + 2), "percent"),
    (mouse, "weights", 0, 0, 1 / 3, "even"),
    (causal, "weights", 1, 0, E4 / (2 * E4 + 1), "0 for −∞"),
    (causal, "weights", 1, 0, 1 / 3, "not masked"),
    (causal, "weights", 0, 1, -np.inf, "−∞ as weight"),
    (causal, "weights", 0, 1, E4 / (E4 + 2), "not masked"),
    (causal, "weights", 0, 1, 1 / 3, "0 for −∞"),
    # output
    (mouse, "output", 0, 1, 2 * E4 / (E4 + 2) / 3, "average"),
    (mouse, "output", 0, 0, 2 / (E4 + 2), "one product"),
    (mouse, "output", 0, 1, 2, "largest alone"),
    (mouse, "output", 0, 0, 5, "column's sum"),
    (mouse, "output", 0, 0, 5 / 3, "even"),
    (mouse, "output", 0, 1, 8, "no weights"),
    (mouse, "output", 0, 1, 2 * np.sqrt(8), "no weights"),
    (dogs, "output", 0, 0, (dogs.weights @ dogs.K)[0, 0], "keys mixed"),
    (mouse, "output", 0, 0, (mouse.weights @ mouse.Q)[0, 0], "queries mixed"),
    (dogs, "output", 0, 1, (dogs.weights.T @ dogs.V)[0, 1], "column"),
    (causal, "output", 1, 0, 5 / 3, "even"),
    (oblong, "output", 1, 1, (softmax(oblong.scaled[1]) @ oblong.V)[1], "not masked"),
    (mouse, "output", 1, 1, mouse.output[0, 1], "another cell"),
]  # fmt: skip


@pytest.mark.parametrize(("trace", "stage", "i", "j", "value", "slip"), SLIPS)
def test_a_slip_is_called_by_its_name(trace, stage, i, j, value, slip):
    verdict = judge(trace, stage, i, j, float(value))
    assert not verdict.right
    assert verdict.slip == slip, verdict


@pytest.mark.parametrize(("trace", "stage", "i", "j", "value", "slip"), SLIPS)
def test_a_slip_rounded_to_three_decimals_is_known_too(trace, stage, i, j, value, slip):
    written = round(float(value), 3) if np.isfinite(value) else value
    assert judge(trace, stage, i, j, written, slack=0.0005, decimals=3).slip == slip


def test_the_words_name_what_was_taken():
    assert judge(mouse, "scores", 1, 1, 2).words == "that is one product alone, 2 × 1; add all 2"
    assert judge(cat, "scores", 1, 0, 2).words == "that is The asking cat: rows ask, columns are asked"
    assert "divide it by √2 = 1.414" in judge(mouse, "scaled", 0, 1, 4).words
    assert "nothing is scaled here" in judge(unscaled, "scaled", 1, 1, 1).words


def test_huge_scores_raise_no_warning():
    huge = trace_attention([[900.0, 1], [1, 1]], [[900.0, 1], [2, 2]], [[1.0], [2.0]])
    for stage in ("scores", "scaled", "masked", "weights", "output"):
        for value in (0.5, 7.0, np.inf):
            assert judge(huge, stage, 1, 0, value).slip
