"""The look-up task: what is dealt can be answered, and in one place only."""

from __future__ import annotations

import numpy as np
import pytest

from attnlib.maths.tiny import Lookup


@pytest.fixture(scope="module")
def dealt():
    return Lookup(), Lookup().batch(300, np.random.default_rng(0))


def test_every_question_has_its_answer_at_the_source_and_nowhere_else(dealt):
    task, batch = dealt
    assert batch.tokens.shape == (300, 9)
    assert batch.n_asked == 1
    for tokens, (target,), (source,) in zip(batch.tokens, batch.targets, batch.sources, strict=True):
        *cards, asked = task.names(tokens)
        assert asked[1:] == "?"
        assert [place for place, card in enumerate(cards) if card[0] == asked[0]] == [source]
        assert cards[source][1:] == str(target + 1)


def test_all_letters_numbers_and_places_turn_up(dealt):
    task, batch = dealt
    assert set(batch.targets.ravel()) == set(range(task.n_values))
    assert set(batch.sources.ravel()) == set(range(task.n_cards))
    assert {card[0] for tokens in batch.tokens for card in task.names(tokens)} == set("ABCDEFGHIJKLMNOP")


def test_dealing_can_be_repeated():
    first, again = (Lookup().batch(5, np.random.default_rng(3)).tokens for _ in range(2))
    np.testing.assert_array_equal(first, again)


def test_one_hot_embeddings_show_letter_and_number():
    task = Lookup(n_letters=3, n_values=2, n_cards=2)
    table = task.one_hot_embeddings()
    assert table.shape == (task.vocabulary, 6)
    assert table[2 * 3 + 1].tolist() == [0, 0, 1, 0, 1, 0]  # C2
    assert table[2].tolist() == [1, 0, 0, 0, 0, 1]  # A?


def test_random_embeddings_have_unit_variance_and_share_their_letter():
    table = Lookup().random_embeddings(400, np.random.default_rng(0)).reshape(16, 9, 400)
    assert table.std() == pytest.approx(1, rel=0.05)
    np.testing.assert_allclose(table[0, 3] - table[0, 5], table[7, 3] - table[7, 5])


def test_models_of_one_seed_differ_in_queries_and_keys_alone():
    task = Lookup()
    narrow, wide, unscaled = (
        task.model(d_k=8, rng=0),
        task.model(d_k=64, rng=0),
        task.model(d_k=64, scale=1, rng=0),
    )
    for name in ("E", "U", "W_V0", "W_O0"):
        np.testing.assert_array_equal(narrow.parameters[name], wide.parameters[name])
    for name in wide.parameters:
        np.testing.assert_array_equal(wide.parameters[name], unscaled.parameters[name])
    assert (wide.scale, unscaled.scale) == (1 / 8, 1)
    assert "E" not in wide.learnt
