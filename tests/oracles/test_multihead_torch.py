"""Multi-head attention against torch.nn.MultiheadAttention, weights loaded both ways; shared key heads against SDPA.

PyTorch's module says True = *not* allowed, keeps its projections transposed and stacks those of Q, K and V.
Run by ``make oracles``, which prints the largest difference of each comparison.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from attnlib import MultiHeadAttention, causal_mask, padding_mask
from attnlib.maths.heads.trace import merge_heads, split_heads

torch = pytest.importorskip("torch")

pytestmark = pytest.mark.oracles

CASES = 600
#: Entries of X and memory. With vectors twice as large PyTorch itself lies up to 1.1e-6 off the answer in float64.
SIZE = 0.5
NEAR = 1e-6  # in float32, as a share of the larger of 1 and the expected number
MASKS = ("none", "shared", "padding", "causal and padding", "by sequence", "by head", "additive")
MEMORIES = ("none", "same width", "another width")


@dataclass
class Drawn:
    """Sizes, vectors and a mask in our convention, (batch, n_heads, n_q, n_k), or None."""

    n_heads: int
    d_model: int
    d_memory: int
    X: np.ndarray
    memory: np.ndarray | None
    mask: np.ndarray | None
    rng: np.random.Generator

    @property
    def source(self) -> np.ndarray:
        return self.X if self.memory is None else self.memory


def drawn(seed: int) -> Drawn:
    """Draw a case; every seventh has the same kind of mask, every third the same kind of memory."""
    rng = np.random.default_rng(seed)
    kind, kept = MASKS[seed % len(MASKS)], MEMORIES[seed % len(MEMORIES)]
    n_heads = int(rng.choice([1, 2, 3, 4, 8]))
    d_model = n_heads * int(rng.integers(1, 9))
    batch, n_q, n_k = (int(size) for size in rng.integers(1, 8, size=3))
    d_memory = d_model if kept != "another width" else d_model + int(rng.integers(1, 6))
    X = rng.normal(scale=SIZE, size=(batch, n_q, d_model)).astype("float32")
    memory = rng.normal(scale=SIZE, size=(batch, n_k, d_memory)).astype("float32") if kept != "none" else None
    n_k = n_q if memory is None else n_k
    mask = _mask(kind, batch, n_heads, n_q, n_k, rng)
    return Drawn(n_heads, d_model, d_memory, X, memory, mask, rng)


def _mask(kind: str, batch: int, n_heads: int, n_q: int, n_k: int, rng) -> np.ndarray | None:
    """Make a mask in which every query may attend to something: for the others PyTorch has no answer."""
    if kind == "none":
        return None
    padding = padding_mask(rng.integers(1, n_k + 1, size=batch), n_k)[:, None]  # (batch, 1, 1, n_k)
    allowed = {
        "shared": rng.random((1, 1, n_q, n_k)) < 0.6,
        "padding": padding,
        "causal and padding": padding & causal_mask(n_q, n_k),
        "by sequence": rng.random((batch, 1, n_q, n_k)) < 0.6,
    }.get(kind, rng.random((batch, n_heads, n_q, n_k)) < 0.6)
    allowed = np.broadcast_to(allowed, (batch, n_heads, n_q, n_k)).copy()
    allowed[..., 0] |= ~allowed.any(axis=-1)
    if kind == "additive":
        return np.where(allowed, rng.normal(size=allowed.shape), -np.inf).astype("float32")
    return allowed


def theirs(module, case: Drawn) -> tuple[np.ndarray, np.ndarray]:
    """Run PyTorch's module: its output and every head's weights."""
    mask = None
    if case.mask is not None:
        flat = case.mask.reshape(-1, *case.mask.shape[-2:])  # (batch · n_heads, n_q, n_k)
        mask = torch.tensor(~flat if flat.dtype == bool else flat)
    X, source = torch.tensor(case.X), torch.tensor(case.source)
    with torch.no_grad():
        output, weights = module(X, source, source, attn_mask=mask, average_attn_weights=False)
    return output.numpy(), weights.numpy()


def loaded_into_torch(attend: MultiHeadAttention):
    """Make PyTorch's module with our projections."""
    d_model, d_memory = len(attend.W_Q), len(attend.W_K)
    module = torch.nn.MultiheadAttention(
        d_model, attend.n_heads, bias=False, kdim=d_memory, vdim=d_memory, batch_first=True
    )
    Q, K, V, joined = (
        torch.tensor(np.ascontiguousarray(W.T)) for W in (attend.W_Q, attend.W_K, attend.W_V, attend.W_O)
    )
    parts = {"in_proj_weight": torch.cat([Q, K, V])} if d_memory == d_model else {
        "q_proj_weight": Q, "k_proj_weight": K, "v_proj_weight": V,
    }  # fmt: skip
    module.load_state_dict({**parts, "out_proj.weight": joined}, strict=True)
    return module


def loaded_from_torch(module, n_heads: int) -> MultiHeadAttention:
    """Make our attention with PyTorch's projections."""
    held = {name: array.numpy() for name, array in module.state_dict().items()}
    if "in_proj_weight" in held:
        Q, K, V = np.split(held["in_proj_weight"], 3)
    else:
        Q, K, V = (held[f"{name}_proj_weight"] for name in "qkv")
    return MultiHeadAttention(Q.T, K.T, V.T, held["out_proj.weight"].T, n_heads=n_heads)


def random_projections(case: Drawn) -> MultiHeadAttention:
    widths = ((case.d_model, case.d_model), (case.d_memory, case.d_model))
    W_Q, W_K, W_V, W_O = (
        case.rng.normal(scale=rows**-0.5, size=(rows, columns)).astype("float32")
        for rows, columns in (widths[0], widths[1], widths[1], widths[0])
    )
    return MultiHeadAttention(W_Q, W_K, W_V, W_O, n_heads=case.n_heads)


class Largest:
    """The largest difference, as a share of the larger of 1 and the expected number, and among how many numbers."""

    def __init__(self) -> None:
        self.seen, self.numbers = 0.0, 0

    def take(self, ours: np.ndarray, expected: np.ndarray) -> None:
        assert ours.shape == expected.shape
        assert ours.dtype == expected.dtype == np.float32
        difference = float((np.abs(ours - expected) / np.maximum(1, np.abs(expected))).max(initial=0))
        self.seen, self.numbers = max(self.seen, difference), self.numbers + ours.size
        assert difference <= NEAR


@pytest.fixture
def largest(capsys, request):
    largest = Largest()
    yield largest
    with capsys.disabled():
        print(f"\n  {request.node.name}: {CASES} cases, {largest.numbers} numbers, "
              f"largest difference {largest.seen:.1e}", end="")  # fmt: skip


def compare(attend: MultiHeadAttention, module, case: Drawn, largest: Largest) -> None:
    trace = attend(case.X, memory=case.memory, mask=case.mask)
    output, weights = theirs(module.eval(), case)
    largest.take(trace.output, output)
    for number, head in enumerate(trace.heads):
        largest.take(head.weights, weights[:, number])


def test_our_weights_in_their_module_give_the_same(largest):
    for seed in range(CASES):
        case = drawn(seed)
        attend = random_projections(case)
        compare(attend, loaded_into_torch(attend), case, largest)


def test_their_weights_in_our_attention_give_the_same(largest):
    torch.manual_seed(0)
    for seed in range(CASES, 2 * CASES):
        case = drawn(seed)
        module = torch.nn.MultiheadAttention(
            case.d_model, case.n_heads, bias=False, kdim=case.d_memory, vdim=case.d_memory, batch_first=True
        )
        compare(loaded_from_torch(module, case.n_heads), module, case, largest)


def test_loading_there_and_back_changes_no_weight():
    for seed in range(6):
        case = drawn(seed)
        attend = random_projections(case)
        back = loaded_from_torch(loaded_into_torch(attend), attend.n_heads)
        for name in ("W_Q", "W_K", "W_V", "W_O"):
            np.testing.assert_array_equal(getattr(back, name), getattr(attend, name))


def test_key_padding_and_causal_masks_given_apart_are_ours_combined(largest):
    """The two masks of the module, each with True = not allowed, against one mask of ours."""
    for seed in range(CASES):
        case = drawn(3 * seed)  # 3 · seed: no memory
        attend, n = random_projections(case), case.X.shape[1]
        padding = padding_mask(case.rng.integers(1, n + 1, size=len(case.X)), n)  # (batch, 1, n)
        X = torch.tensor(case.X)
        with torch.no_grad():
            output, _ = loaded_into_torch(attend).eval()(
                X,
                X,
                X,
                attn_mask=torch.tensor(~causal_mask(n)),
                key_padding_mask=torch.tensor(~padding[:, 0]),
            )
        largest.take(attend(case.X, mask=causal_mask(n) & padding).output, output.numpy())


def test_shared_key_heads_are_those_of_sdpa(largest):
    for seed in range(CASES):
        rng = np.random.default_rng(seed)
        n_kv_heads, group, d_k, d_v = (int(size) for size in rng.integers(1, 5, size=4))
        n_heads = n_kv_heads * group
        n_q, n_k, d_model, d_memory = (int(size) for size in rng.integers(1, 9, size=4))
        shapes = ((d_model, n_heads * d_k), (d_memory, n_kv_heads * d_k), (d_memory, n_kv_heads * d_v),
                  (n_heads * d_v, d_model))  # fmt: skip
        W = [rng.normal(scale=rows**-0.5, size=(rows, columns)).astype("float32") for rows, columns in shapes]
        X = rng.normal(scale=SIZE, size=(2, n_q, d_model)).astype("float32")
        memory = rng.normal(scale=SIZE, size=(2, n_k, d_memory)).astype("float32")
        mask = rng.random((2, 1, n_q, n_k)) < 0.7
        mask[..., 0] |= ~mask.any(axis=-1)
        trace = MultiHeadAttention(*W, n_heads=n_heads, n_kv_heads=n_kv_heads)(
            X, memory=memory, mask=mask[:, 0]
        )
        Q, K, V = (
            torch.tensor(np.ascontiguousarray(split_heads(x @ w, heads)))
            for x, w, heads in ((X, W[0], n_heads), (memory, W[1], n_kv_heads), (memory, W[2], n_kv_heads))
        )
        output = torch.nn.functional.scaled_dot_product_attention(
            Q, K, V, attn_mask=torch.tensor(mask), enable_gqa=True
        ).numpy()
        for number, head in enumerate(trace.heads):
            largest.take(head.output, output[:, number])
        largest.take(trace.output, merge_heads(output) @ W[3])


def test_an_inverted_mask_would_be_noticed():
    """M2, M3: their True is our False."""
    case = drawn(1)
    assert case.mask is not None
    attend = random_projections(case)
    output, _ = theirs(loaded_into_torch(attend).eval(), case)
    wrong = attend(case.X, memory=case.memory, mask=~case.mask).output
    assert np.abs(wrong - output).max() > 0.01
