"""Names of tokens are addresses: no two alike. A sentence says them in quotation marks."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnlib import distinct_tokens
from attnlib.examples.sentences import any_sentence
from attnlib.maths.tokens import listed, quoted
from attnlib.meaning.masks.choices import MaskChoices
from attnlib.meaning.masks.scene import MaskedSentence

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


# What a sentence would read as one of its own words or marks.
HOSTILE = st.lists(
    st.sampled_from(("(", ")", "and", "the", ",", ".", ";", "looks", "at", "The", "a·2", "<b>", "$", "0.5")),
    min_size=1,
    max_size=6,
)


@given(HOSTILE)
def test_a_list_of_any_tokens_can_be_read_back(tokens):
    assert re.findall("“(.*?)”", listed(tokens)) == tokens
    assert re.sub("“.*?”", "x", listed(tokens)) in (
        "x",
        *(", ".join("x" * n) + " and x" for n in range(1, 6)),
    )


@given(HOSTILE, st.booleans())
def test_the_mask_explorer_says_every_token_in_quotation_marks(tokens, change):
    sentence = any_sentence(" ".join(tokens))
    shown = MaskedSentence(sentence, MaskChoices(len(tokens), leak=len(tokens) > 1), 0 if change else None)
    names = set(re.findall("“(.*?)”", shown.reading))
    assert names <= set(sentence.tokens)
    assert set(sentence.tokens) == names
    assert quoted(sentence.tokens[0]) in shown.reading
