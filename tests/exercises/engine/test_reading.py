"""Results are read as arrays of numbers, however they come, and never built when they are huge."""

from __future__ import annotations

import time

import numpy as np
import pytest

from attnlib.exercises.engine.reading import MOST_NUMBERS, Unreadable, as_arrays


class Tensor:
    """As another library's: NumPy can't read it by itself, and its gradients must be left behind."""

    def __init__(self, needs_detaching=False):
        self.needs_detaching = needs_detaching

    def detach(self):
        return Tensor()

    def numpy(self):
        if self.needs_detaching:
            raise RuntimeError("Can't call numpy() on Tensor that requires grad.")
        return np.ones((2, 3))

    def size(self):
        return (2, 3)


class Detached:
    def numpy(self):
        return np.ones(4)


class Broken:
    def __array__(self, dtype=None, copy=None):
        raise RuntimeError("no")


def generator():
    yield 1


async def coroutine():
    return 1


@pytest.mark.parametrize(
    ("value", "shape"),
    [
        (np.ones((2, 3)), (2, 3)),
        ([[1, 2], [3, 4]], (2, 2)),
        ((1, 2, 3), (3,)),
        (3, ()),
        (np.float32(3), ()),
        (True, ()),
        (Tensor(needs_detaching=True), (2, 3)),
        (Detached(), (4,)),
        ([np.ones(2), np.ones(2)], (2, 2)),
    ],
)
def test_one_result_however_it_comes(value, shape):
    (array,) = as_arrays(value)
    assert array.shape == shape


@pytest.mark.parametrize(
    "value", [(np.ones(2), np.ones((3, 3))), [np.ones(2), np.ones((3, 3))], ([1, 2], [[1] * 3] * 3)]
)
def test_several_results(value):
    assert [array.shape for array in as_arrays(value)] == [(2,), (3, 3)]


@pytest.mark.parametrize(
    ("value", "slip", "word"),
    [
        ([[1, 2], [3]], "not_numbers", "unequal"),
        ("text", "not_numbers", "str"),
        ([None, 1], "not_numbers", "list"),
        (None, "not_numbers", "NoneType"),
        (..., "not_written", "nothing in it"),
        (generator(), "not_numbers", "return instead of yield"),
        (len, "not_numbers", "call it"),
        ({"output": 1}, "not_numbers", "dictionary"),
        (np.array([1j]), "not_numbers", "complex"),
        (Broken(), "not_numbers", "Broken"),
        ((np.ones(2), "text"), "not_numbers", "str"),
    ],
)
def test_what_cannot_be_read_is_said(value, slip, word):
    found = as_arrays(value)
    assert isinstance(found, Unreadable)
    assert found.slip == slip
    assert word in found.says


def test_a_coroutine_is_said_and_closed():
    found = as_arrays(coroutine())  # left open it would warn, and a warning is an error
    assert "async" in found.says


@pytest.mark.parametrize(
    "value",
    [
        np.broadcast_to(1.0, (10**5, 10**6)),
        [0] * (MOST_NUMBERS + 1),
        [[[0] * 10**4] * 10**4] * 10**4,
        (np.ones(2), np.broadcast_to(1.0, (10**5, 10**6))),
    ],
    ids=["array", "list", "nested lists", "second result"],
)
def test_a_huge_result_is_refused_before_it_is_built(value):
    begun = time.monotonic()
    assert as_arrays(value).slip == "too_large"
    assert time.monotonic() - begun < 10  # far more than the deadline allows
