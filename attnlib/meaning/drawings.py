"""Two more views of a trace as plain data: lines between tokens, and arrows in the plane."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from attnlib.maths import check
from attnlib.maths.check import shape_text
from attnlib.maths.numbers import short
from attnlib.meaning.readings import reading

if TYPE_CHECKING:
    from attnlib.maths.trace import AttentionTrace

#: What a plane can show: which stages, and what one arrow of each is called.
PLANES = {
    "queries and keys": (("Q", "query"), ("K", "key")),
    "values and outputs": (("V", "value"), ("output", "output")),
}


@dataclass(frozen=True)
class Line:
    """One weight, drawn from the token that asks to the token that is asked."""

    query: int
    key: int
    weight: float
    text: str


@dataclass(frozen=True)
class LinesPanel:
    """Query tokens left, key tokens right, a line for each weight above 0, as wide as the weight."""

    query_labels: tuple[str, ...]
    key_labels: tuple[str, ...]
    lines: tuple[Line, ...]
    reading: str


@dataclass(frozen=True)
class Arrow:
    """One vector of two features, from the origin."""

    label: str
    role: str
    x: float
    y: float


@dataclass(frozen=True)
class PlanePanel:
    """Arrows in a square plane that reaches from −limit to limit both ways."""

    which: str
    arrows: tuple[Arrow, ...]
    limit: float
    reading: str


def lines_panel(trace: AttentionTrace) -> LinesPanel:
    """Prepare the weights of a trace as lines between tokens.

    Parameters
    ----------
    trace : AttentionTrace
        Without leading axes.

    Returns
    -------
    LinesPanel
        A weight of exactly 0 gets no line.

    Raises
    ------
    ValueError
        If the trace has leading axes.

    Examples
    --------
    >>> from attnlib import examples
    >>> line = lines_panel(examples.mouse_eats_cheese()).lines[1]
    >>> line.query, line.key, line.text
    (0, 1, '0.89')
    """
    check.one_sequence(trace.output.shape)
    lines = tuple(
        Line(i, j, weight, short(weight))
        for i, row in enumerate(trace.weights.tolist())
        for j, weight in enumerate(row)
        if weight > 0
    )
    return LinesPanel(trace.tokens, trace.key_tokens, lines, reading(trace))


def plane_panel(trace: AttentionTrace, which: str = "queries and keys") -> PlanePanel:
    """Prepare vectors of two features as arrows in the plane.

    Parameters
    ----------
    trace : AttentionTrace
        Without leading axes, with d_k = 2 (for queries and keys) or d_v = 2 (for values and outputs).
    which : {"queries and keys", "values and outputs"}

    Returns
    -------
    PlanePanel

    Raises
    ------
    ValueError
        If the vectors don't have exactly two features, or the trace has leading axes.

    Examples
    --------
    >>> from attnlib import examples
    >>> plane_panel(examples.mouse_eats_cheese()).arrows[0]
    Arrow(label='Mouse', role='query', x=0.0, y=2.0)
    """
    check.choice("which", which, tuple(PLANES))
    check.one_sequence(trace.output.shape)
    arrows: list[Arrow] = []
    for stage, role in PLANES[which]:
        vectors = trace.stage(stage)
        if vectors.shape[-1] != 2:
            raise ValueError(
                f"which: {which} need two features for a plane, {stage} has shape {shape_text(vectors.shape)}"
            )
        names = trace.tokens if stage in ("Q", "output") else trace.key_tokens
        arrows += [Arrow(name, role, x, y) for name, (x, y) in zip(names, vectors.tolist(), strict=True)]
    reach = max(
        (size for arrow in arrows for size in (abs(arrow.x), abs(arrow.y)) if size < math.inf), default=0
    )
    said = ", ".join(f"{arrow.role} {arrow.label} ({short(arrow.x)}, {short(arrow.y)})" for arrow in arrows)
    return PlanePanel(which, tuple(arrows), float(max(1, math.ceil(reach))), f"Arrows: {said}.")
