"""Every hunt's cases tell a mend that is nearly right: its solution, changed in one place, must fail, in every way."""

from __future__ import annotations

import ast
import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from attnlib.exercises.engine.judging import judge
from attnlib.exercises.hunts import all_hunts
from attnlib.exercises.hunts.hunt import same_inputs
from attnlib.exercises.mistaken import attend, budget, flip
from attnlib.maths.attention import attention
from attnlib.maths.steps import softmax

HUNTS = tuple(all_hunts().values())
each = pytest.mark.parametrize("hunt", HUNTS, ids=lambda hunt: hunt.name)

#: Which sizes each argument has; "-" is no array. Every size of a hunt differs from every other in some case.
SIZES = {
    "hunt_axis": ("n_q n_k",),
    "hunt_scale_missing": ("n_q d_k", "n_k d_k"),
    "hunt_scale_width": ("n d_model", "d_model d_k", "d_model d_k"),
    "hunt_value": ("n d_model", "d_model d", "d_model d", "d_model d"),
    "hunt_polarity": ("n d_k", "n d_k", "n d_v"),
    "hunt_diagonal": ("n d_k", "n d_k", "n d_v"),
    "hunt_after_softmax": ("n n",),
    "hunt_zero_scores": ("n d_k", "n d_k"),
    "hunt_finite": ("n_q n_k", "n_q n_k"),
    "hunt_skipped": ("n d_k", "n d_k", "n d_v", "n"),
    "hunt_padding_axis": ("batch n d", "batch n d", "batch n d_v", "batch n"),
    "hunt_empty": ("n_q n_k", "n_q n_k"),
    "hunt_poison": ("n_q d_k", "n_k d_k", "n_k d_v", "n_k"),
    "hunt_heads": ("n d_model", "d_model h·d_k", "d_model h·d_k", "d_model h·d_k", "-"),
    "hunt_newest": ("n_q d_k", "n_k d_k", "n_k d_v"),
    "hunt_cache": ("n h d_k", "n h d_k", "n h d_k"),
}


def sizes(hunt, case):
    """Give each size of a case by name; the arguments agree on them."""
    found = {}
    for names, value in zip(SIZES[hunt.name], case.arguments, strict=False):
        if names == "-":
            found["h"] = value
            found["d_k"] = found["h·d_k"] // value
            continue
        for name, size in zip(names.split(), value.shape, strict=True):
            assert found.setdefault(name, size) == size, f"{case.isolates}: {name}"
    return found


@each
def test_some_case_has_all_sizes_different(hunt):
    found = [sizes(hunt, case) for case in hunt.exercise.cases]
    assert any(len(set(case.values())) == len(case) and min(case.values()) > 1 for case in found)


@each
def test_each_size_takes_two_values_at_least(hunt):
    found = [sizes(hunt, case) for case in hunt.exercise.cases]
    for name in found[0]:
        assert len({case[name] for case in found}) > 1, name


@each
def test_the_symptom_is_measured_on_cases(hunt):
    given = []

    def recorded(*arguments, **named):
        given.append((arguments, named))
        return hunt.exercise.reference(*arguments, **named)

    hunt.measure(recorded)
    noticed = [case for case in hunt.exercise.cases if case.noticed]
    assert given
    for arguments, named in given:
        assert any(same_inputs((case.arguments, dict(case.named)), (arguments, named)) for case in noticed)


@each
def test_every_array_of_a_case_holds_fractions_or_truths(hunt):
    # in whole numbers there is no room for −∞, and no hunt is about that
    kinds = {
        a.dtype.kind for case in hunt.exercise.cases for a in case.arguments if isinstance(a, np.ndarray)
    }
    assert kinds <= {"f", "b"}


# What is changed in a solution: a text in its source, or a helper that it calls.


def _unstable(x, axis=-1):
    return budget(x, axis=axis, maximum=False)


def _maximum_of_all(x, axis=-1):
    powers = np.exp(x - x.max())
    return powers / powers.sum(axis=axis, keepdims=True)


def _on_helpers():
    yield (
        "softmax without its maximum",
        {"softmax": _unstable, "attention": lambda *a: attend(*a, normalise=_unstable)},
    )
    yield (
        "softmax less the largest of all",
        {
            "softmax": _maximum_of_all,
            "attention": lambda Q, K, V: attend(Q, K, V, normalise=_maximum_of_all),
        },
    )
    yield (
        "softmax along the queries",
        {
            "softmax": lambda x, axis=-1: softmax(x, axis=-2),
            "attention": lambda Q, K, V: attend(Q, K, V, normalise=lambda x: softmax(x, axis=-2)),
        },
    )
    yield (
        "softmax twice",
        {
            "softmax": lambda x, axis=-1: softmax(softmax(x)),
            "attention": lambda Q, K, V: attend(Q, K, V, normalise=lambda x: softmax(softmax(x))),
        },
    )
    yield (
        "softmax over everything",
        {
            "softmax": lambda x, axis=-1: budget(x, axis=None),
            "attention": lambda Q, K, V: attend(Q, K, V, normalise=lambda x: budget(x, axis=None)),
        },
    )
    for number in (1, 2**0.5, 3**0.5, 2, 5**0.5, 2.5, 3, 4):
        yield (
            f"attention over {number:.3g}",
            {"attention": lambda Q, K, V, by=number: (lambda w: (w @ V, w))(softmax(Q @ flip(K) / by))},
        )
    yield (
        "attention over the root of n_k",
        {"attention": lambda Q, K, V: (lambda w: (w @ V, w))(softmax(Q @ flip(K) / np.sqrt(K.shape[-2])))},
    )


WHERE = "np.where(allowed, scores, -np.inf)"
WHERE_PRODUCT = "np.where(allowed, Q @ K.T / np.sqrt(K.shape[-1]), -np.inf)"
WHERE_REAL = "np.where(real, scores, -np.inf)"


def _on_text():
    for value in (
        "-1e2",
        "-1e4",
        "-1e9",
        "-1e30",
        "float(np.finfo(np.float32).min) / 1e8",
        "0",
        "np.inf",
        "np.nan",
    ):
        yield "-np.inf", value
    for width in (
        *(
            "np.sqrt(X.shape[-1])",
            "np.sqrt(len(K))",
            "np.sqrt(len(Q))",
            "np.sqrt(len(X))",
            "K.shape[-1]",
            "1",
        ),
        *("np.sqrt(V.shape[-1])", "np.sqrt(n_heads)", "np.sqrt(W_K.shape[-1])", "int(np.sqrt(K.shape[-1]))"),
        *("np.sqrt(K.shape[0])", "np.sqrt(K.shape[-2])", "np.sqrt(V.shape[0])", "np.sqrt(scores.shape[-1])"),
        *(f"np.sqrt({number})" for number in (2, 3, 4, 5, 6, 8, 16, 64, 256)),
        "(1 / np.sqrt(K.shape[-1]))",
    ):
        yield "np.sqrt(K.shape[-1])", width
    for axis in ("0", "-2", "None"):
        yield "axis=-1", f"axis={axis}"
    yield ", keepdims=True", ""
    yield " - scores.max(axis=-1, keepdims=True)", ""
    yield " - scores.max(axis=-1, keepdims=True)", " - scores.max()"
    yield "scores.max(axis=-1, keepdims=True)", "scores.max()"
    yield "scores.max(axis=-1, keepdims=True)", "scores.mean(axis=-1, keepdims=True)"
    yield " - most", ""
    yield ", 1)", ", 2)"
    for where in (WHERE, WHERE_PRODUCT, WHERE_REAL):
        allowed, scores = where.removeprefix("np.where(").removesuffix(", -np.inf)").split(", ", 1)
        for leak in ("1e4", "1e9", "1e30"):
            yield where, f"({scores} - {leak} * (1 - {allowed}))"
            yield where, f"({scores} * {allowed} - {leak} * (1 - {allowed}))"
        yield where, f"np.where({allowed}, {scores}, ({scores}).min() - 3)"
        yield where, f"({scores} * {allowed})"
        yield where, f"np.where(({scores}) * {allowed} == 0, -np.inf, {scores})"
        yield where, f"np.where({allowed} & ({scores} != 0), {scores}, -np.inf)"
        yield where, f"np.where(~{allowed}, {scores}, -np.inf)"
        yield where, scores
        if allowed != "real":
            yield where, f"np.where({allowed}.T, {scores}, -np.inf)"
        yield (
            f"softmax({where})",
            f"(lambda w: w / w.sum(axis=-1, keepdims=True))(softmax({scores}) * {allowed})",
        )
        yield f"softmax({where})", f"(softmax({scores}) * {allowed})"
    for diagonal in ("-1", "1", "2"):
        yield "np.tri(len(Q), dtype", f"np.tri(len(Q), k={diagonal}, dtype"
        yield "np.tri(len(scores), dtype", f"np.tri(len(scores), k={diagonal}, dtype"
        yield "np.tril(allowed)", f"np.tril(allowed, k={diagonal})"
        yield (
            "np.tril(np.ones((len(Q), len(K)), dtype=bool))",
            f"np.tril(np.ones((len(Q), len(K)), dtype=bool), {diagonal})",
        )
    for k in ("n_k - n_q - 1", "n_k - n_q + 1", "1", "0", "n_q - n_k"):
        yield "k=n_k - n_q", f"k={k}"
    yield "np.tril(", "np.triu("
    yield "real[:, None, :]", "(real[:, None, :] & real[:, :, None])"
    yield "real[:, None, :]", "real[:1, None, :]"
    yield "allowed & real", "allowed & real[:, None]"
    yield "if causal:", "if causal and real is not None:"
    yield "if causal:", "if causal or real is None:"
    yield "if real is not None:", "if real is not None and causal:"
    for nan in (
        "np.nan_to_num(V)",
        "np.nan_to_num(V, posinf=0, neginf=0)",
        "np.where(np.isnan(V), 0, V)",
        "np.where(np.isfinite(V), V, 0)",
        "np.where(np.isnan(V) & ~real[:, None], 0, V)",
        "np.where(np.isinf(V) & ~real[:, None], 0, V)",
        "np.where(np.isnan(V).any(), 0, V)",
        "np.where(V == V, V, 0)",
        "np.where(V < 1e30, V, 0)",
    ):
        yield "np.where(real[:, None], V, 0)", nan
    yield "weights @ np.where(real[:, None], V, 0)", "np.nan_to_num(weights @ V)"
    yield "weights @ np.where(real[:, None], V, 0)", "np.nansum(weights[:, :, None] * V, axis=1)"
    yield "return powers / ", "return np.nan_to_num(powers / "
    yield "heads.swapaxes(0, 1).reshape", "heads.reshape"
    yield "heads.swapaxes(0, 1).reshape", "heads.swapaxes(-1, -2).swapaxes(0, 1).reshape"
    yield "heads.swapaxes(0, 1).reshape", "heads.swapaxes(0, 2).reshape"
    yield "heads.swapaxes(0, 1).reshape", "heads.T.reshape"
    yield "heads.swapaxes(0, 1).reshape", "heads.transpose(1, 2, 0).reshape"
    yield "length += 1", "length += 2"
    yield "length += 1", "length += len(q)"
    yield "length += 1", "length = min(length + 1, n - 1)"
    yield "cache_K[:length]", "cache_K"
    yield "cache_K[:length].swapaxes(0, 1)", "cache_K[cache_K.any((1, 2))].swapaxes(0, 1)"
    yield "cache_V[:length].swapaxes(0, 1)", "cache_V[cache_V.any((1, 2))].swapaxes(0, 1)"
    yield "X @ W_V", "X @ W_K"
    yield "X @ W_V", "X"
    yield "Q @ K.T", "K @ Q.T"
    yield "weights @ V", "weights.T @ V"
    yield "weights @ V", "weights.swapaxes(-1, -2) @ V"


@dataclass(frozen=True)
class Mutant:
    """A solution with one thing changed."""

    hunt: str
    change: str
    source: str
    helpers: dict[str, Any]

    def __str__(self):
        return f"{self.hunt}: {self.change}"


def mutants():
    """Change each solution in each way that it allows."""
    for hunt in HUNTS:
        solution = hunt.exercise.solution
        for old, new in _on_text():
            if old in solution and parses(changed := closed(solution, old, new)):
                yield Mutant(hunt.name, f"{old} → {new}", changed, {})
        for change, helpers in _on_helpers():
            used = {name: helper for name, helper in helpers.items() if f"{name}(" in solution}
            if used:
                yield Mutant(hunt.name, change, solution, used)


def closed(source, old, new):
    """Put the new text in; where it opens a bracket more than it closes, the bracket is closed at the line's end."""
    changed = source.replace(old, new)
    missing = changed.count("(") - changed.count(")")
    return changed.rstrip() + ")" * missing + "\n" if missing > 0 and new.startswith("return") else changed


def parses(source):
    try:
        ast.parse(source)
    except SyntaxError:
        return False
    return True


def function_of(source, helpers=None):
    space = {"np": np, "math": math, "softmax": softmax, "attention": attention} | (helpers or {})
    before = set(space)
    exec(source, space)
    return next(value for name, value in space.items() if name not in before and callable(value))


MUTANTS = list(mutants())

#: What changes nothing, and why. Each of them must pass, so that the list stays true.
EQUAL = {
    "hunt_axis: return powers /  → return np.nan_to_num(powers / ": "no NaN comes in, and none is made",
    "hunt_diagonal: return powers /  → return np.nan_to_num(powers / ": "no NaN comes in, and none is made",
    "hunt_scale_width: np.sqrt(K.shape[-1]) → np.sqrt(W_K.shape[-1])": "K = X @ W_K is as wide as W_K",
    "hunt_value: np.sqrt(K.shape[-1]) → np.sqrt(W_K.shape[-1])": "K = X @ W_K is as wide as W_K",
    "hunt_value: np.sqrt(K.shape[-1]) → np.sqrt(V.shape[-1])": "all three projections are as wide",
    "hunt_heads: np.sqrt(K.shape[-1]) → np.sqrt(V.shape[-1])": "all three projections are as wide",
    f"hunt_empty: {WHERE} → np.where(allowed, scores, (scores).min() - 3)": "hidden powers are set to 0 later, "
    "and a fill below every score leaves each row its maximum",
}


def test_there_are_mutants_of_every_hunt_and_many():
    assert len(MUTANTS) > 300
    assert {mutant.hunt for mutant in MUTANTS} == set(SIZES) == {hunt.name for hunt in HUNTS}
    assert set(EQUAL) <= {str(mutant) for mutant in MUTANTS}


@pytest.mark.parametrize("mutant", MUTANTS, ids=str)
def test_a_solution_with_one_thing_changed_fails(mutant):
    result = judge(all_hunts()[mutant.hunt].exercise, function_of(mutant.source, mutant.helpers))
    assert result.passed == (str(mutant) in EQUAL), f"{mutant}\n{mutant.source}\n{result}"


# Other ways to write the same, which must pass in every hunt.


def _inputs_as_float32(function):
    def single(*arguments, **named):
        return function(
            *(a.astype(np.float32) if getattr(a, "dtype", None) == np.float64 else a for a in arguments),
            **named,
        )

    return single


def _on_own_copies(function):
    def spoils(*arguments, **named):
        copies = [a.copy() if isinstance(a, np.ndarray) else a for a in arguments]
        result = function(*copies, **named)
        for copy in copies:
            if isinstance(copy, np.ndarray):
                copy[...] = 0
        return result

    return spoils


def _as(kind):
    return lambda function: lambda *arguments, **named: kind(function(*arguments, **named))


REWRITTEN = [
    ("-np.inf", "np.finfo(float).min"),
    (WHERE, "np.where(allowed, scores, np.finfo(scores.dtype).min)"),
    ("-np.inf", "float('-inf')"),
    ("-np.inf", "np.NINF" if hasattr(np, "NINF") else "np.log(0.0)"),
    ("np.sqrt(K.shape[-1])", "math.sqrt(K.shape[-1])"),
    ("np.sqrt(K.shape[-1])", "K.shape[-1] ** 0.5"),
    ("np.sqrt(K.shape[-1])", "np.sqrt(Q.shape[-1])"),
    ("Q @ K.T", "np.einsum('id,jd->ij', Q, K)"),
    ("Q @ K.T", "np.dot(Q, K.T)"),
    ("Q @ K.T", "np.inner(Q, K)"),
    ("Q @ K.T", "np.array([[sum(q * k) for k in K] for q in Q])"),
    ("Q @ K.T", "(Q[:, None] * K).sum(-1)"),
    ("Q @ K.T / np.sqrt(K.shape[-1])", "(Q / np.sqrt(K.shape[-1])) @ K.T"),
    ("Q @ K.T / np.sqrt(K.shape[-1])", "(Q * K.shape[-1] ** -0.25) @ (K * K.shape[-1] ** -0.25).T"),
    (WHERE, "(scores + np.where(allowed, 0, -np.inf))"),
    (WHERE, "np.ma.masked_array(scores, np.broadcast_to(~allowed, scores.shape)).filled(-np.inf)"),
    (WHERE, "np.where(~allowed, -np.inf, scores)"),
    ("softmax(", "(lambda x: (p := np.exp(x - x.max(-1, keepdims=True))) / p.sum(-1, keepdims=True))("),
    (f"softmax({WHERE})", "(lambda p: p / p.sum(-1, keepdims=True))(np.exp(scores - np.max(scores, axis=-1, "
     "keepdims=True, where=allowed, initial=-np.inf), where=allowed, out=np.zeros_like(scores)))"),
    ("softmax(", "(lambda x: np.exp(x - (np.log(np.exp(x - (m := x.max(-1, keepdims=True))).sum(-1, keepdims=True)) "
     "+ m)))("),
    (WHERE, "np.where(allowed, scores, scores.min() - 1e4)"),
    ("softmax(", "(lambda x: np.array([softmax(row) for row in x.reshape(-1, x.shape[-1])]).reshape(x.shape))("),
    ("weights @ V", "(weights[..., None] * V[..., None, :, :]).sum(-2)"),
    ("weights @ V", "np.matmul(weights, V)"),
    ("np.sqrt(K.shape[-1])", "np.sqrt(np.float32(K.shape[-1]))"),
    ("np.sqrt(K.shape[-1])", "np.power(K.shape[-1], 0.5)"),
    ("np.where(real[:, None], V, 0)", "np.multiply(V, real[:, None], where=real[:, None], out=np.zeros_like(V))"),
    ("powers.sum(axis=-1, keepdims=True)", "powers.sum(axis=-1)[:, None]"),
    ("scores.max(axis=-1, keepdims=True)", "np.max(scores, 1)[:, None]"),
    ("heads.swapaxes(0, 1).reshape(len(X), -1)", "np.hstack(list(heads))"),
    ("length += 1", "length = np.count_nonzero(range(length + 2))"),
    ("weights @ V", "np.einsum('...ij,...jd->...id', weights, V)"),
    ("np.where(real[:, None], V, 0)", "np.where(real[:, None], V, 0.0).astype(float)"),
    ("weights @ np.where(real[:, None], V, 0)", "weights[:, real] @ V[real]"),
    ("np.tri(len(Q), dtype=bool)", "(np.arange(len(Q))[:, None] >= np.arange(len(Q)))"),
]  # fmt: skip
#: Where a way of writing isn't right.
NOT_RIGHT = {
    ("hunt_finite", "float32"): "−10³⁰¹ is minus infinity in float32",
}
WRAPPED = {
    "float32": _inputs_as_float32,
    "a result in float32": _as(np.float32),
    "lists": _as(lambda result: np.asarray(result).tolist()),
    "own copies": _on_own_copies,
    "the order of Fortran": _as(np.asfortranarray),
}


@each
@pytest.mark.parametrize("way", WRAPPED)
def test_a_solution_in_other_numbers_passes(hunt, way):
    result = judge(hunt.exercise, WRAPPED[way](function_of(hunt.exercise.solution)))
    assert result.passed == ((hunt.name, way) not in NOT_RIGHT), result


@pytest.mark.parametrize(
    ("hunt", "old", "new"),
    [(hunt, old, new) for hunt in HUNTS for old, new in REWRITTEN if old in hunt.exercise.solution],
    ids=lambda part: getattr(part, "name", part),
)
def test_a_solution_written_otherwise_passes(hunt, old, new):
    source = hunt.exercise.solution.replace(old, new)
    result = judge(hunt.exercise, function_of(source))
    assert result.passed, f"{source}\n{result}"
    assert not hunt.symptom(function_of(source)).shows
