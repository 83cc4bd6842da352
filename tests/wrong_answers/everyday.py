"""Everyday slips: each exercise's own solution with one thing changed, as a reader would write it.

``EDITS[exercise]`` holds (name, slip, what stands in the solution, what the reader wrote). Everything that stands there
is replaced wherever it does.
"""

from __future__ import annotations

from attnlib.exercises.catalogue import task
from attnlib.exercises.exercise import Exercise
from tests.wrong_answers.answers import Wrong

Edit = tuple[str, str, str, str]

_SCORE = "Q @ np.swapaxes(K, -1, -2)"
_ROOT = "np.sqrt(Q.shape[-1])"
_RETURN = "return weights @ V, weights"

_SCALES: list[Edit] = [
    ("d ** 1/2", "scale_precedence", f"/ {_ROOT}", "/ Q.shape[-1] ** 1/2"),
    ("(d ** 1/2)", "scale_precedence", f"/ {_ROOT}", "/ (Q.shape[-1] ** 1/2)"),
    ("times d ** -1/2", "scale_precedence", f"/ {_ROOT}", "* Q.shape[-1] ** -1/2"),
    ("d ** (1 // 2)", "scale_missing", f"/ {_ROOT}", "/ Q.shape[-1] ** (1 // 2)"),
    ("int(√d)", "scale_truncated", _ROOT, f"int({_ROOT})"),
    ("math.isqrt", "scale_truncated", _ROOT, "math.isqrt(Q.shape[-1])"),
    ("√d rounded", "scale_truncated", _ROOT, f"round({_ROOT})"),
    ("//", "floored", f"/ {_ROOT}", f"// {_ROOT}"),
]

_PRODUCTS: list[Edit] = [
    ("K.T", "batch_transposed", _SCORE, "Q @ K.T"),
    ("np.dot, K.T", "batch_paired", _SCORE, "np.dot(Q, K.T)"),
    ("np.inner", "batch_paired", _SCORE, "np.inner(Q, K)"),
    ("np.dot", "batch_paired", _SCORE, "np.dot(Q, np.swapaxes(K, -1, -2))"),
    ("tensordot", "batch_paired", _SCORE, "np.tensordot(Q, K, axes=(-1, -1))"),
    ("float16", "low_precision", _SCORE, "Q.astype(np.float16) @ np.swapaxes(K, -1, -2).astype(np.float16)"),
    (
        "reshape for a transpose",
        "reshaped",
        "np.swapaxes(K, -1, -2)",
        "K.reshape(*K.shape[:-2], K.shape[-1], K.shape[-2])",
    ),
]

_FRONT: list[Edit] = [
    ("swapaxes(0, 1)", "axis_from_front", "np.swapaxes(K, -1, -2)", "np.swapaxes(K, 0, 1)"),
    ("transpose(1, 0)", "axis_from_front", "np.swapaxes(K, -1, -2)", "K.transpose(1, 0)"),
    ("Q.shape[1]", "axis_from_front", "Q.shape[-1]", "Q.shape[1]"),
]

_MIXED: list[Edit] = [
    ("np.dot with V", "batch_paired", "weights @ V", "np.dot(weights, V)"),
    ("output in float16", "low_precision", _RETURN, "return (weights @ V).astype(np.float16), weights"),
    ("rounded to 2", "rounded", _RETURN, "return np.round(weights @ V, 2), weights.round(2)"),
    ("rounded to 3", "rounded", _RETURN, "return (weights @ V).round(3)"),
    ("whole numbers", "whole_numbers", _RETURN, "return (weights @ V).astype(int)"),
    ("order of the results", "results_swapped", _RETURN, "return weights, weights @ V"),
    ("the weights alone", "weights_returned", _RETURN, "return weights"),
    ("return forgotten", "returns_none", "return ", "output = "),
    ("print in place of return", "returns_none", _RETURN, "print(weights @ V)"),
    ("Q divided in place", "modifies_inputs", "    scaled =", "    Q *= 0.5\n    scaled = 2 *"),
]  # fmt: skip

_SOFTMAXES: list[Edit] = [
    ("axis=1", "axis_from_front", "axis=-1", "axis=1"),
    ("axis=-2", "wrong_axis", "axis=-1", "axis=-2"),
    ("no keepdims", "keepdims_missing", "powers.sum(axis=-1, keepdims=True)", "powers.sum(axis=-1)"),
    ("NaN painted over", "overflow_painted_over",
     "np.exp(scaled - scaled.max(axis=-1, keepdims=True))", "np.nan_to_num(np.exp(scaled))"),
    ("weights painted over", "overflow_painted_over",
     "np.exp(scaled - scaled.max(axis=-1, keepdims=True))\n    weights = powers / powers.sum(axis=-1, keepdims=True)",
     "np.exp(scaled)\n    weights = np.nan_to_num(powers / powers.sum(axis=-1, keepdims=True))"),
    ("scores cut at 700", "overflow_painted_over",
     "np.exp(scaled - scaled.max(axis=-1, keepdims=True))", "np.exp(np.minimum(scaled, 700))"),
    ("no maximum", "no_maximum", " - scaled.max(axis=-1, keepdims=True)", ""),
    ("one maximum for all", "maximum_wrong_axis", "scaled.max(axis=-1, keepdims=True)", "scaled.max()"),
    ("a causal mask", "causal_uninvited", "    powers =",
     "    scaled = np.where(np.tri(*scaled.shape[-2:], dtype=bool), scaled, -np.inf)\n    powers ="),
    ("a causal mask by triu", "causal_uninvited", "    powers =",
     "    scaled = scaled + np.triu(np.full(scaled.shape[-2:], -np.inf), 1)\n    powers ="),
]  # fmt: skip
_STEPS: list[Edit] = [
    ("the sum forgotten", "sum_missing", " / powers.sum(axis=-1, keepdims=True)", ""),
    ("one sum for all", "whole_matrix", "powers.sum(axis=-1, keepdims=True)", "powers.sum()"),
    ("softmax twice", "softmax_twice", "    weights = powers / powers.sum(axis=-1, keepdims=True)\n",
     "    weights = powers / powers.sum(axis=-1, keepdims=True)\n"
     "    weights = np.exp(weights) / np.exp(weights).sum(axis=-1, keepdims=True)\n"),
    ("powers of two", "wrong_base", "np.exp", "np.exp2"),
    ("minus", "sign_reversed", _SCORE, f"-{_SCORE}"),
    ("absolute", "absolute", _SCORE, f"abs({_SCORE})"),
    ("distances", "distance", _SCORE, "-np.linalg.norm(Q[..., :, None, :] - K[..., None, :, :], axis=-1)"),
]  # fmt: skip
_MASKED_SOFTMAXES: list[Edit] = [
    (name, slip, old.replace("scaled", "masked"), new.replace("scaled", "masked"))
    for name, slip, old, new in _SOFTMAXES
    if slip != "causal_uninvited"
]


def _but(edits: list[Edit], *names: str) -> list[Edit]:
    return [edit for edit in edits if edit[0] not in names]


_TURNED_MIX: Edit = (
    "weights transposed",
    "mix_transposed",
    "weights @ V",
    "np.swapaxes(weights, -1, -2) @ V",
)
_EXCHANGED: list[Edit] = [("Q and K exchanged", "roles_exchanged", _SCORE, "K @ np.swapaxes(Q, -1, -2)")]

EDITS: dict[str, list[Edit]] = {
    "scores": [
        *_PRODUCTS,
        *_FRONT[:2],
        ("minus the distance", "distance", _SCORE,
         "-np.linalg.norm(Q[..., :, None, :] - K[..., None, :, :], axis=-1)"),
        ("minus the square", "distance", _SCORE, "-((Q[..., :, None, :] - K[..., None, :, :]) ** 2).sum(-1)"),
        ("absolute", "absolute", _SCORE, "abs(Q @ np.swapaxes(K, -1, -2))"),
        ("negative", "sign_reversed", _SCORE, "-Q @ np.swapaxes(K, -1, -2)"),
        ("rounded", "rounded", f"return {_SCORE}", f"return np.round({_SCORE}, 1)"),
        ("whole", "whole_numbers", f"return {_SCORE}", f"return ({_SCORE}).astype(int)"),
        ("return forgotten", "returns_none", "return ", "result = "),
    ],
    "scaling": [
        *_PRODUCTS,
        *_FRONT,
        *_SCALES,
        ("transpose forgotten", "transpose_missing", "np.swapaxes(K, -1, -2)", "K"),
        ("minus the distance", "distance", _SCORE,
         "-np.linalg.norm(Q[..., :, None, :] - K[..., None, :, :], axis=-1)"),
        ("rounded", "rounded", f"return {_SCORE} / {_ROOT}", f"return np.round({_SCORE} / {_ROOT}, 1)"),
        ("return forgotten", "returns_none", "return ", "result = "),
    ],
    "attention": [
        *_STEPS,
        *_PRODUCTS, *_FRONT, *_SCALES, *_MIXED, *_SOFTMAXES, *_EXCHANGED,
        ("weights transposed", "weights_transposed", "weights @ V", "np.swapaxes(weights, -1, -2) @ V"),
    ],
    "self_attention": [
        *_STEPS,
        *_PRODUCTS, *_FRONT, *_SCALES, *_MIXED[:-1], *_SOFTMAXES, *_EXCHANGED, _TURNED_MIX,
        ("X changed", "modifies_inputs", "    Q, K, V =", "    W_Q *= 0.5\n    W_K *= 2\n    Q, K, V ="),
    ],
    "causal_attention": [
        *_STEPS,
        *_PRODUCTS, *_FRONT, *_SCALES, *_MIXED[:-1], *_MASKED_SOFTMAXES, *_EXCHANGED, _TURNED_MIX,
        ("(1 - mask) * -inf", "zero_times_infinity",
         "np.where(np.tri(X.shape[-2], dtype=bool), scaled, -np.inf)", "scaled + (1 - np.tri(X.shape[-2])) * -np.inf"),
        ("mask added as 0/1", "mask_added_as_it_is",
         "np.where(np.tri(X.shape[-2], dtype=bool), scaled, -np.inf)", "scaled + np.tri(X.shape[-2])"),
        ("mask multiplied", "masked_to_zero",
         "np.where(np.tri(X.shape[-2], dtype=bool), scaled, -np.inf)", "scaled * np.tri(X.shape[-2])"),
    ],
    "masked_attention": [
        *_PRODUCTS, *_FRONT, *_SCALES,
        ("weights transposed", "mix_transposed", "weights @ np", "np.swapaxes(weights, -1, -2) @ np"),
        ("a causal mask too", "causal_uninvited", "np.where(mask, scaled",
         "np.where(mask & np.tri(*scaled.shape[-2:], dtype=bool), scaled"),
        ("(1 - mask) * -inf", "zero_times_infinity", "np.where(mask, scaled, -np.inf)",
         "scaled + (1 - mask) * -np.inf"),
        ("-1e9 with a guard", "finite_minus_infinity",
         "np.where(mask, scaled, -np.inf)\n    top = masked.max(axis=-1, keepdims=True)\n"
         "    powers = np.exp(masked - np.where(np.isneginf(top), 0, top))\n",
         "np.where(mask, scaled, -1e9)\n    top = masked.max(axis=-1, keepdims=True)\n"
         "    powers = np.exp(masked - top) * mask.any(axis=-1)[..., None]\n"),
    ],
    "multi_head": [
        *_STEPS,
        *_PRODUCTS[3:4], *_PRODUCTS[-1:], *_SCALES, *_SOFTMAXES[1:],
        ("exchanged", "roles_exchanged", "split(X @ W_Q), split(X @ W_K)", "split(X @ W_K), split(X @ W_Q)"),
        ("K.T", "batch_transposed", _SCORE, "Q @ K.T"),
        ("np.inner", "batch_paired", _SCORE, "np.inner(Q, K)"),
        _TURNED_MIX,
        ("W_O transposed", "w_o_transposed", "@ W_O, ", "@ W_O.T, "),
        ("float16", "low_precision", "    return heads.reshape(*heads.shape[:-2], -1) @ W_O, weights",
         "    return (heads.reshape(*heads.shape[:-2], -1) @ W_O).astype(np.float16)"),
    ],
    "grouped_heads": [
        *_STEPS,
        *_PRODUCTS, *_SCALES, *_MIXED[:-1], *_SOFTMAXES[1:], _TURNED_MIX,
    ],
    "attention_backward": [
        ("K.T", "batch_transposed", "np.swapaxes(K, -1, -2)", "K.T"),
        ("V.T", "batch_transposed", "np.swapaxes(V, -1, -2)", "V.T"),
        ("weights.T", "batch_transposed", "np.swapaxes(weights, -1, -2)", "weights.T"),
        ("np.inner", "batch_paired", _SCORE, "np.inner(Q, K)"),
        ("np.dot with V", "batch_paired", "d_output @ np.swapaxes(V, -1, -2)",
         "np.dot(d_output, np.swapaxes(V, -1, -2))"),
        *_SOFTMAXES[3:8],
        ("order of the results", "results_swapped", "return d_scores @ K, np.swapaxes(d_scores, -1, -2) @ Q, d_V",
         "return d_V, d_scores @ K, np.swapaxes(d_scores, -1, -2) @ Q"),
        ("d_Q alone", "wrong_count", "return d_scores @ K, np.swapaxes(d_scores, -1, -2) @ Q, d_V",
         "return d_scores @ K"),
        ("return forgotten", "returns_none", "return ", "found = "),
        ("rounded", "rounded", "return d_scores @ K, np.swapaxes(d_scores, -1, -2) @ Q, d_V",
         "return np.round(d_scores @ K, 2), np.round(np.swapaxes(d_scores, -1, -2) @ Q, 2), np.round(d_V, 2)"),
    ],
    "softmax": [
        ("NaN painted over", "overflow_painted_over",
         "powers = np.exp(x - x.max(axis=-1, keepdims=True))\n    return powers / powers.sum(axis=-1, keepdims=True)",
         "powers = np.exp(x)\n    return np.nan_to_num(powers / powers.sum(axis=-1, keepdims=True))"),
        ("infinity painted over", "overflow_painted_over",
         "np.exp(x - x.max(axis=-1, keepdims=True))", "np.nan_to_num(np.exp(x))"),
        ("cut at 500", "overflow_painted_over", "x - x.max(axis=-1, keepdims=True)", "np.clip(x, -500, 500)"),
        ("the maximum added", "maximum_added", "x - x.max", "x + x.max"),
        ("rounded", "rounded", "return powers / powers.sum(axis=-1, keepdims=True)",
         "return np.round(powers / powers.sum(axis=-1, keepdims=True), 3)"),
        ("into empty_like", "whole_numbers", "return powers / powers.sum(axis=-1, keepdims=True)",
         "out = np.empty_like(x)\n    out[...] = powers / powers.sum(axis=-1, keepdims=True)\n    return out"),
        ("in place", "modifies_inputs", "    powers =", "    x -= x.max(axis=-1, keepdims=True)\n    powers ="),
        ("return forgotten", "returns_none", "return ", "weights = "),
    ],
    "softmax_backward": [
        ("mean for sum", "mean_for_sum", ".sum(", ".mean("),
        ("rounded", "rounded", "return weights * (d_weights - mean)",
         "return np.round(weights * (d_weights - mean), 2)"),
        ("into zeros_like", "whole_numbers", "return weights * (d_weights - mean)",
         "out = np.zeros_like(d_weights)\n    out[...] = weights * (d_weights - mean)\n    return out"),
        ("in place", "modifies_inputs", "return weights * (d_weights - mean)",
         "d_weights -= mean\n    return weights * d_weights"),
        ("axis=1", "axis_from_front", "axis=-1", "axis=1"),
        ("axis=0", "wrong_axis", "axis=-1", "axis=0"),
        ("return forgotten", "returns_none", "return ", "d_scores = "),
    ],
    "split_heads": [
        ("transpose(1, 0, 2)", "not_for_a_batch", "np.swapaxes(parts, -2, -3)", "parts.transpose(1, 0, 2)"),
        (".T", "features_swapped", "np.swapaxes(parts, -2, -3)", "parts.T"),
        ("as it lies in memory", "storage", "n_heads, -1)", "n_heads, -1, order='A')"),
        ("the first axis by len", "not_for_a_batch", "*x.shape[:-1]", "len(x)"),
        ("np.split", "heads_first", "return np.swapaxes(parts, -2, -3)", "return np.split(x, n_heads, axis=-1)"),
        ("a generator", "not_numbers", "return np.swapaxes(parts, -2, -3)", "return (part for part in parts)"),
        ("return forgotten", "returns_none", "return ", "heads = "),
    ],
    "merge_heads": [
        ("the largest", "largest_only", "return parts.reshape(*parts.shape[:-2], -1)", "return x.max(axis=-3)"),
        ("transpose(1, 0, 2)", "not_for_a_batch", "np.swapaxes(x, -2, -3)", "x.transpose(1, 0, 2)"),
        ("concatenate the first axis", "not_for_a_batch", "return parts.reshape(*parts.shape[:-2], -1)",
         "return np.concatenate(x, axis=-1)"),
        ("np.vstack", "stacked_as_tokens", "return parts.reshape(*parts.shape[:-2], -1)", "return np.vstack(x)"),
        ("not swapped", "joined_without_swap", "np.swapaxes(x, -2, -3)", "x"),
        ("return forgotten", "returns_none", "return ", "merged = "),
    ],
    "padding_mask": [
        (">", "inverted", "<", ">"),
        (">=", "inverted", "<", ">="),
        ("<=", "one_too_many", "<", "<="),
        ("counted from 1", "one_too_few", "np.arange(n_k)", "np.arange(1, n_k + 1)"),
        ("one None", "axis_missing", "[:, None, None]", "[:, None]"),
        ("return forgotten", "returns_none", "return ", "mask = "),
    ],
    "decoder_mask": [
        ("|", "joined_by_or", "mask & (np.arange(n) < l", "mask | (np.arange(n) < l"),
        ("+", "joined_by_or", "mask & (np.arange(n) < l", "mask + (np.arange(n) < l"),
        ("elif", "padding_skipped", "    if lengths", "    elif lengths"),
        ("ones and zeros", "numbers_for_booleans", "return mask", "return mask.astype(int)"),
        ("to be added", "additive_mask", "return mask", "return np.where(mask, 0.0, -np.inf)"),
        ("strictly", "diagonal_masked", "<= np", "< np"),
        (">=", "future_instead", "<= np", ">= np"),
        ("begins with zeros", "nothing_allowed", "np.ones", "np.zeros"),
        ("queries too", "queries_masked", "lengths[:, None, None])",
         "lengths[:, None, None]) & (np.arange(n)[:, None] < lengths[:, None, None])"),
        ("one too few", "one_too_few", "< lengths[:, None, None]", "< lengths[:, None, None] - 1"),
        ("the first length", "one_length", "lengths[:, None, None]",
         "np.full_like(lengths, lengths[0])[:, None, None]"),
        ("return forgotten", "returns_none", "    return ", "    result = "),
    ],
    "causal_mask": [
        ("the offset's sign", "offset_sign", "n_k - n_q", "n_q - n_k"),
        ("np.tri, the sign of k", "offset_sign", "return np.arange(n_k) <= places[:, None]",
         "return np.tri(n_q, n_k, n_q - n_k, dtype=bool)"),
        ("np.tril, the sign of k", "offset_sign", "return np.arange(n_k) <= places[:, None]",
         "return np.tril(np.ones((n_q, n_k), bool), n_q - n_k)"),
        ("no offset", "top_left", " + n_k - n_q", ""),
        ("strictly", "diagonal_masked", "<=", "<"),
        ("triu", "future_instead", "<=", ">="),
        ("return forgotten", "returns_none", "return ", "mask = "),
        ("as text", "not_numbers", "return np.arange(n_k) <= places[:, None]",
         "return str(np.arange(n_k) <= places[:, None])"),
    ],
}  # fmt: skip


def everyday(name: str) -> list[Wrong]:
    """Return an exercise's solution with each everyday slip in it."""
    exercise = task(name)
    assert isinstance(exercise, Exercise)
    made = []
    for label, slip, old, new in EDITS.get(name, []):
        assert old in exercise.solution, f"{name}: nothing to change for {label!r}"
        code = exercise.solution.replace(old, new)
        made.append(Wrong(f"{label} (everyday)", "sibling", slip, code))
    return made
