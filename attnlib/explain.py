"""Why a cell holds what it holds: its actual operands, as words and numbers and as LaTeX.

Reads a trace by its attributes and imports no other part of the mathematics, so it can't compute the answer anew:
it can only show how the recorded numbers follow from one another.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from attnlib import _check
from attnlib._format import bracketed, number, short, significant
from attnlib._format import latex as _latex
from attnlib.tokens import quoted

if TYPE_CHECKING:
    from attnlib.trace import AttentionTrace

STAGES = ("Q", "K", "V", "scores", "scaled", "masked", "weights", "output")
INPUTS = ("X", "W_Q", "W_K", "W_V")

#: Scores beyond this are written with the row's largest subtracted, so that e^… stays a number one can say.
_SAYABLE = 12.0


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
        Plain words and numbers that a screen reader can say; each side of each ``=`` can be evaluated.
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


def labels(trace: AttentionTrace, stage: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Names of a stage's rows and columns."""
    columns = features(trace.stage(stage).shape[-1])
    if stage in ("Q", "X", "output"):
        return trace.tokens, columns
    if stage in ("K", "V", "memory"):
        return trace.key_tokens, columns
    if stage in INPUTS:
        return features(trace.stage(stage).shape[-2]), columns
    return trace.tokens, trace.key_tokens


def explain(trace: AttentionTrace, stage: str, row: str | int, column: str | int) -> Explanation:
    """Explain one cell of a trace without leading axes; see `AttentionTrace.explain`."""
    _check.choice("stage", stage, STAGES)
    row_names, column_names = labels(trace, stage)
    _check.one_sequence(trace.output.shape)
    i, j = _check.place("row", row, row_names, stage), _check.place("column", column, column_names, stage)
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


def _operand(trace: AttentionTrace, stage: str, i: int, j: int) -> Operand:
    return Operand(stage, i, j, float(trace.stage(stage)[i, j]))


def _projected(stage: str) -> Callable[[AttentionTrace, int, int], Parts]:
    def parts(trace: AttentionTrace, i: int, j: int) -> Parts:
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
        return _sum_of_products(pairs, value, head, latex)

    return parts


def _scores(trace: AttentionTrace, i: int, j: int) -> Parts:
    pairs = [(_operand(trace, "Q", i, m), _operand(trace, "K", j, m)) for m in range(trace.Q.shape[-1])]
    head = f"= q[{trace.tokens[i]}] · k[{trace.key_tokens[j]}] = "
    return _sum_of_products(pairs, float(trace.scores[i, j]), head, rf"q_{{{i + 1}}} \cdot k_{{{j + 1}}} = ")


def _scaled(trace: AttentionTrace, i: int, j: int) -> Parts:
    source = _operand(trace, "scores", i, j)
    value = float(trace.scaled[i, j])
    d_k = trace.Q.shape[-1]
    term = (Term(value, (source,)),)
    if math.isclose(trace.scale, 1 / math.sqrt(d_k)):
        text = f"= {number(source.value)} / √{d_k} = {number(value)}"
        return text, rf"\frac{{{_tex(source.value)}}}{{\sqrt{{{d_k}}}}} = {_tex(value)}", term
    if trace.scale == 1:
        return f"= {number(value)}, not scaled", f"{_tex(source.value)}", term
    by = significant(trace.scale)
    text = f"= {_factor(source.value)} × {bracketed(by)} = {number(value)}"
    return text, rf"{_tex_factor(source.value)} \times {bracketed(_latex(by))} = {_tex(value)}", term


def _masked(trace: AttentionTrace, i: int, j: int) -> Parts:
    source = _operand(trace, "scaled", i, j)
    value = float(trace.masked[i, j])
    if not trace.allowed[i, j]:
        text = f"= {number(-math.inf)}: {quoted(trace.tokens[i])} may not attend to {quoted(trace.key_tokens[j])}"
        return text, r"-\infty", (Term(-math.inf, (source,)),)
    if trace.mask is None or trace.mask.dtype == bool:
        return f"= {number(value)}, allowed", _tex(value), (Term(value, (source,)),)
    added = float(np.broadcast_to(trace.mask, trace.masked.shape)[i, j])
    text = f"= {number(source.value)} + {_factor(added)} = {number(value)}"
    return text, rf"{_tex(source.value)} + ({_tex(added)}) = {_tex(value)}", (Term(value, (source,)),)


def _weights(trace: AttentionTrace, i: int, j: int) -> Parts:
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
    said = [f"e^{bracketed(short(power, 4))}" for power in powers]
    written = [f"e^{{{_latex(short(power, 4))}}}" for power in powers]
    own = [cell.column for cell in open_cells].index(j)
    note = f" (with the row's largest, {number(largest)}, subtracted)" if beyond else ""
    text = f"= {said[own]} / ({' + '.join(said)}) = {significant(mine)} / {significant(total)} = {number(value)}{note}"
    latex = rf"\frac{{{written[own]}}}{{{' + '.join(written)}}} = {_tex(value)}"
    return text, latex, terms


def _output(trace: AttentionTrace, i: int, j: int) -> Parts:
    allowed = [m for m in range(trace.K.shape[-2]) if trace.allowed[i, m]]
    value = float(trace.output[i, j])
    if not allowed:
        return f"= 0: {quoted(trace.tokens[i])} may attend to nothing", "0", ()
    pairs = [(_operand(trace, "weights", i, m), _operand(trace, "V", m, j)) for m in allowed]
    return _sum_of_products(pairs, value, "= ", rf"o_{{{i + 1},{j + 1}}} = ")


def _sum_of_products(pairs: Iterable[tuple[Operand, Operand]], value: float, head: str, latex: str) -> Parts:
    terms = tuple(Term(left.value * right.value, (left, right)) for left, right in pairs)
    products = [tuple(operand.value for operand in term.operands) for term in terms]
    said = " + ".join(f"{_factor(a)}×{_factor(b)}" for a, b in products)
    written = " + ".join(rf"{_tex_factor(a)} \times {_tex_factor(b)}" for a, b in products)
    return f"{head}{said} = {number(value)}", f"{latex}{written} = {_tex(value)}", terms


def _factor(value: float) -> str:
    return bracketed(number(value))


def _tex(value: float) -> str:
    return _latex(number(value))


def _tex_factor(value: float) -> str:
    return bracketed(_tex(value))


def _tex_name(name: str) -> str:
    return f"W_{{{name[2:]}}}"


_STEPS: dict[str, Callable[[AttentionTrace, int, int], Parts]] = {
    "Q": _projected("Q"),
    "K": _projected("K"),
    "V": _projected("V"),
    "scores": _scores,
    "scaled": _scaled,
    "masked": _masked,
    "weights": _weights,
    "output": _output,
}
