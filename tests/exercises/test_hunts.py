"""Each planted bug fails its own check and shows its symptom; each mended version passes, and the symptom is gone."""

from __future__ import annotations

import difflib
import functools
import re
from pkgutil import iter_modules

import numpy as np
import pytest

from attnlib.exercises import check, hint, hunts, names
from attnlib.exercises.engine.judging import judge
from attnlib.exercises.hunts import all_hunts, reports, symptom
from attnlib.exercises.hunts.hunt import LESSON, Symptom
from attnlib.exercises.hunts.running import NAMES, function_of

HUNTS = tuple(all_hunts().values())
each = pytest.mark.parametrize("hunt", HUNTS, ids=lambda hunt: hunt.name)
SLIPS = [
    (hunt, slip, wrong)
    for hunt in HUNTS
    for slip in hunt.exercise.slips
    for wrong in slip.wrong
    if slip.word != "still_the_bug"
]


def lines(source):
    return [line for line in source.strip().splitlines() if line.strip()]


def test_there_are_enough_and_no_name_twice():
    assert len(HUNTS) >= 16
    assert len({hunt.title for hunt in HUNTS}) == len(HUNTS)
    assert [hunt.exercise.rank for hunt in HUNTS] == list(range(1, len(HUNTS) + 1))
    assert names(LESSON) == tuple(hunt.name for hunt in HUNTS)


def test_no_two_hunts_call_their_function_alike():
    functions = [function_of(hunt.buggy).__name__ for hunt in HUNTS]
    assert len(set(functions)) == len(functions)
    assert not set(functions) & set(NAMES)


@each
def test_the_planted_bug_fails_its_own_check_and_is_named(hunt):
    result = check(hunt.name, function_of(hunt.buggy))
    assert not result.passed
    assert result.slip == "still_the_bug"
    assert hunt.name in result.likely


@each
def test_the_mended_version_passes(hunt):
    result = check(hunt.name, function_of(hunt.exercise.solution))
    assert result.passed, result


@each
def test_the_reference_passes_its_own_check(hunt):
    assert judge(hunt.exercise, hunt.exercise.reference).passed


@each
def test_the_symptom_shows_on_the_bug_and_vanishes_when_mended(hunt):
    assert hunt.symptom().shows
    assert not hunt.symptom(function_of(hunt.exercise.solution)).shows
    assert not hunt.symptom(hunt.exercise.reference).shows


@each
def test_the_code_is_short_and_the_mending_shorter(hunt):
    before, after = lines(hunt.buggy), lines(hunt.exercise.solution)
    assert len(before) <= 10  # with its symptom and its check it fits a cell of the lesson
    changed = [line for line in difflib.ndiff(before, after) if line.startswith("+")]
    assert 1 <= len(changed) <= 2
    assert before[0] == after[0], "the signature stays"


@each
def test_no_comment_or_name_gives_the_bug_away(hunt):
    assert not re.search(r"bug|wrong|mistake|error|should", hunt.buggy, re.IGNORECASE)


@each
def test_its_public_report_is_named(hunt):
    assert hunt.sources
    for source, link in zip(hunt.sources, hunt.links, strict=True):
        assert re.fullmatch(r"[\w.-]+/[\w.-]+#\d+", source)
        assert link == "https://github.com/{}/issues/{}".format(*source.split("#"))


@each
def test_what_is_right_about_the_bug_is_said_first(hunt):
    # A bug that fails the smallest case as well is no bug that anyone overlooks; only NaN may.
    result = check(hunt.name, function_of(hunt.buggy))
    assert result.right or "NaN" in result.wrong


@each
def test_the_hints_lead_on_without_the_solution(hunt):
    texts = hunt.exercise.hints
    assert len(texts) == 3
    mended = set(lines(hunt.exercise.solution)) - set(lines(hunt.buggy))
    assert not any(line.strip() in text for line in mended for text in texts)
    assert hint(hunt.name).of == 3


@pytest.mark.parametrize(
    ("hunt", "slip", "wrong"), SLIPS, ids=[f"{h.name}-{s.word}-{i}" for i, (h, s, _) in enumerate(SLIPS)]
)
def test_a_mending_that_goes_wrong_is_named(hunt, slip, wrong):
    with np.errstate(all="ignore"):
        result = check(hunt.name, wrong)
    assert not result.passed
    assert result.slip == slip.word


BY_LOOP = """
def match(Q, K):
    K = K / len(K[0]) ** 0.5
    return np.array([softmax([q @ k for k in K]) for q in Q])
"""
BY_EINSUM = """
def multi_head(X, W_Q, W_K, W_V, n_heads):
    Q, K, V = (np.reshape(X @ W, (len(X), n_heads, -1)) for W in (W_Q, W_K, W_V))
    weights = softmax(np.einsum("nhd,mhd->hnm", Q, K) / np.sqrt(K.shape[-1]))
    return np.einsum("hnm,mhd->nhd", weights, V).reshape(len(X), -1)
"""
ZEROED_ROWS = """
def safe_weights(scores, allowed):
    hidden = np.where(allowed, scores, -np.inf)
    most = hidden.max(axis=-1, keepdims=True)
    powers = np.exp(hidden - np.where(np.isinf(most), 0, most))
    total = powers.sum(axis=-1, keepdims=True)
    return np.divide(powers, total, out=np.zeros_like(powers), where=total != 0)
"""
#: The smallest float64 there is weighs exactly 0.
SMALLEST = """
def masked_weights(scores, allowed):
    return softmax(np.where(allowed, scores, np.finfo(float).min))
"""


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("hunt_scale_missing", BY_LOOP),
        ("hunt_heads", BY_EINSUM),
        ("hunt_empty", ZEROED_ROWS),
        ("hunt_finite", SMALLEST),
    ],
)
def test_another_way_to_mend_it_is_accepted(name, source):
    assert check(name, function_of(source)).passed
    assert not symptom(name, function_of(source)).shows


HALVES = [
    ("hunt_empty", "powers = np.exp(scores - most)", "powers = np.where(allowed, np.exp(scores - most), 0)"),
    ("hunt_empty", "powers.sum(axis=-1, keepdims=True)", "np.maximum(powers.sum(axis=-1, keepdims=True), 1)"),
    (
        "hunt_empty",
        "scores.max(axis=-1, keepdims=True)",
        "np.where(allowed, scores, -1e30).max(-1, keepdims=True)",
    ),
    ("hunt_value", "softmax(Q @ K.T / np.sqrt(K.shape[-1]))", "softmax(Q / np.sqrt(Q.shape[-1]) @ K.T)"),
]


@pytest.mark.parametrize(("name", "old", "new"), HALVES)
def test_half_a_mending_is_told_that_the_symptom_is_the_same(name, old, new):
    planted = all_hunts()[name].buggy
    assert old in planted
    result = check(name, function_of(planted.replace(old, new)))
    assert result.slip == "still_the_bug"
    assert "The code has changed, and the symptom is the same as before" in result.likely
    assert name in result.likely
    assert not result.untouched


@each
def test_code_as_it_was_planted_is_told_so_whatever_its_spaces_and_comments(hunt):
    spaced = hunt.buggy.replace("\n    ", "\n\n    # a comment\n    ", 1)
    result = check(hunt.name, function_of(spaced))
    assert "as it was planted" in result.likely
    assert result.untouched


MENDED_WRONGLY = [
    ("hunt_value", "X @ W_K, X @ W_K", "X @ W_V, X @ W_K", "keys_and_values_exchanged"),
    ("hunt_value", "X @ W_K, X @ W_K", "X @ W_V, X @ W_V", "values_for_keys"),
    ("hunt_value", "X @ W_K, X @ W_K", "X @ W_K, X @ W_Q", "values_from_queries"),
    ("hunt_value", "X @ W_K, X @ W_K", "X @ W_K, X @ (W_K + W_V)", None),
    ("hunt_value", "return weights @ V", "return 2 * weights @ V", None),
    ("hunt_scale_missing", "Q @ K.T", "Q @ K.T / 16", "scale_fixed"),
    ("hunt_scale_missing", "Q @ K.T", "Q @ K.T / np.sqrt(4)", "scale_fixed"),
    ("hunt_after_softmax", "return np.where(allowed, weights, 0)",
     "return softmax(np.where(allowed, weights, -np.inf))",
     "softmax_twice"),
    ("hunt_empty", "return powers / powers.sum(axis=-1, keepdims=True)",
     "return np.nan_to_num(powers / powers.sum(axis=-1, keepdims=True))", "nan_painted_over"),
    ("hunt_finite", "-1e4", "-1e15", "finite_still"),
    ("hunt_finite", "-1e4", "-1e300", "finite_still"),
    ("hunt_finite", "-1e4", "float(np.finfo(np.float32).min)", "finite_still"),
    ("hunt_finite", "np.where(allowed, scores, -1e4)", "scores - 1e30 * (1 - allowed)", "finite_still"),
    ("hunt_polarity", "np.triu(np.ones((len(Q), len(K)), dtype=bool))",
     "np.tri(len(Q), dtype=bool) & ~np.tri(len(Q), k=-4, dtype=bool)", "window_too_short"),
    ("hunt_polarity", "np.triu(np.ones((len(Q), len(K)), dtype=bool))",
     "np.tri(len(Q), dtype=bool) & ~np.tri(len(Q), k=-8, dtype=bool)", "window_too_short"),
    ("hunt_zero_scores", "scores * np.tri", "(scores + 1e-9) * np.tri", "still_by_value"),
    ("hunt_zero_scores", "scores * np.tri", "(scores + 1e-3) * np.tri", "still_by_value"),
    ("hunt_zero_scores", "scores * np.tri", "(scores - 1e-12) * np.tri", "still_by_value"),
    ("hunt_poison", "weights @ V", "weights @ np.nan_to_num(V, posinf=0, neginf=0)", "all_nan_hidden"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "old", "new", "slip"), MENDED_WRONGLY)
def test_another_wrong_change_is_not_taken_for_the_planted_bug(name, old, new, slip):
    planted = all_hunts()[name].buggy
    assert old in planted
    result = check(name, function_of(planted.replace(old, new)))
    assert not result.passed
    assert result.slip == slip
    assert "planted" not in result.likely
    assert "same as before" not in result.likely


def test_what_has_no_code_of_python_is_judged_by_what_it_does():
    planted = functools.partial(function_of(all_hunts()["hunt_axis"].buggy))
    assert "same as before" in check("hunt_axis", planted).likely


def test_a_symptom_reads_as_what_is_seen_and_what_is_needed():
    sick = Symptom("the sum", np.array([0.5]), np.array([1.0]))
    well = Symptom("the sum", np.array([1.0]), np.array([1.0]))
    assert repr(sick) == "the sum: 0.50, needed 1 ✗"
    assert repr(well) == "the sum: 1, as it should be ✓"


def test_a_function_that_raises_is_a_symptom_and_stops_nothing():
    def spoilt(scores):
        raise ZeroDivisionError("no")

    assert symptom("hunt_axis", spoilt).shows
    assert "ZeroDivisionError: no" in repr(symptom("hunt_axis", spoilt))


def test_a_symptom_of_another_shape_shows():
    assert symptom("hunt_axis", lambda scores: scores[:, :2]).shows


def test_a_misspelt_hunt_is_answered_with_the_nearest():
    with pytest.raises(ValueError, match="hunt_axis"):
        symptom("hunt_axes")


def test_the_reports_tell_each_headline_and_symptom():
    told = repr(reports())
    for hunt in HUNTS:
        assert hunt.title in told
        assert repr(hunt.symptom()) in told
    assert "0x" not in told


def test_each_file_is_a_hunt_and_is_found():
    files = {entry.name for entry in iter_modules(hunts.__path__)} - {"common", "extremes", "hunt", "running"}
    assert files == {hunt.name.removeprefix("hunt_") for hunt in HUNTS}
