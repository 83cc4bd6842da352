"""Names of tokens are addresses: no two alike."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnlib import distinct_tokens

WORDS = st.sampled_from(("the", "The", "cat", "the·2", "the·3", "cat·2", ""))


@given(st.lists(WORDS, max_size=8))
def test_names_differ_begin_with_their_word_and_leave_the_first_of_a_kind_alone(words):
    names = distinct_tokens(words)
    assert len(set(names)) == len(names) == len(words)
    for place, (word, name) in enumerate(zip(words, names, strict=True)):
        assert name.startswith(word)
        assert (name == word) == (word not in words[:place])


@given(st.lists(WORDS, max_size=8))
def test_naming_twice_changes_nothing_more(words):
    assert distinct_tokens(distinct_tokens(words)) == distinct_tokens(words)


def test_repeats_are_counted_from_two():
    assert distinct_tokens(["the", "the", "the"]) == ("the", "the·2", "the·3")
    assert distinct_tokens(["the", "the·2", "the"]) == ("the", "the·2", "the·3")
    assert distinct_tokens(iter(["a", "b", "a"])) == ("a", "b", "a·2")


def test_numbers_are_no_names():
    with pytest.raises(TypeError, match=r"tokens: each must be text, got 1 \(int\)"):
        distinct_tokens(["a", 1])  # type: ignore[list-item]
