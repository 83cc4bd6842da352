"""Any typed sentence: the same numbers everywhere, equal words equal, nothing saturated, clear refusals."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnlib import causal_mask, examples
from attnlib.examples.sentences import LONGEST_TOKEN, MOST_TOKENS, any_sentence, word_vector, words_of

EVERYDAY = (
    "The cat sat on the mat",
    "Mouse eats cheese",
    "the dog chased the cat",
    "I saw a man with a telescope",
    "Der Hund bellt laut",
    "she gave him her book",
    "time flies like an arrow",
    "colorless green ideas sleep furiously",
    "the keys to the cabinet are here",
    "hello world",
)


def test_the_numbers_are_the_same_on_every_machine():
    """Stored once: the bits come from a generator that NumPy promises not to change."""
    trace = any_sentence("The cat sat")
    assert trace.X.tolist() == [[-1.5, 1.0, -1.5, -0.5], [-1.5, 0.0, -0.5, 0.0], [0.0, 2.0, 0.5, 0.0]]
    assert trace.scaled[1].tolist() == [-0.75, -0.375, 0.09375]


def test_it_is_found_among_the_examples():
    assert examples.any_sentence is any_sentence


def test_equal_words_start_equal_whatever_their_capitals_and_accents():
    trace = any_sentence("The cafe\N{COMBINING ACUTE ACCENT} the CAFÉ")
    np.testing.assert_array_equal(trace.X[:2], trace.X[2:])
    assert len(set(trace.tokens)) == 4


def test_other_words_start_otherwise_and_so_does_another_draw():
    vectors = [word_vector(word).tolist() for word in ("the", "cat", "sat", "on", "a", "mat", "dog", "mouse")]
    assert len(set(map(tuple, vectors))) == len(vectors)
    assert word_vector("cat", draw=1).tolist() != word_vector("cat").tolist()


def test_the_same_word_has_the_same_vector_in_any_sentence():
    np.testing.assert_array_equal(any_sentence("a cat").X[1], any_sentence("cats see a cat").X[3])


def test_no_everyday_sentence_has_a_saturated_row():
    """P9: with one-hot rows there is nothing left to see."""
    traces = [any_sentence(text) for text in EVERYDAY]
    assert max(trace.weights.max() for trace in traces) <= 0.8
    assert 0.7 < np.std(np.concatenate([trace.scaled.ravel() for trace in traces])) < 1.3


def test_no_projection_loses_a_feature():
    trace = any_sentence(EVERYDAY[0])
    ranks = [
        np.linalg.matrix_rank(matrix) for matrix in (trace.W_Q, trace.W_K, trace.W_V) if matrix is not None
    ]
    assert ranks == [4, 4, 2]


def test_more_features_keep_the_size_of_the_scores():
    spread = [any_sentence(EVERYDAY[0], d_model=d, d_k=d).scaled.std() for d in (4, 16, 64)]
    assert 0.3 < min(spread) < max(spread) < 2


def test_sizes_and_a_mask_can_be_chosen():
    trace = any_sentence("one two three", d_model=5, d_k=3, d_v=6, mask=causal_mask(3))
    assert (trace.X.shape, trace.Q.shape, trace.V.shape) == ((3, 5), (3, 3), (3, 6))
    assert trace.weights[0].tolist() == [1, 0, 0]


@given(st.lists(st.text(min_size=1, max_size=LONGEST_TOKEN), min_size=1, max_size=MOST_TOKENS))
def test_whatever_is_typed_is_shown_or_refused_with_a_reason(words):
    text = " ".join(words)
    if 1 <= len(text.split()) <= MOST_TOKENS:
        trace = any_sentence(text)
        assert np.isfinite(trace.output).all()
        assert len(set(trace.tokens)) == len(text.split())
    else:  # the letters drawn may be white space
        with pytest.raises(ValueError, match="sentence: "):
            any_sentence(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "needs one to 8 words, got none"),
        (" \t\n ", "needs one to 8 words, got none"),
        ("a b c d e f g h i", "has room for 8 words, got 9"),
        ("x" * 21, r"'x{20}'… has 21 characters, a word has room for 20; is a space missing"),
    ],
)
def test_a_sentence_without_room_is_refused(text, message):
    with pytest.raises(ValueError, match=message):
        words_of(text)


def test_the_longest_sentence_has_room():
    assert len(words_of(" ".join(["x" * LONGEST_TOKEN] * MOST_TOKENS))) == MOST_TOKENS


def test_a_list_of_words_is_refused_with_the_slip():
    with pytest.raises(
        TypeError, match=r"needs text, got \['a', 'cat'\]; a list of words goes in as ' '\.join"
    ):
        any_sentence(["a", "cat"])  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["d_model", "d_k", "d_v"])
def test_no_features_are_refused(name):
    with pytest.raises(ValueError, match=f"{name}: needs a whole number of at least 1, got 0"):
        any_sentence("a cat", **{name: 0})
