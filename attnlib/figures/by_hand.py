"""A page to print: the given matrices, and blank grids for the stages that a reader works out by hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from matplotlib.text import Text

from attnlib.figures._engine.base import Display, require
from attnlib.figures._engine.blocks import Column, Row
from attnlib.figures._engine.pen import Block, Pen
from attnlib.figures._engine.ruled import Lines, Room, RuledGrid
from attnlib.figures._engine.style import PIXELS_PER_INCH
from attnlib.maths.masks import causal_mask
from attnlib.maths.trace import AttentionTrace
from attnlib.meaning.by_hand import check_task, given_for, hand_panel, operand_panel, recipe
from attnlib.meaning.matrix import MatrixPanel, matrix_panel
from attnlib.meaning.page import MARGIN
from attnlib.meaning.readings import reading

#: The five steps from queries and keys to the output.
FIVE_STEPS = ("scores", "scaled", "masked", "weights", "output")

_A4 = 210 / 25.4 * PIXELS_PER_INCH, 297 / 25.4 * PIXELS_PER_INCH
_EDGE = 34.0  # beyond the display's own margin: printers leave about 5 mm white
_WIDE, _HIGH = _A4[0] - 2 * (MARGIN + _EDGE), _A4[1] - 2 * (MARGIN + _EDGE)
_BETWEEN, _LEAST_GAP, _MOST_GAP = 26.0, 8.0, 30.0

_HOW = (
    "Write whole numbers, fractions, roots, or decimals with three places; of a power of e keep four figures. "
    "The lines are for your working. Going on with rounded numbers may change your last place: that is right, too."
)

_ROUNDED = "Worked with rounded numbers, the last place may differ from what stands here."

#: Cells to write in, cells to read, and ruled lines below each grid: from the roomiest.
_ROOMS = (
    ((84, 42), (46, 24), 2),
    ((72, 36), (42, 22), 2),
    ((60, 30), (38, 20), 1),
    ((46, 24), (34, 18), 1),
    ((44, 22), (34, 17), 0),
)


class SheetDisplay(Display):
    """One A4 page to fill by hand, or its solution, in black on white.

    Parameters
    ----------
    trace : AttentionTrace
        One sequence of at most 6 tokens.
    stages : sequence of str
        What is to be worked out, in this order. What else these are made from is given.
    solved : bool, default False
        Whether the numbers are written in, with one cell of each stage worked out.
    title : str, optional
        By default made of the tokens.

    Attributes
    ----------
    grids_, given_ : dict of str to list of list of Text
        What each cell says, by stage: of the grids to fill, and of the given matrices.
    ax_, figure_, texts_
        See `Display`.

    Examples
    --------
    >>> from attnlib import examples
    >>> page = sheet(examples.mouse_eats_cheese(), solved=True)
    >>> [text.get_text() for text in page.grids_["weights"][0]]
    ['0.053', '0.894', '0.053']
    """

    grids_: dict[str, list[list[Text]]]
    given_: dict[str, list[list[Text]]]

    def __init__(
        self,
        trace: AttentionTrace,
        stages: Iterable[str] = FIVE_STEPS,
        *,
        solved: bool = False,
        title: str = "",
    ) -> None:
        require("SheetDisplay", trace, AttentionTrace, "make one with trace_attention(Q, K, V)")
        self.stages = _checked(trace, stages)
        self.trace, self.solved = trace, solved
        self.title = title or _title(trace)
        given = {name: operand_panel(trace, name) for name in given_for(trace, self.stages)}
        given.update({"mask": given.pop("mask")} if "mask" in given else {})  # last, behind Q, K and V
        asked: dict[str, MatrixPanel] = {}
        for stage in self.stages:
            blank = hand_panel(trace, stage, {}, {}, blank="_")
            asked[stage] = matrix_panel(trace, stage, digits=3) if solved else blank
        super().__init__(*given.values(), *asked.values())
        self._given, self._asked = given, asked

    @property
    def reading(self) -> str:
        """One sentence that says what is on the page."""
        what = "Solution of the sheet" if self.solved else "Sheet to fill by hand"
        return (
            f"{what}: {self.title}. Given: {', '.join(self._given)}. To work out: {', '.join(self.stages)}."
        )

    def _block(self) -> Block:
        for cells, given, ruled in _ROOMS:
            self._grids = {name: self._grid(panel, cells) for name, panel in self._asked.items()}
            self._givens = {name: _given(panel, given) for name, panel in self._given.items()}
            page = _Page(self._parts(ruled))
            if page.fits:
                return page
        rows, columns = self.trace.scores.shape
        raise ValueError(
            f"stages: {', '.join(self.stages)} with {rows} × {columns} scores don't fit one page; ask for fewer stages"
        )

    def _parts(self, ruled: int) -> list[Block]:
        per_row = 2 if max(grid.width for grid in self._grids.values()) <= (_WIDE - _BETWEEN) / 2 else 1
        width = (_WIDE - _BETWEEN * (per_row - 1)) / per_row
        recipes = [Lines(recipe(self.trace, stage), width, 11.5) for stage in self.stages]
        most = max(len(lines.wrapped) for lines in recipes)
        steps: list[Block] = []
        for place, (stage, lines) in enumerate(zip(self.stages, recipes, strict=True)):
            title = Lines(f"{place + 1}  {_heading(self._asked[stage])}", width, 14.0, bold=True)
            room = Room(width, ruled, self._worked(stage, width) if self.solved else None)
            steps.append(Column([title, replace(lines, at_least=most), self._grids[stage], room], 4.0))
        if len(steps) % per_row and not self.solved:
            steps.append(Room(width, int(steps[-1].height / Room.spacing)))
        rows = [Row(steps[start : start + per_row], _BETWEEN) for start in range(0, len(steps), per_row)]
        return [
            Lines(f"{self.title} (solution)" if self.solved else self.title, _WIDE, 18.0, bold=True),
            Lines(f"{reading(self.trace)} {_ROUNDED}" if self.solved else _HOW, _WIDE, 11.5),
            Row(list(self._givens.values()), _BETWEEN),
            *rows,
        ]

    def _worked(self, stage: str, width: float) -> Lines:
        """Work out one cell: a masked one, else the one with most to do, else the largest."""
        panel = self._asked[stage]
        cells = {place: self.trace.explain(stage, *place) for place in np.ndindex(*panel.values.shape)}
        telling = max(
            cells, key=lambda place: (panel.masked[place], len(cells[place].operands), panel.values[place])
        )
        return Lines(cells[telling].text, width, 11.0)

    def _grid(self, panel: MatrixPanel, cell: tuple[float, float]) -> RuledGrid:
        blank = [[""] * len(panel.column_labels) for _ in panel.row_labels]
        texts = panel.texts if self.solved else blank
        return RuledGrid(panel.row_labels, panel.column_labels, texts, cell, min(15.0, 0.5 * cell[1]))

    def _keep(self, block: Block) -> None:
        self.grids_ = {name: grid.artists for name, grid in self._grids.items()}
        self.given_ = {name: grid.artists for name, grid in self._givens.items()}


def sheet(
    trace: AttentionTrace, stages: Iterable[str] = FIVE_STEPS, *, solved: bool = False, title: str = ""
) -> SheetDisplay:
    """Draw a page to fill by hand, or its solution; ``.save("sheet.pdf")`` prints it. See `SheetDisplay`."""
    return SheetDisplay(trace, stages, solved=solved, title=title).plot()  # type: ignore[no-any-return]


@dataclass(frozen=True)
class _Page:
    """An A4 page; what is left of its height goes between its parts."""

    parts: Sequence[Block]
    width: float = _A4[0] - 2 * MARGIN
    height: float = _A4[1] - 2 * MARGIN

    @property
    def gap(self) -> float:
        left = _HIGH - sum(part.height for part in self.parts)
        return min(_MOST_GAP, left / max(1, len(self.parts) - 1))

    @property
    def fits(self) -> bool:
        return self.gap >= _LEAST_GAP and max(part.width for part in self.parts) <= _WIDE

    def draw(self, pen: Pen, left: float, top: float) -> None:
        top += _EDGE
        for part in self.parts:
            part.draw(pen, left + _EDGE, top)
            top += part.height + self.gap


def _given(panel: MatrixPanel, cell: tuple[float, float]) -> RuledGrid:
    note = f" ({panel.note})" if panel.name == "mask" else ""
    return RuledGrid(
        panel.row_labels, panel.column_labels, panel.texts, cell, 0.5 * cell[1], f"{panel.title}{note}"
    )


def _heading(panel: MatrixPanel) -> str:
    return f"{panel.name} {panel.note if panel.note.startswith('=') else f'({panel.note})'}"


def _title(trace: AttentionTrace) -> str:
    causal = np.array_equal(trace.allowed, causal_mask(*trace.scores.shape))
    masked = "" if trace.mask is None else ", with a causal mask" if causal else ", with a mask"
    return f"{' '.join(trace.tokens)}: attention by hand{masked}"


def _checked(trace: AttentionTrace, stages: Iterable[str]) -> tuple[str, ...]:
    if isinstance(stages, str):
        raise TypeError(f"stages: needs several names, such as ({stages!r},), got the text {stages!r}")
    names = tuple(check_task(trace, stage) for stage in stages)
    if not names or len(set(names)) < len(names):
        raise ValueError(f"stages: needs one or more stages, each once, got {names}")
    return names
