"""Heads made by hand: each does what its name says, for any sentence, with weights that are whole numbers."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnlib import examples
from attnlib.examples.heads import HEADS, ReadableHeads, readable_heads
from tests.maths.test_explain import assert_true

KINDS = ("()", "[]", "{}")
SENTENCES = (
    "hot ( not ( too ) hot )",
    "a ( b ( a ) c )",
    "( a ) ( b ) a",
    "the cat [ the ( old ) one ] sat",
    "no brackets and no repeats here",
    "{ }",
    "tea",
    "The the THE",
    " ".join(["( a"] * 6 + [") b"] * 6),
)
WORDS = st.lists(st.sampled_from(("a", "b", "cat", "The", "the")), max_size=3)
NESTED = st.recursive(
    WORDS,
    lambda inside: st.tuples(WORDS, st.sampled_from(KINDS), inside, inside).map(
        lambda parts: [*parts[0], parts[1][0], *parts[2], parts[1][1], *parts[3]]
    ),
    max_leaves=4,
).filter(len)


def partners(words: list[str]) -> dict[int, int]:
    """Find matching brackets a second way: cross out the innermost pair until none is left."""
    left = dict(enumerate(words))
    found: dict[int, int] = {}
    while True:
        places = [place for place, word in left.items() if word in set("()[]{}")]
        pair = next((ends for ends in pairwise(places) if left[ends[0]] + left[ends[1]] in KINDS), None)
        if pair is None:
            return found
        found |= {pair[0]: pair[1], pair[1]: pair[0]}
        for place in pair:
            del left[place]


def assert_heads_do_what_they_say(made: ReadableHeads, words: list[str]) -> None:
    n, weights = len(words), dict(zip(made.heads, (head.weights for head in made.trace().heads), strict=True))
    matching = partners(words)
    for i in range(n):
        same = [j for j in range(n) if words[j].casefold() == words[i].casefold()]
        wanted = {
            "previous token": [i - 1] if i else [],
            "same word": same,
            "matching bracket": [matching[i]] if i in matching else [],
            "first token": [0],
        }
        for name, places in wanted.items():
            row = weights[name][i]
            if not places:
                np.testing.assert_allclose(row, 1 / n, err_msg=f"{name}, {i}: nothing to ask for")
                continue
            assert row[places].sum() > 0.8, (name, i)
            np.testing.assert_allclose(row[places], row[places].sum() / len(places), err_msg=f"{name}, {i}")
            assert np.delete(row, places).max(initial=0) < row[places].min(), (name, i)


@pytest.mark.parametrize("sentence", SENTENCES)
def test_each_head_does_what_it_says(sentence):
    made = readable_heads(sentence)
    assert made.heads == HEADS == ("previous token", "same word", "matching bracket", "first token")
    assert_heads_do_what_they_say(made, sentence.split())


@settings(max_examples=60)
@given(NESTED)
def test_each_head_does_what_it_says_for_any_sentence(words):
    assert_heads_do_what_they_say(readable_heads(" ".join(words)), words)


@pytest.mark.parametrize("sentence", SENTENCES)
def test_the_weights_are_whole_numbers_and_the_gain_the_only_large_one(sentence):
    made = readable_heads(sentence)
    attend = made.attend
    for matrix in (attend.W_K, attend.W_V, attend.W_O):
        assert set(np.unique(matrix)) <= {0, 1}
    assert set(np.unique(attend.W_Q)) <= {0, made.gain, -made.gain}
    assert set(np.unique(made.X)) <= {0, 1, -1}
    for matrix in (attend.W_Q, attend.W_K, attend.W_V, attend.W_O, made.X):
        assert not np.signbit(matrix[matrix == 0]).any()  # no "−0" on screen


def test_the_first_sentence_is_small_enough_to_be_read():
    made = examples.readable_heads()
    assert made.X.shape == (8, 15)
    assert len(made.features) == made.X.shape[1]
    assert made.tokens == ("hot", "(", "not", "(·2", "too", ")", "hot·2", ")·2")
    assert made.outputs == ("hot", "(", "not", "too", ")")
    assert made.attend.n_heads == 4
    assert repr(made) == (
        "<ReadableHeads: hot ( not (·2 too ) hot·2 )·2: previous token, same word, matching bracket, first token>"
    )


def test_features_say_what_the_columns_of_x_hold():
    made = readable_heads("a ( b ( a ) c )")
    held = [{name for name, x in zip(made.features, row, strict=True) if x} for row in made.X]
    assert held[4] == {"place 5", "word a"}
    assert held[1] == {"place 2", "word (", "pair 1"}
    assert held[5] == {"place 6", "word )", "pair 2"}
    signs = made.X[:, [made.features.index("pair 1"), made.features.index("pair 2")]]
    assert signs.T.tolist() == [[0, 1, 0, 0, 0, 0, 0, -1], [0, 0, 0, 1, 0, -1, 0, 0]]


def test_the_output_says_how_much_of_each_word_the_heads_brought():
    made = readable_heads()
    trace = made.trace()
    np.testing.assert_allclose(trace.output.sum(axis=-1), len(HEADS))  # each head has a budget of 1
    for number, head in enumerate(trace.heads):
        for word, amount in zip(made.outputs, trace.contributions[number].T, strict=True):
            spelt = [name.partition("·")[0] == word for name in made.tokens]
            np.testing.assert_allclose(amount, head.weights[:, spelt].sum(axis=-1))


@pytest.mark.parametrize("sentence", SENTENCES[:5])
def test_the_gain_is_the_smallest_that_gives_a_match_over_0_8(sentence):
    made = readable_heads(sentence)
    quieter = readable_heads(sentence, gain=made.gain - 1)
    assert made.trace().heads[3].weights.max() > 0.8 >= quieter.trace().heads[3].weights.max()
    assert quieter.gain == made.gain - 1


def test_without_gain_nobody_asks_and_with_more_it_saturates():
    for head in readable_heads(gain=0).trace().heads:
        np.testing.assert_array_equal(head.weights, 1 / 8)
    assert readable_heads(gain=100).trace().heads[0].weights[1, 0] > 0.999
    with pytest.raises(ValueError, match="gain: needs a whole number of at least 0, got -1"):
        readable_heads(gain=-1)
    with pytest.raises(TypeError, match="gain: needs a whole number, got float"):
        readable_heads(gain=1.5)  # type: ignore[arg-type]


def test_every_number_of_every_head_can_be_asked_for_its_reason():
    for head in readable_heads("a ( a )").trace().heads:
        for stage in ("Q", "K", "V", "scores", "weights", "output"):
            for i, j in np.ndindex(*head.stage(stage).shape):
                assert_true(head, head.explain(stage, i, j))


@pytest.mark.parametrize(
    ("sentence", "error", "message"),
    [
        (["a", "b"], TypeError, r'sentence: needs text, got list; likely slip: " "\.join\(words\)'),
        ("", ValueError, "sentence: has no word in it"),
        ("  \n", ValueError, "sentence: has no word in it"),
        ("a ( b", ValueError, r"sentence: '\(' at place 2 is never closed"),
        ("( a ( b )", ValueError, r"sentence: '\(' at place 1 is never closed"),
        ("a ) b", ValueError, r"sentence: '\)' at place 2 closes nothing"),
        (") (", ValueError, r"sentence: '\)' at place 1 closes nothing"),
        (
            "( a ]",
            ValueError,
            r"sentence: '\]' at place 3 can't close '\(' at place 1; brackets close in the reverse",
        ),
        ("( [ ) ]", ValueError, r"sentence: '\)' at place 3 can't close '\[' at place 2"),
        (
            "hot (not) cold",
            ValueError,
            r"sentence: '\(not\)' is a bracket and more; write spaces around each",
        ),
        ("f()", ValueError, "write spaces around each bracket"),
    ],
)
def test_a_sentence_whose_brackets_do_not_match_is_told_where(sentence, error, message):
    with pytest.raises(error, match=message):
        readable_heads(sentence)
