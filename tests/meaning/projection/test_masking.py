from __future__ import annotations

import numpy as np
import pytest

from attnlib import attention, causal_mask, padding_mask, window_mask
from attnlib.meaning.projection.masking import AS_GIVEN, MASKS, NO_MASK, Masking
from tests.traces import numbers

OWN = [[True, True, False], [False, True, True], [True, False, True]]


def test_the_masks_are_those_of_the_library() -> None:
    masking = Masking(4)
    assert masking.names == tuple(MASKS)
    assert masking["none"] is None
    np.testing.assert_array_equal(masking["causal"], causal_mask(4))
    np.testing.assert_array_equal(masking["causal, one back"], window_mask(4, left=1))
    np.testing.assert_array_equal(masking["last is padding"], np.broadcast_to(padding_mask(3, 4), (4, 4)))


@pytest.mark.parametrize("name", MASKS)
def test_a_mask_that_is_one_of_them_gets_its_name(name: str) -> None:
    mask = MASKS[name]
    masking = Masking(4, None if mask is None else mask(4))
    assert masking.first == name
    assert AS_GIVEN not in masking.names
    assert masking.as_plain(name) == name


def test_a_mask_of_ones_own_is_offered_and_given_back_as_plain_values() -> None:
    masking = Masking(3, OWN)
    assert masking.first == masking.names[-1] == AS_GIVEN
    assert masking.as_plain(AS_GIVEN) == OWN
    again = Masking(3, masking.as_plain(AS_GIVEN))
    np.testing.assert_array_equal(again[AS_GIVEN], OWN)


def test_a_mask_to_be_added_of_zeros_and_minus_infinities_is_the_boolean_one() -> None:
    added = np.where(causal_mask(3), 0, -np.inf)
    assert Masking(3, added).first == "causal"


def test_a_mask_to_be_added_of_other_numbers_is_kept() -> None:
    added = np.where(causal_mask(3), -0.5, -np.inf)
    masking = Masking(3, added)
    kept = masking[masking.first]
    assert kept is not None
    Q, K, V = (numbers(3, 2, seed) for seed in (1, 2, 3))
    np.testing.assert_array_equal(attention(Q, K, V, mask=kept)[1], attention(Q, K, V, mask=added)[1])


def test_the_callers_array_is_not_kept() -> None:
    own = np.array(OWN)
    masking = Masking(3, own)
    own[:] = True
    assert masking.as_plain(AS_GIVEN) == OWN


def test_one_token_has_nothing_to_mask_and_still_works() -> None:
    masking = Masking(1)
    for name in masking.names:
        mask = masking[name]
        assert mask is None or mask.shape == (1, 1)


def test_an_unknown_name_is_answered_with_the_nearest() -> None:
    with pytest.raises(ValueError, match=r"mask: 'casual' is none of none, causal.*did you mean 'causal'"):
        Masking(3, "casual")
    assert Masking(3, None).first == NO_MASK
