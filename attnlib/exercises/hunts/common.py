"""Slips that any hunt may end in: its own solution with one thing changed, where the solution has that thing."""

from __future__ import annotations

from collections.abc import Iterator

from attnlib.exercises.exercise import Function, Slip
from attnlib.exercises.hunts.running import function_of

_ROOT = "np.sqrt(K.shape[-1])"
_HIDE = "np.where(allowed, scores, -np.inf)"
_HIDE_PADDING = "np.where(real, scores, -np.inf)"
_POWERS = (1, 2, 3, 4, 5, 6, 8, 9, 10, 12, 15, 18, 20, 30)
#: Numbers below the smallest score, and finite like any other.
_BELOW = tuple(
    f"scores.min({rows}) - {step}" for rows in ("", "axis=-1, keepdims=True") for step in (1, 2, 5)
)
_NUMBERS = (2, 3, 4, 8, 10, 16, 64, 256, 2**0.5, 3**0.5, 5**0.5)
_AFTER = "(lambda w: {})(softmax(scores) * allowed)"

#: A word, what is said, and what is replaced by what.
_CHANGES: tuple[tuple[str, str, tuple[tuple[str, str], ...]], ...] = (
    (
        "finite_still",
        "A finite number stands for −∞: a score below it loses to what is hidden. Only −np.inf is below every score.",
        (
            *(("-np.inf", f"-1e{power}") for power in _POWERS),
            *(("-np.inf", below) for below in _BELOW),
            *((_HIDE, f"(scores - 1e{power} * (1 - allowed))") for power in _POWERS),
            *((_HIDE_PADDING, f"(scores - 1e{power} * (1 - real))") for power in _POWERS),
        ),
    ),
    (
        "zero_scores",
        "A score of 0 is a bid like any other: e⁰ = 1. Hidden scores are −∞.",
        (("-np.inf", "0"),),
    ),
    (
        "mask_inverted",
        "The mask is inverted: what may be seen is hidden. True means may attend.",
        (("np.where(allowed,", "np.where(~allowed,"), ("np.where(real,", "np.where(~real,")),
    ),
    (
        "mask_after_softmax",
        "The mask comes after the softmax: hidden keys keep their share, and the rows no longer sum to 1.",
        (
            (f"softmax({_HIDE})", _AFTER.format("w")),
            (f"scores = {_HIDE}\n    return softmax(scores)", "return " + _AFTER.format("w")),
        ),
    ),
    (
        "renormalised_after",
        "The rows are put right after the softmax, too late: a hidden score far above the others has left them "
        "nothing, and 0/0 is NaN. Hide the scores before it.",
        (
            (f"softmax({_HIDE})", _AFTER.format("w / w.sum(axis=-1, keepdims=True)")),
            (f"softmax({_HIDE})", _AFTER.format("np.nan_to_num(w / w.sum(axis=-1, keepdims=True))")),
            (
                f"scores = {_HIDE}\n    return softmax(scores)",
                "return " + _AFTER.format("w / w.sum(axis=-1, keepdims=True)"),
            ),
        ),
    ),
    (
        "no_maximum",
        "Without the maximum large scores overflow. That part was right.",
        ((" - scores.max(axis=-1, keepdims=True)", ""), (" - most", "")),
    ),
    (
        "diagonal_masked",
        "A token may see itself, too: the diagonal belongs to the mask's True.",
        (
            ("np.tri(len(Q), dtype", "np.tri(len(Q), k=-1, dtype"),
            ("np.tri(len(scores), dtype", "np.tri(len(scores), k=-1, dtype"),
            *(
                (
                    f"np.tri(len({rows}), dtype=bool)",
                    f"np.tri(len({rows}), k=-1, dtype=bool) | (np.arange(len({rows})) == 0)[:, None] & "
                    f"np.tri(len({rows}), dtype=bool)",
                )
                for rows in ("scores", "Q")
            ),
            ("np.tril(allowed)", "np.tril(allowed, -1)"),
        ),
    ),
    (
        "sees_next",
        "Now a token sees its successor.",
        (
            ("np.tri(len(Q), dtype", "np.tri(len(Q), k=1, dtype"),
            ("np.tri(len(scores), dtype", "np.tri(len(scores), k=1, dtype"),
            ("np.tril(allowed)", "np.tril(allowed, 1)"),
            ("np.tril(np.ones((len(Q), len(K)), dtype=bool))", "np.tri(len(Q), len(K), 1, dtype=bool)"),
            ("k=n_k - n_q", "k=n_k - n_q + 1"),
        ),
    ),
    (
        "future_instead",
        "Now a token sees itself and what comes after it: tril keeps the past, triu the future.",
        (
            ("np.tril(allowed)", "np.triu(allowed)"),
            ("np.tri(len(Q), dtype=bool)", "np.tri(len(Q), dtype=bool).T"),
            ("np.tri(len(scores), dtype=bool)", "np.tri(len(scores), dtype=bool).T"),
        ),
    ),
    ("scale_missing", "The scores aren't scaled now: divide them by √d_k.", ((f" / {_ROOT}", ""),)),
    ("scale_d_k", "It divides by d_k; the root is missing.", ((_ROOT, "K.shape[-1]"),)),
    (
        "scale_half",
        "d_k ** 1/2 is d_k / 2: powers come first. Write d_k ** 0.5.",
        ((_ROOT, "K.shape[-1] ** 1/2"),),
    ),
    (
        "scale_cut_off",
        "The root is cut off to a whole number. √d_k has decimals.",
        ((_ROOT, f"int({_ROOT})"),),
    ),
    ("scale_inverted", "It multiplies by √d_k. Divide.", ((f"/ {_ROOT}", f"* {_ROOT}"),)),
    (
        "scale_d_model",
        "It divides by the root of the model's width. A head's products are d_k in number: K.shape[-1].",
        ((_ROOT, "np.sqrt(X.shape[-1])"),),
    ),
    (
        "scale_n_q",
        "It divides by the root of the number of queries. It is the width of a key that counts: K.shape[-1].",
        ((_ROOT, "np.sqrt(Q.shape[-2])"),),
    ),
    (
        "scale_fixed",
        "It divides by the same number whatever the width: √d_k follows the width of a key, K.shape[-1].",
        tuple((_ROOT, str(number)) for number in _NUMBERS),
    ),
    (
        "weights_transposed",
        "The weights are transposed: each query is a row, so the mixture is weights @ V.",
        (("weights @ V", "weights.swapaxes(-1, -2) @ V"),),
    ),
)


def common_slips(solution: str, buggy: str, known: tuple[str, ...]) -> Iterator[Slip]:
    r"""Return what a hunt's own slips don't cover; what would be the planted bug again is left out.

    Examples
    --------
    >>> code = "def f(scores, allowed):\n    return softmax(np.where(allowed, scores, -np.inf))"
    >>> [slip.word for slip in common_slips(code, "", ("zero_scores",))]
    ['finite_still', 'mask_inverted', 'mask_after_softmax', 'renormalised_after']
    """
    for word, says, changes in _CHANGES:
        wrong = tuple(_changed(solution, buggy, changes))
        if wrong and word not in known:
            yield Slip(word, says, wrong, exact=True)  # they are many, and alike in a small case


def _changed(solution: str, buggy: str, changes: tuple[tuple[str, str], ...]) -> Iterator[Function]:
    known_names = solution.partition("):")[0] + ")"
    for old, new in changes:
        source = solution.replace(old, new)
        has = "X.shape" not in new or "(X," in known_names
        if old in solution and has and source.strip() != buggy.strip():
            yield function_of(source)
