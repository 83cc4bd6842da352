"""Put a mask together, plant a leak, change a token, and see which outputs move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from attnlib import figures
from attnlib.examples.sentences import any_sentence
from attnlib.maths import check
from attnlib.maths.trace import AttentionTrace
from attnlib.meaning import plain
from attnlib.meaning.cells import Address, Cell, Place
from attnlib.meaning.masks.choices import MaskChoices
from attnlib.meaning.masks.scene import ROWS, MaskedSentence
from attnlib.meaning.scene import Lit
from attnlib.widgets.frame.explorer import Explorer
from attnlib.widgets.masks.board import NO_CHANGE, MaskBoard
from attnlib.widgets.masks.fit import arrange_masks


class MaskExplorer(Explorer):
    """A sentence under a mask: who may look at whom, and what follows from it.

    Masks are put together with ``&`` and shown as code to copy; cells of the mask are toggled by hand. Plant a leak or
    give a token another vector, and the outputs that moved in any bit are lit. Everything shown is ``explorer.trace``.
    The words' vectors are drawn by lot and mean nothing (`attnlib.examples.any_sentence`).

    Parameters
    ----------
    sentence : str
        One to 8 words.
    causal : bool, default True
        Whether a token sees only itself and what came before.
    window : int, optional
        How many tokens back may be seen; None for all.
    prefix : int, default 0
        How many tokens at the start everyone may see, in spite of ``causal``.
    padding : int, default 0
        How many tokens at the end are padding, which nobody sees.
    toggled : sequence of (row, column)
        Cells of the mask that are the other way round, by name or place.
    changed : str or int, optional
        The token that gets another vector.
    leak : bool, default False
        Whether the second token may see the last one, whatever the rest says.
    selected : (view, row, column), optional
        The cell that is explained; views are ``mask scaled masked before weights output``.

    Raises
    ------
    ValueError, TypeError
        If there is no room for the sentence, or a number, token or cell doesn't exist.

    Examples
    --------
    >>> explorer = MaskExplorer("The cat sat on the mat", padding=1)
    >>> explorer.code
    'mask = causal_mask(6) & padding_mask(5, 6)'
    >>> explorer.press("cat", "on")
    >>> explorer.code
    'mask = causal_mask(6) & padding_mask(5, 6); mask[1, 3] = True'
    """

    scene: MaskedSentence
    trace: AttentionTrace
    board: MaskBoard
    hint = "Select a cell to see how it came about. A click on a cell of the mask also opens or closes it."

    def __init__(
        self,
        sentence: str = "The cat sat on the mat",
        *,
        causal: bool = True,
        window: int | None = None,
        prefix: int = 0,
        padding: int = 0,
        toggled: Iterable[Sequence[str | int]] = (),
        changed: str | int | None = None,
        leak: bool = False,
        selected: Address | None = None,
    ) -> None:
        trace = any_sentence(sentence)
        n, tokens = len(trace.tokens), trace.tokens
        cells = MaskedSentence(trace, MaskChoices(n))
        self._first: dict[str, Any] = {
            "causal": bool(causal),
            "windowed": window is not None,
            "window": min(1, n - 1) if window is None else _at_most("window", window, n - 1),
            "prefix": _at_most("prefix", prefix, n),
            "padding": _at_most("padding", padding, n),
            "changed": NO_CHANGE
            if changed is None
            else tokens[check.place("token", changed, tokens, "the sentence")],
            "leak": bool(leak),
        }
        self._first_sentence = sentence
        self._first_toggled = frozenset(_place(cells, cell) for cell in toggled)
        self._first_selected = None if selected is None else cells.cell(selected)
        super().__init__(name="Mask explorer")
        self.add_class("attn-masking")
        self._open(MaskBoard(self.narrator))

    @property
    def code(self) -> str:
        """Python that makes the mask shown, with the words of `attnlib`."""
        return self.scene.choices.code

    @property
    def state(self) -> dict[str, Any]:
        """All choices as plain values: ``MaskExplorer(**explorer.state)`` shows the same."""
        choices, tokens = self.scene.choices, self.trace.tokens
        return {
            "sentence": self._sentence,
            "causal": choices.causal,
            "window": choices.window,
            "prefix": choices.prefix,
            "padding": choices.padding,
            "toggled": [(tokens[row], tokens[column]) for row, column in choices.toggled],
            "changed": None if self.scene.changed is None else tokens[self.scene.changed],
            "leak": choices.leak,
            "selected": None if self._selected is None else self.scene.names_of(self._selected),
        }

    def type(self, sentence: str) -> None:
        """Show another sentence under the same masks; what was set by hand, changed or selected is let go."""
        self._take(sentence)
        self._refresh()

    def press(self, row: str | int, column: str | int) -> None:
        """Open or close a cell of the mask, as a click on it does; on a planted leak, take the leak away."""
        cell = self.scene.cell(("mask", row, column))
        if cell[1:] == self.scene.choices.leaking:
            with self.quietly():
                self.board.leak.value = False
        else:
            self._toggled ^= {cell[1:]}
        self._selected = cell
        self._refresh()

    def _listen(self) -> None:
        board = self.board
        board.views["mask"].on_press(self.guarded(self.press))
        self.hears(self._refresh, *board.sliders, board.causal, board.windowed, board.changed, board.leak)
        self.hears(self._write, board.sentence)

    def _write(self) -> None:
        with self.slips():
            self.type(self.board.sentence.value)

    def _restore(self) -> None:
        self._take(self._first_sentence)
        self._toggled, self._selected = set(self._first_toggled), self._first_selected

    def _take(self, sentence: str) -> None:
        self._plain = any_sentence(sentence)
        self._arranged = arrange_masks(self._plain.tokens, d_v=self._plain.V.shape[-1])
        self._sentence, self._toggled, self._selected = sentence, set(), None
        self.narrator.name = f"Mask explorer: {sentence}"
        with self.quietly():
            self.board.fit(self._plain.tokens, self._arranged)

    def _scene(self) -> MaskedSentence:
        tokens, changed = self._plain.tokens, self.board.changed.value
        place = None if changed == NO_CHANGE else tokens.index(changed)
        choices = self.board.choices(len(tokens), self._toggled)
        return MaskedSentence(self._plain, choices, place, digits=self._arranged.digits)

    def _refresh(self) -> None:
        with self.quietly():
            self.board.sentence.value = self._sentence  # not one that was refused
        super()._refresh()

    def _picture(self, selected: Cell | None, lit: Lit, **told: Any) -> figures.RowsDisplay:
        rows = ([self.scene.panel(name) for name in row] for row in ROWS)
        return figures.RowsDisplay(*rows, selected=selected, lit=lit, title=self.code, **told)

    def _numbers(self) -> str:
        says = self.scene.marked(self._selected)[0]
        lines = [text for text in (self.scene.reading, self.code, says) if text]
        return plain.as_text(*self.scene.panels().values(), sentence="\n".join(lines))


def _place(cells: MaskedSentence, cell: Sequence[str | int]) -> Place:
    if isinstance(cell, str) or len(cell) != 2:
        raise ValueError(f"toggled: needs cells of a row and a column, such as [(0, 1)], got {cell!r}")
    return cells.cell(("mask", *cell))[1:]


def _at_most(name: str, value: int, most: int) -> int:
    if check.count(name, value) > most:
        raise ValueError(f"{name}: at most {most} for this sentence, got {value}")
    return value
