"""What a scale does to a softmax, in words: one sentence for the whole, and what each number is made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attnlib.maths.check import Array
from attnlib.maths.equation import equation, read
from attnlib.maths.numbers import number, short, significant
from attnlib.maths.scaling.saturating import Saturation, jacobian_norm

_SAID = {
    "none": "unscaled",
    "1/√d_k": "divided by √d_k",
    "1/d_k": "divided by d_k",
    "temperature": "divided by √d_k and a temperature of {}",
}


def scaling_reading(
    measured: Mapping[str, Saturation], *, scale: str, d_k: int, n_keys: int, temperature: float
) -> str:
    """Say what is to be seen, beside what would be seen with another scale.

    Parameters
    ----------
    measured : mapping of str to Saturation
        By the names in `attnlib.meaning.scaling.panels.SCALES`.
    scale : str
        The one chosen.
    d_k, n_keys : int
    temperature : float

    Examples
    --------
    >>> from attnlib.maths.scaling.saturating import saturation
    >>> measured = {"none": saturation(64, scale=1, rng=0), "1/√d_k": saturation(64, rng=0)}
    >>> print(scaling_reading(measured, scale="none", d_k=64, n_keys=8, temperature=1.0))
    Unscaled, scores at d_k = 64 spread by 8.03, the largest of 8 weights is 0.87 on average and 0.072 of a gradient
    gets through; divided by √d_k: 1.00, 0.36 and 0.128.
    """
    of = measured[scale]
    shown = (
        f"scores at d_k = {d_k} spread by {short(of.score_std)}, the largest of {n_keys} weights is "
        f"{short(of.largest_weight)} on average and {short(of.gradient_ratio, 3)} of a gradient gets through"
    )
    if d_k == 1 and scale != "temperature":
        return f"With one feature there is nothing to divide by but 1, so {shown}."
    other = "1/√d_k" if scale == "none" else "none"
    beside = measured[other]
    said = _SAID[scale].format(f"{temperature:g}")
    return (
        f"{said[0].upper()}{said[1:]}, {shown}; {_SAID[other]}: {short(beside.score_std)}, "
        f"{short(beside.largest_weight)} and {short(beside.gradient_ratio, 3)}."
    )


def explain_measure(
    measure: str,
    of: Saturation,
    some: Sequence[float],
    *,
    count: int,
    scale: str,
    d_k: int,
    n_keys: int,
    factor: float,
) -> str:
    """Say what one number of the table is made of.

    Parameters
    ----------
    measure : str
        One of `attnlib.maths.scaling.draws.MEASURES`.
    of : Saturation
    some : sequence of float
        The first of the numbers that were averaged.
    count : int
        How many there are.
    scale : str
        Name of the column.
    d_k, n_keys : int
    factor : float
        By what the scores were multiplied.
    """
    head = f"{measure}[{scale}] = "
    if measure == "spread":
        scores = ", ".join(short(value) for value in some)

        def theory(decimals: int) -> tuple[str, float]:
            by = significant(factor, decimals + 1)
            return f"√{d_k}" + ("" if factor == 1 else f" × {by}"), d_k**0.5 * read(by)

        return (
            f"{head}standard deviation of {count} scores ({scores}, …) = {number(of.score_std)}; "
            f"in theory {' '.join(equation(theory, d_k**0.5 * factor))}"
        )
    mean = f"({' + '.join(short(value, 3) for value in some)} + …) / {count}"
    equal = f"{n_keys} equal weights have"
    if measure == "largest weight":
        result, beside = of.largest_weight, f"{equal} 1/{n_keys} = {number(1 / n_keys)}"
    elif measure == "entropy":
        result, mean = of.entropy, f"mean of −Σ w log w = {mean}"
        beside = f"{equal} log {n_keys} = {number(of.uniform_entropy)}, all-or-nothing has 0"
    elif measure == "Jacobian":
        result, mean = of.jacobian, f"mean norm of diag(w) − w wᵀ = {mean}"
        beside = (
            f"half of the rows have less than {number(of.jacobian_median)}, {equal} {_equal_size(n_keys)}"
        )
    else:
        result, mean = (
            of.gradient_ratio,
            f"mean of |gradient at the softmax's input| / |at its weights| = {mean}",
        )
        beside = f"half of the draws have less than {number(of.gradient_ratio_median)}"
    return f"{head}{mean} = {number(result)}; {beside}"


def explain_equal(measure: str, of: Saturation, n_keys: int) -> str:
    """Say what a measure is where all weights are equal.

    Examples
    --------
    >>> from attnlib.maths.scaling.saturating import saturation
    >>> explain_equal("entropy", saturation(64, scale=0.0, rng=0), 8)
    'entropy[equal weights] = log 8 = 2.079, the most there can be; all-or-nothing has 0'
    """
    said = {
        "spread": "0: all scores are the same",
        "largest weight": f"1/{n_keys} = {number(1 / n_keys)}, the least there can be",
        "entropy": f"log {n_keys} = {number(of.uniform_entropy)}, the most there can be; all-or-nothing has 0",
        "Jacobian": f"norm of diag(w) − w wᵀ = {_equal_size(n_keys)}",
        "gradient": f"{number(of.gradient_ratio)}: the same random gradients through a softmax of equal scores",
    }
    return f"{measure}[equal weights] = {said[measure]}"


def explain_jacobian(weights: Array, labels: Sequence[str], row: int, column: int) -> str:
    """Say how one weight answers to one score.

    Examples
    --------
    >>> import numpy as np
    >>> explain_jacobian(np.array([0.75, 0.25]), ("a", "b"), 0, 1)
    '∂w[a]/∂s[b] = −w[a] w[b] = −0.7500 × 0.2500 = −0.1875: a higher score of b takes from a'
    >>> explain_jacobian(np.array([0.75, 0.25]), ("a", "b"), 1, 1)
    '∂w[b]/∂s[b] = w[b] (1 − w[b]) = 0.2500 × 0.7500 = 0.1875: a higher score of b gives to b'
    """
    gets, moved = labels[row], labels[column]
    here, there = float(weights[row]), float(weights[column])
    same = row == column
    value, verb = (here * (1 - here), "gives to") if same else (-here * there, "takes from")

    def product(decimals: int) -> tuple[str, float]:
        a, b = significant(here, decimals), significant(1 - here if same else there, decimals)
        sign = "" if same else "−"
        return f"{sign}{a} × {b}", (1 if same else -1) * read(a) * read(b)

    names = f"w[{gets}] (1 − w[{gets}])" if same else f"−w[{gets}] w[{moved}]"
    said = " ".join(equation(product, value, fewest=4, digits=4))
    return f"∂w[{gets}]/∂s[{moved}] = {names} = {said}: a higher score of {moved} {verb} {gets}"


def explain_size(weights: Array) -> str:
    """Say what the size of a softmax's Jacobian is.

    Examples
    --------
    >>> import numpy as np
    >>> explain_size(np.full(16, 1 / 16))
    'norm of diag(w) − w wᵀ, 16 × 16 entries, at the row shown = 0.242; 16 equal weights have √15/16 = 0.242'
    """
    n = len(weights)
    return (
        f"norm of diag(w) − w wᵀ, {n} × {n} entries, at the row shown = {number(float(jacobian_norm(weights)))}; "
        f"{n} equal weights have {_equal_size(n)}"
    )


def _equal_size(n: int) -> str:
    return f"√{n - 1}/{n} = {number((n - 1) ** 0.5 / n)}"
