"""The mask that a reader puts together, and the code that is shown for it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import attnlib
from attnlib.meaning.masks.choices import MaskChoices


def run(code: str) -> Any:
    """What ``mask`` is after the shown code, as a reader would run it."""
    words = {
        name: getattr(attnlib, name) for name in ("causal_mask", "padding_mask", "prefix_mask", "window_mask")
    }
    names: dict[str, Any] = {"np": np, **words}
    exec(code, names)
    return names["mask"]


@st.composite
def choices(draw: st.DrawFn) -> MaskChoices:
    n = draw(st.integers(1, 8))
    place = st.tuples(st.integers(0, n - 1), st.integers(0, n - 1))
    return MaskChoices(
        n,
        causal=draw(st.booleans()),
        prefix=draw(st.integers(0, n)),
        window=draw(st.none() | st.integers(0, n)),
        padding=draw(st.integers(0, n)),
        toggled=tuple(draw(st.sets(place, max_size=6))),
        leak=draw(st.booleans()),
    )


@given(choices())
def test_the_code_shown_gives_the_mask_shown(made):
    mask = run(made.code)
    assert (mask is None) == (made.mask is None)
    if mask is not None:
        assert mask.dtype == bool
        np.testing.assert_array_equal(np.broadcast_to(mask, (made.n, made.n)), made.mask)


@given(choices())
def test_every_forbidden_cell_has_a_reason(made):
    for row, column in np.ndindex(made.n, made.n):
        if not made.full[row, column]:
            assert made.why(row, column)


@pytest.mark.parametrize(
    ("made", "code"),
    [
        (MaskChoices(6), "mask = causal_mask(6)"),
        (MaskChoices(6, causal=False), "mask = None"),
        (MaskChoices(6, padding=1), "mask = causal_mask(6) & padding_mask(5, 6)"),
        (MaskChoices(6, causal=False, padding=1), "mask = padding_mask(5, 6)"),
        (MaskChoices(6, prefix=2, window=1), "mask = prefix_mask(6, prefix=2) & window_mask(6, left=1)"),
        (MaskChoices(6, causal=False, prefix=2), "mask = None"),
        (MaskChoices(6, leak=True), "mask = causal_mask(6); mask[1, 5] = True"),
        (MaskChoices(6, toggled=((3, 0),)), "mask = causal_mask(6); mask[3, 0] = False"),
        (
            MaskChoices(6, causal=False, padding=1, toggled=((0, 0),)),
            "mask = np.ones((6, 6), dtype=bool) & padding_mask(5, 6); mask[0, 0] = False",
        ),
        (
            MaskChoices(3, toggled=((0, 0), (0, 1), (1, 1), (2, 2))),
            'mask = np.array([[*row] for row in "010 100 110".split()]) == "1"',
        ),
    ],
)
def test_the_code_is_what_one_would_write(made, code):
    assert made.code == code


def test_masks_join_so_that_every_one_must_allow_a_cell():
    made = MaskChoices(5, window=2, padding=1)
    expected = attnlib.causal_mask(5) & attnlib.window_mask(5, left=2) & attnlib.padding_mask(4, 5)
    np.testing.assert_array_equal(made.mask, expected)


def test_a_leak_opens_one_cell_of_the_future():
    plain, leaky = MaskChoices(6), MaskChoices(6, leak=True)
    assert [tuple(cell) for cell in np.argwhere(plain.full != leaky.full)] == [(1, 5)]
    assert (leaky.leaking, leaky.marks) == ((1, 5), {(1, 5): "!"})


@pytest.mark.parametrize(
    ("n", "options", "cell"),
    [(1, {}, None), (2, {}, (0, 1)), (6, {"causal": False}, None), (6, {"toggled": ((1, 5),)}, None)],
)
def test_a_leak_needs_a_cell_to_open(n, options, cell):
    made = MaskChoices(n, leak=True, **options)
    assert made.leaking == cell


def test_a_toggled_cell_is_the_other_way_round_whatever_the_rest():
    for causal in (True, False):
        made, plain = MaskChoices(4, causal=causal, toggled=((0, 3),)), MaskChoices(4, causal=causal)
        assert made.full[0, 3] != plain.full[0, 3]
        assert made.why(0, 3) == "toggled by hand"


def test_the_reason_names_every_mask_that_forbids():
    made = MaskChoices(6, window=1, padding=2, leak=True)
    assert made.why(0, 5) == "causal_mask(6) and window_mask(6, left=1) and padding_mask(4, 6)"
    assert made.why(1, 5) == "the planted leak"
    assert made.why(3, 3) == ""
