"""Why a cell holds what it holds: its actual operands, as words and numbers and as LaTeX.

Reads a trace by its attributes and imports no other part of the mathematics, so it can't compute the answer anew:
it can only show how the recorded numbers follow from one another.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from attnlib.maths import check
from attnlib.maths.equation import EQUAL, FEWEST, MOST, NEARLY, equation, half_a_unit, holds, read, written
from attnlib.maths.numbers import INFINITY, MINUS, bracketed, number, short, significant
from attnlib.maths.numbers import latex as _latex
from attnlib.maths.record import Record
from attnlib.maths.tokens import quoted

STAGES = ("Q", "K", "V", "scores", "scaled", "masked", "weights", "output")
INPUTS = ("X", "W_Q", "W_K", "W_V")

#: Scores beyond this are written with the row's largest subtracted, so that e^… stays a number one can say.
_SAYABLE = 12.0

_SIGN = {EQUAL: EQUAL, NEARLY: r"\approx"}


class Operand(NamedTuple):
    """One cell that another cell was made from."""

    stage: str
    row: int
    column: int
    value: float


class Term(NamedTuple):
    """One summand of an explanation, and the cells it was made from."""

    value: float
    operands: tuple[Operand, ...]


@dataclass(frozen=True)
class Explanation:
    """How one cell came about.

    Attributes
    ----------
    stage, row, column : str
        Which cell.
    value : float
        What the trace holds there.
    text : str
        Plain words and numbers that a screen reader can say; each ``=`` holds in the figures that stand there, and
        ``≈`` is written where no reasonable number of figures would do.
    latex : str
        The same as a formula.
    terms : tuple of Term
        What was summed (for the weights: the powers in the row's total), with the operands of each.
    """

    stage: str
    row: str
    column: str
    value: float
    text: str
    latex: str
    terms: tuple[Term, ...]

    @property
    def operands(self) -> tuple[Operand, ...]:
        """All cells this one was made from, each once."""
        return tuple(dict.fromkeys(operand for term in self.terms for operand in term.operands))

    def __str__(self) -> str:
        return self.text

    def _repr_latex_(self) -> str:
        return f"${self.latex}$"


def features(count: int) -> tuple[str, ...]:
    """Names of the columns that aren't tokens: ``f1``, ``f2``…"""
    return tuple(f"f{index + 1}" for index in range(count))


def labels(trace: Record, stage: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Names of a stage's rows and columns."""
    columns = features(trace.stage(stage).shape[-1])
    if stage in ("Q", "X", "output"):
        return trace.tokens, columns
    if stage in ("K", "V", "memory"):
        return trace.key_tokens, columns
    if stage in INPUTS:
        return features(trace.stage(stage).shape[-2]), columns
    return trace.tokens, trace.key_tokens


def explain(trace: Record, stage: str, row: str | int, column: str | int) -> Explanation:
    """Explain one cell of a trace without leading axes; see `AttentionTrace.explain`."""
    check.choice("stage", stage, STAGES)
    row_names, column_names = labels(trace, stage)
    check.one_sequence(trace.output.shape)
    i, j = check.place("row", row, row_names, stage), check.place("column", column, column_names, stage)
    text, latex, terms = _STEPS[stage](trace, i, j)
    head = f"{stage}[{row_names[i]}, {column_names[j]}]"
    return Explanation(
        stage=stage,
        row=row_names[i],
        column=column_names[j],
        value=float(trace.stage(stage)[i, j]),
        text=f"{head} {text}",
        latex=latex,
        terms=terms,
    )


Parts = tuple[str, str, tuple[Term, ...]]


def _operand(trace: Record, stage: str, i: int, j: int) -> Operand:
    return Operand(stage, i, j, float(trace.stage(stage)[i, j]))


def _projected(stage: str) -> Callable[[Record, int, int], Parts]:
    def parts(trace: Record, i: int, j: int) -> Parts:
        weight, symbol = f"W_{stage}", stage.lower()
        value = float(trace.stage(stage)[i, j])
        if trace.X is None:
            return f"= {number(value)}, given", rf"{symbol}_{{{i + 1},{j + 1}}} = {_tex(value)}", ()
        source = "memory" if stage != "Q" and trace.memory is not None else "X"
        width = trace.stage(source).shape[-1]
        pairs = [(_operand(trace, source, i, m), _operand(trace, weight, m, j)) for m in range(width)]
        name, vector = labels(trace, stage)[0][i], source[0].lower()
        head = f"= {vector}[{name}] · {weight}[:, f{j + 1}] = "
        latex = (
            rf"{symbol}_{{{i + 1},{j + 1}}} = {vector}_{{{i + 1}}} \cdot {_tex_name(weight)}[:,{j + 1}] = "
        )
        return _sum_of_products(trace, pairs, value, head, latex)

    return parts


def _scores(trace: Record, i: int, j: int) -> Parts:
    pairs = [(_operand(trace, "Q", i, m), _operand(trace, "K", j, m)) for m in range(trace.Q.shape[-1])]
    head = f"= q[{trace.tokens[i]}] · k[{trace.key_tokens[j]}] = "
    return _sum_of_products(
        trace, pairs, float(trace.scores[i, j]), head, rf"q_{{{i + 1}}} \cdot k_{{{j + 1}}} = "
    )


def _scaled(trace: Record, i: int, j: int) -> Parts:
    source = _operand(trace, "scores", i, j)
    value = float(trace.scaled[i, j])
    d_k = trace.Q.shape[-1]
    term = (Term(value, (source,)),)
    if trace.scale == 1:
        return f"= {number(value)}, not scaled", f"{_tex(source.value)}", term
    if math.isclose(trace.scale, 1 / math.sqrt(d_k)):

        def divided(decimals: int) -> tuple[str, float]:
            score = written(source.value, decimals)
            return f"{score} / √{d_k}", read(score) / math.sqrt(d_k)

        left, sign, right = equation(divided, value)
        over = _latex(left.partition(" / ")[0])
        return (
            f"= {left} {sign} {right}",
            rf"\frac{{{over}}}{{\sqrt{{{d_k}}}}} {_SIGN[sign]} {_latex(right)}",
            term,
        )

    def multiplied(decimals: int) -> tuple[str, float]:
        score, by = written(source.value, decimals), significant(trace.scale, decimals + 1)
        return f"{bracketed(score)} × {bracketed(by)}", read(score) * read(by)

    left, sign, right = equation(multiplied, value)
    return f"= {left} {sign} {right}", rf"{_tex_of(left)} {_SIGN[sign]} {_latex(right)}", term


def _masked(trace: Record, i: int, j: int) -> Parts:
    source = _operand(trace, "scaled", i, j)
    value = float(trace.masked[i, j])
    if not trace.allowed[i, j]:
        text = f"= {number(-math.inf)}: {quoted(trace.tokens[i])} may not attend to {quoted(trace.key_tokens[j])}"
        return text, r"-\infty", (Term(-math.inf, (source,)),)
    if trace.mask is None or trace.mask.dtype == bool:
        return f"= {number(value)}, allowed", _tex(value), (Term(value, (source,)),)
    added = float(np.broadcast_to(trace.mask, trace.masked.shape)[i, j])

    def sum_of_both(decimals: int) -> tuple[str, float]:
        score, by = written(source.value, decimals), written(added, decimals)
        return f"{score} + {bracketed(by)}", read(score) + read(by)

    return *_told("= ", "", sum_of_both, value, trace), (Term(value, (source,)),)


def _weights(trace: Record, i: int, j: int) -> Parts:
    cells = [_operand(trace, "masked", i, m) for m in range(trace.K.shape[-2])]
    open_cells = [cell for cell in cells if trace.allowed[i, cell.column]]
    value, asker = float(trace.weights[i, j]), quoted(trace.tokens[i])
    largest = max((cell.value for cell in open_cells), default=-math.inf)
    if largest == -math.inf:
        return f"= 0: {asker} may attend to nothing", "0", ()
    if not trace.allowed[i, j]:
        return (
            f"= 0: {asker} may not attend to {quoted(trace.key_tokens[j])}",
            r"e^{-\infty} / \ldots = 0",
            (),
        )
    beyond = max(abs(cell.value) for cell in open_cells) > _SAYABLE
    shift = largest if beyond else 0.0  # the same number either way; this one can be said
    powers = [cell.value - shift for cell in open_cells]
    terms = tuple(Term(math.exp(power), (cell,)) for power, cell in zip(powers, open_cells, strict=True))
    mine, total = math.exp(cells[j].value - shift), sum(term.value for term in terms)
    own = [cell.column for cell in open_cells].index(j)
    note = f" (with the row's largest, {number(largest)}, subtracted)" if beyond else ""
    said, (left, sign, right) = _share_of(powers, own, value)
    latex = rf"\frac{{{_tex_of(said[own])}}}{{{_tex_of(' + '.join(said))}}} {_SIGN[sign]} {_latex(right)}"
    (upper, lower), last = _figures(mine, total, value)
    powers_hold = all(
        abs(worth - read(text)) <= half_a_unit(text)
        for worth, text in zip(_worth(said, own), (upper, lower), strict=True)
    )
    first = EQUAL if powers_hold else NEARLY
    text = f"= {left} {first} {upper} / {lower} {last} {right}{note}"
    return text, latex, terms


def _share_of(powers: list[float], own: int, value: float) -> tuple[list[str], tuple[str, str, str]]:
    """Write the powers of e with so many figures that the share follows, and their rounded values on the way."""
    mine, total = math.exp(powers[own]), sum(map(math.exp, powers))
    (upper, lower), _ = _figures(mine, total, value)
    said: list[str] = []

    def share(decimals: int) -> tuple[str, float]:
        said[:] = [f"e^{bracketed(short(power, decimals))}" for power in powers]
        above, below = _worth(said, own)
        text = f"{said[own]} / ({' + '.join(said)})"
        enough = abs(above - read(upper)) <= half_a_unit(upper) and abs(below - read(lower)) <= half_a_unit(
            lower
        )
        return text, above / below if enough or decimals == MOST else math.nan

    return said, equation(share, value, fewest=4)


def _worth(said: list[str], own: int) -> tuple[float, float]:
    """Evaluate powers of e as they are written: the cell's own, and their sum."""
    powers = [math.exp(read(text[2:].strip("()"))) for text in said]
    return powers[own], sum(powers)


def _figures(mine: float, total: float, value: float) -> tuple[tuple[str, str], str]:
    """Write a power and the sum of its row with so many figures that one over the other gives the weight."""
    for digits in range(4, MOST + 1):
        upper, lower = significant(mine, digits), significant(total, digits)
        if holds(read(upper) / read(lower), number(value)):
            return (upper, lower), EQUAL
    return (upper, lower), NEARLY


def _output(trace: Record, i: int, j: int) -> Parts:
    allowed = [m for m in range(trace.K.shape[-2]) if trace.allowed[i, m]]
    value = float(trace.output[i, j])
    if not allowed:
        return f"= 0: {quoted(trace.tokens[i])} may attend to nothing", "0", ()
    pairs = [(_operand(trace, "weights", i, m), _operand(trace, "V", m, j)) for m in allowed]
    return _sum_of_products(trace, pairs, value, "= ", rf"o_{{{i + 1},{j + 1}}} = ")


def _sum_of_products(
    trace: Record, pairs: Iterable[tuple[Operand, Operand]], value: float, head: str, latex: str
) -> Parts:
    terms = tuple(Term(left.value * right.value, (left, right)) for left, right in pairs)

    def summed(decimals: int) -> tuple[str, float]:
        factors = [[written(operand.value, decimals) for operand in term.operands] for term in terms]
        said = " + ".join(f"{bracketed(a)}×{bracketed(b)}" for a, b in factors)
        return said, sum(read(a) * read(b) for a, b in factors)

    return *_told(head, latex, summed, value, trace), terms


def _told(
    head: str, latex: str, left: Callable[[int], tuple[str, float]], value: float, trace: Record
) -> tuple[str, str]:
    """Write an equation in words and in LaTeX; what left the range of the numbers is said to have left it."""
    said, sign, right = equation(left, value)
    if sign == NEARLY and not math.isfinite(value):
        kind = trace.scores.dtype
        return f"{head}{right}: {left(FEWEST)[0]} is beyond what {kind} holds", f"{latex}{_latex(right)}"
    return f"{head}{said} {sign} {right}", f"{latex}{_tex_of(said)} {_SIGN[sign]} {_latex(right)}"


def _tex_of(text: str) -> str:
    """Turn a written side into LaTeX."""
    text = re.sub(rf"([0-9.]+)e({MINUS}?[0-9]+)", r"\1 \\cdot 10^{\2}", text)
    text = re.sub(
        r"e\^\(([^()]*)\)|e\^([0-9.]+(?: \\cdot 10\^\{[^}]*\})?)", lambda of: f"e^{{{of[1] or of[2]}}}", text
    )
    text = re.sub(r" ?× ?", r" \\times ", text).replace("NaN", r"\text{NaN}")
    return text.replace(MINUS, "-").replace(INFINITY, r"\infty")


def _tex(value: float) -> str:
    return _latex(number(value))


def _tex_name(name: str) -> str:
    return f"W_{{{name[2:]}}}"


_STEPS: dict[str, Callable[[Record, int, int], Parts]] = {
    "Q": _projected("Q"),
    "K": _projected("K"),
    "V": _projected("V"),
    "scores": _scores,
    "scaled": _scaled,
    "masked": _masked,
    "weights": _weights,
    "output": _output,
}
