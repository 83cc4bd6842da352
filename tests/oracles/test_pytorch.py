"""Forward and backward against PyTorch's scaled_dot_product_attention and its autograd, over hundreds of random cases.

Run by ``make oracles``, which prints the largest difference of each comparison.
"""

from __future__ import annotations

import numpy as np
import pytest

from attnlib import (
    attention_backward,
    causal_mask,
    self_attention,
    softmax,
    softmax_backward,
    trace_attention,
)
from tests.oracles.random_cases import random_case
from tests.strategies import MASKS, Case

torch = pytest.importorskip("torch")

pytestmark = pytest.mark.oracles

CASES = 600
NEAR = {"float64": 1e-12, "float32": 2e-5}


class Largest:
    """The largest difference seen, as a share of the larger of 1 and the expected size."""

    def __init__(self) -> None:
        self.seen, self.cases = 0.0, 0

    def take(self, ours: np.ndarray, theirs: np.ndarray, near: float) -> None:
        assert ours.shape == theirs.shape
        assert ours.dtype == theirs.dtype
        difference = np.abs(ours - theirs) / np.maximum(1, np.abs(theirs))
        self.seen, self.cases = max(self.seen, float(difference.max(initial=0))), self.cases + 1
        np.testing.assert_array_less(difference, near)


@pytest.fixture
def largest(capsys, request):
    """Collect differences, and print the largest when the test is done."""
    largest = Largest()
    yield largest
    with capsys.disabled():
        print(
            f"\n  {request.node.name}: {largest.cases} comparisons, largest difference {largest.seen:.1e}",
            end="",
        )


def tensor(array: np.ndarray | None, grad: bool = False):
    return None if array is None else torch.tensor(array, requires_grad=grad)


def compare(case: Case, largest: Largest, mask: np.ndarray | None, **options) -> None:
    """Compare output and gradients; ``options`` say in PyTorch's words what ``mask`` says in ours."""
    near = NEAR[case.Q.dtype.name]
    trace = trace_attention(case.Q, case.K, case.V, mask=mask, scale=case.scale)
    inputs = [tensor(array, grad=True) for array in (case.Q, case.K, case.V)]
    full = [given.expand(*trace.output.shape[:-2], *given.shape[-2:]) for given in inputs]
    options = options or {"attn_mask": tensor(mask)}
    output = torch.nn.functional.scaled_dot_product_attention(*full, scale=case.scale, **options)
    largest.take(trace.output, output.detach().numpy(), near)
    cotangent = case.rng.normal(size=trace.output.shape).astype(case.Q.dtype)
    output.backward(torch.tensor(cotangent))
    gradients = attention_backward(trace, cotangent)
    for name, given in zip("QKV", inputs, strict=True):
        largest.take(getattr(gradients, name), given.grad.numpy(), near * 10)


@pytest.mark.parametrize("dtype", NEAR)
@pytest.mark.parametrize("kind", MASKS)
def test_attention_and_its_gradients(kind, dtype, largest):
    for seed in range(CASES // 6):
        case = random_case(seed, kind, dtype)
        compare(case, largest, case.mask)


@pytest.mark.parametrize("dtype", NEAR)
def test_causal_attention_of_as_many_queries_as_keys(dtype, largest):
    for seed in range(CASES // 6):
        case = random_case(seed, "none", dtype, square=True)
        compare(case, largest, causal_mask(case.Q.shape[-2]), is_causal=True)


@pytest.mark.parametrize("dtype", NEAR)
def test_softmax_and_its_gradient(dtype, largest):
    for seed in range(CASES // 2):
        rng = np.random.default_rng(seed)
        shape = tuple(rng.integers(1, 7, size=rng.integers(1, 4)))
        x, cotangent = (rng.normal(size=shape).astype(dtype) * 5 for _ in range(2))
        axis = int(rng.integers(-len(shape), len(shape)))
        given = tensor(x, grad=True)
        weights = torch.softmax(given, dim=axis)
        largest.take(softmax(x, axis), weights.detach().numpy(), NEAR[dtype])
        weights.backward(torch.tensor(cotangent))
        ours = softmax_backward(*(np.moveaxis(each, axis, -1) for each in (softmax(x, axis), cotangent)))
        largest.take(np.moveaxis(ours, -1, axis), given.grad.numpy(), NEAR[dtype] * 10)


@pytest.mark.parametrize("dtype", NEAR)
def test_self_attention_and_the_gradients_of_embeddings_and_projections(dtype, largest):
    for seed in range(CASES // 2):
        rng = np.random.default_rng(seed)
        n, d_model, d_k, d_v = (int(size) for size in rng.permutation(range(1, 8))[:4])
        leading = tuple(rng.integers(1, 4, size=rng.integers(0, 3)))
        shapes = [(*leading, n, d_model), (d_model, d_k), (d_model, d_k), (d_model, d_v)]
        arrays = [rng.normal(size=shape).astype(dtype) / 2 for shape in shapes]
        causal = bool(rng.integers(2))
        trace = self_attention(*arrays, mask=causal_mask(n) if causal else None)
        X, *W = (tensor(array, grad=True) for array in arrays)
        theirs = torch.nn.functional.scaled_dot_product_attention(
            X @ W[0], X @ W[1], X @ W[2], is_causal=causal
        )
        largest.take(trace.output, theirs.detach().numpy(), NEAR[dtype])
        cotangent = rng.normal(size=trace.output.shape).astype(dtype)
        theirs.backward(torch.tensor(cotangent))
        gradients = attention_backward(trace, cotangent)
        for name, given in zip(("X", "W_Q", "W_K", "W_V"), (X, *W), strict=True):
            ours = getattr(gradients, name)
            assert ours is not None
            largest.take(ours, given.grad.numpy(), NEAR[dtype] * 10)


@pytest.mark.parametrize("dtype", NEAR)
def test_scores_of_1e5_under_the_mask(dtype, largest):
    """M1: what the mask hides may score as high as it likes."""
    for seed in range(CASES // 6):
        case = random_case(seed, "boolean", dtype)
        hidden = ~case.allowed.any(axis=(*range(case.allowed.ndim - 2), -2))
        case.K[..., hidden, :] = 1e5 * case.rng.choice([-1, 1])
        compare(case, largest, case.mask)
