"""Addresses of cells: by names outside (``("scores", "Mouse", "Eats")``), by places within (``("scores", 0, 1)``)."""

from __future__ import annotations

from collections.abc import Sequence

from attnlib.maths import check
from attnlib.maths.explain import INPUTS, STAGES, labels
from attnlib.maths.trace import AttentionTrace

Address = Sequence[str | int]
Cell = tuple[str, int, int]


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
    if isinstance(address, str) or len(address) != 3:
        raise ValueError(
            f'{argument}: needs a stage, a row and a column, such as ("scores", 0, 1); got {address!r}'
        )
    stage, row, column = address
    stage = check.choice("stage", stage, (*INPUTS, *STAGES))
    rows, columns = labels(trace, stage)
    return stage, check.place("row", row, rows, stage), check.place("column", column, columns, stage)


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
