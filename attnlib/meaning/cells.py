"""Addresses of cells: by names outside (``("scores", "Mouse", "Eats")``), by places within (``("scores", 0, 1)``)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from attnlib.maths import check
from attnlib.maths.explain import INPUTS, STAGES, labels
from attnlib.maths.trace import AttentionTrace

Address = Sequence[str | int]
Place = tuple[int, int]
Cell = tuple[str, int, int]

_EXAMPLE = {"stage": "scores", "view": "weights"}


def cell_at(trace: AttentionTrace, address: Address, *, argument: str = "cell") -> Cell:
    """Find the cell that an address names.

    Raises
    ------
    ValueError, TypeError
        If it isn't a stage, a row and a column, or there is no such cell.

    Examples
    --------
    >>> from attnlib import examples
    >>> cell_at(examples.mouse_eats_cheese(), ("scores", "Mouse", 1))
    ('scores', 0, 1)
    """
    stages = (*INPUTS, *STAGES)
    return found(address, stages, partial(labels, trace), argument=argument, what="stage")


def found(
    address: Address,
    views: Sequence[str],
    labels: Callable[[str], tuple[Sequence[str], Sequence[str]]],
    *,
    argument: str,
    what: str,
) -> Cell:
    """Find the cell that an address names among views, or stages, whose rows and columns have labels."""
    if isinstance(address, str) or len(address) != 3:
        raise ValueError(
            f'{argument}: needs a {what}, a row and a column, such as ("{_EXAMPLE[what]}", 0, 1); got {address!r}'
        )
    view, row, column = address
    view = check.choice(argument, view, views)
    rows, columns = labels(view)
    return view, check.place("row", row, rows, view), check.place("column", column, columns, view)


def input_at(trace: AttentionTrace, address: Address, *, argument: str = "stage") -> Cell:
    """Find a cell of X or of a projection; ValueError if it is a computed one."""
    cell = cell_at(trace, address, argument=argument)
    if cell[0] not in INPUTS:
        raise ValueError(f"{argument}: {cell[0]} is computed; edit one of {', '.join(INPUTS)}")
    return cell


def names_of(trace: AttentionTrace, cell: Cell) -> tuple[str, str, str]:
    """Give a cell's stage, and the names of its row and its column."""
    stage, row, column = cell
    rows, columns = labels(trace, stage)
    return stage, rows[row], columns[column]


def written(trace: AttentionTrace, cell: Cell) -> str:
    """How a cell is written: ``W_Q[f2, f1]``."""
    stage, row, column = names_of(trace, cell)
    return f"{stage}[{row}, {column}]"
