"""What a reader has written into a blank stage so far, and what is to be said about each number."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from attnlib.maths.explain import labels
from attnlib.maths.numbers import number
from attnlib.maths.trace import AttentionTrace
from attnlib.meaning.by_hand import HandPanel, Verdict, hand_panel, judge, prompt
from attnlib.meaning.cells import Place, cell_at, written
from attnlib.meaning.typed import typed_value

#: The slip of what is no number.
UNREADABLE = "not a number"
#: A cell has no room for more; then it shows the number that was meant.
_LONGEST_SHOWN = 8
_LONGEST_KEPT = 60


class HandAnswers:
    """Numbers written into one stage, each with its verdict.

    Parameters
    ----------
    trace : AttentionTrace
    stage : str
    filled : sequence of (row, column, text)

    Examples
    --------
    >>> from attnlib import examples
    >>> answers = HandAnswers(examples.mouse_eats_cheese(), "weights", [("Eats", "Mouse", "1/3")])
    >>> answers.write((0, 0), "0.3")
    >>> answers.filled, answers.done
    ([('Mouse', 'Mouse', '0.3'), ('Eats', 'Mouse', '1/3')], False)
    """

    def __init__(self, trace: AttentionTrace, stage: str, filled: Iterable[Sequence[str | int]] = ()) -> None:
        self._trace, self._stage = trace, stage
        self.texts: dict[Place, str] = {}
        self.verdicts: dict[Place, Verdict] = {}
        self._shown: dict[Place, str] = {}
        for cell in filled:
            if isinstance(cell, str) or len(cell) != 3 or not isinstance(cell[2], str):
                raise ValueError(f'filled: needs cells such as ("Mouse", "Eats", "1/3"), got {cell!r}')
            self.write(self.place(cell[:2], "filled"), cell[2])

    def place(self, address: Sequence[str | int], argument: str) -> Place:
        """Find a cell by the names or places of its row and column."""
        if isinstance(address, str) or len(address) != 2:
            raise ValueError(f"{argument}: needs a row and a column, such as (0, 1), got {address!r}")
        return cell_at(self._trace, (self._stage, *address), argument=argument)[1:]

    def write(self, place: Place, text: str, *, kept: bool = False) -> None:
        """Write a number into a cell; an empty text empties it.

        What is no number is a ValueError and leaves the cell as it was; or it is ``kept`` there, marked as wrong, for
        its writer to mend.
        """
        text = text.strip()
        if not text:
            for cells in (self.texts, self.verdicts, self._shown):
                cells.pop(place, None)
            return
        try:
            typed = typed_value(text)
        except ValueError as error:
            if not kept:
                raise
            self.texts[place], self.verdicts[place] = text, Verdict(False, UNREADABLE, str(error))
            self._shown[place] = _plain(text)
            return
        verdict = judge(
            self._trace, self._stage, *place, typed.value, slack=typed.slack, decimals=typed.decimals
        )
        self.texts[place], self.verdicts[place] = text, verdict
        pretty = _pretty(text)
        fits = len(pretty) <= _LONGEST_SHOWN
        self._shown[place] = pretty if fits else number(typed.value, typed.decimals or 3)

    def clear(self) -> None:
        """Empty every cell."""
        for place in tuple(self.texts):
            self.write(place, "")

    @property
    def filled(self) -> list[tuple[str, str, str]]:
        """Row, column and text of each cell in which a number is, row by row."""
        rows, columns = labels(self._trace, self._stage)
        numbers = (place for place in sorted(self.texts) if self.verdicts[place].slip != UNREADABLE)
        return [(rows[i], columns[j], self.texts[i, j]) for i, j in numbers]

    @property
    def _unreadable(self) -> dict[Place, str]:
        """Texts that are no numbers, whole, so that a view opens them again as they were typed."""
        unread = (place for place, verdict in self.verdicts.items() if verdict.slip == UNREADABLE)
        return {place: self.texts[place][:_LONGEST_KEPT] for place in unread}

    @property
    def done(self) -> bool:
        """Whether every cell is right."""
        cells = self._trace.stage(self._stage).size
        return len(self.verdicts) == cells and all(verdict.right for verdict in self.verdicts.values())

    @property
    def first_blank(self) -> Place:
        """The first blank cell, row by row; the first of all if none is blank."""
        rows, columns = self._trace.stage(self._stage).shape
        places = [(i, j) for i in range(rows) for j in range(columns)]
        return next((place for place in places if place not in self.texts), places[0])

    def panel(self, *, marks: bool = True, blank: str = "") -> HandPanel:
        """Prepare the stage for showing, as far as it is filled."""
        right = {place: None if verdict.coarse else verdict.right for place, verdict in self.verdicts.items()}
        shown = self._shown if marks else self._shown | self._unreadable
        return hand_panel(self._trace, self._stage, shown, right, marks=marks, blank=blank)

    def remark(self, place: Place) -> str:
        """Say whether what stands in a cell is right, and what probably went wrong."""
        verdict = self.verdicts[place]
        cell = f"{written(self._trace, (self._stage, *place))}:"
        if verdict.slip == UNREADABLE:
            return f"{cell} {verdict.words}."
        said = f"{cell} {self.texts[place]}"
        if verdict.coarse:
            return f"{said} has not enough digits: {verdict.words}."
        return f"{said} is right." if verdict.right else f"{said} is wrong, {verdict.words}."

    def why(self, place: Place, *, worked: bool = False) -> str:
        """Say what is to be done in a cell, or what went wrong; how it came about, if it is right or worked out."""
        if worked or (place in self.verdicts and self.verdicts[place].right):
            return self._trace.explain(self._stage, *place).text
        if place in self.verdicts:
            return self.remark(place)
        return f"{written(self._trace, (self._stage, *place))}: {prompt(self._trace, self._stage, *place)}."


def _plain(text: str) -> str:
    """Write what was typed and can't be read, as far as a cell has room, in letters that every picture can show."""
    text = re.sub(r"[^0-9A-Za-z.,;:=+*/×·÷()√∞−% -]", "?", text)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 1]}…"


def _pretty(text: str) -> str:
    """Write what was typed with the signs that a keyboard hasn't."""
    for typed, sign in (("-", "−"), ("sqrt", "√"), ("infinity", "∞"), ("inf", "∞"), ("*", "×"), (" ", "")):
        text = re.sub(re.escape(typed), sign, text, flags=re.IGNORECASE)
    return text
