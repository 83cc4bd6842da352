"""Make heads wider and see what the scale is for: the scores, one row of weights, and what the softmax passes back."""

from __future__ import annotations

from typing import Any

from attnlib import figures
from attnlib.maths import check
from attnlib.maths.scaling.draws import KEYS, WIDTHS, GrowingDraws, one_of
from attnlib.maths.scaling.saturating import Saturation
from attnlib.maths.trace import AttentionTrace
from attnlib.meaning import plain
from attnlib.meaning.cells import Address, Cell
from attnlib.meaning.scaling.panels import SCALES
from attnlib.meaning.scaling.scene import ScaledSoftmax
from attnlib.meaning.scene import Lit
from attnlib.widgets.frame.explorer import Explorer
from attnlib.widgets.frame.seed import checked_seed
from attnlib.widgets.scaling.board import COLDEST, HOTTEST, ScalingBoard


class ScalingExplorer(Explorer):
    """Random queries and keys, as wide as you like, their scores divided by √d_k, by d_k, by more or by nothing.

    A slider that moves d_k adds features to the same vectors. Shown are all scores of many draws, one query's row of
    weights with its Jacobian, and means over all draws for each scale. The row shown is ``explorer.trace``, the means
    are ``explorer.measured``.

    Parameters
    ----------
    d_k : int, default 64
        Features of a query and a key: a power of two from 1 to 1024.
    n_keys : int, default 8
        A power of two from 2 to 64.
    scale : {"1/√d_k", "none", "1/d_k", "temperature"}
        The last divides by √d_k and by ``temperature``.
    temperature : float, default 1.0
        From 0.125 to 4.
    seed : int, default 0
        Of the draws.
    selected : (row, column) or ("jacobian", row, column), optional
        The number that is explained: of the table by its measure (``"spread"``, ``"largest weight"``, ``"entropy"``,
        ``"Jacobian"``, ``"gradient"``) and its scale or ``"equal weights"``; of the Jacobian by its keys, such as
        ``("jacobian", "1", "2")``.

    Raises
    ------
    ValueError, TypeError
        If a number or a choice isn't one of those.

    Examples
    --------
    >>> explorer = ScalingExplorer(d_k=64, scale="none")
    >>> explorer.narrator.explanation
    'largest weight[none] = (0.975 + 1.000 + 0.926 + …) / 1600 = 0.878; 8 equal weights have 1/8 = 0.125'
    """

    scene: ScaledSoftmax
    trace: AttentionTrace
    board: ScalingBoard
    _selected: Cell

    def __init__(
        self,
        d_k: int = 64,
        *,
        n_keys: int = 8,
        scale: str = "1/√d_k",
        temperature: float = 1.0,
        seed: int = 0,
        selected: Address | None = None,
    ) -> None:
        self._first: dict[str, Any] = {
            "d_k": one_of("d_k", d_k, WIDTHS),
            "n_keys": one_of("n_keys", n_keys, KEYS),
            "scale": check.choice("scale", scale, SCALES),
            "temperature": _between("temperature", temperature, COLDEST, HOTTEST),
            "seed": checked_seed(seed),
        }
        self._draws = GrowingDraws(n_keys, seed)
        scene = ScaledSoftmax(self._draws, d_k, scale, temperature)
        self._first_selected = scene.cell(selected or ("largest weight", scale))
        super().__init__(name="Scaling explorer")
        self.add_class("attn-scaling")
        self._open(ScalingBoard(self.narrator))

    @property
    def state(self) -> dict[str, Any]:
        """All choices as plain values: ``ScalingExplorer(**explorer.state)`` shows the same."""
        view, *names = self.scene.names_of(self._selected)
        selected = tuple(names) if view == "measures" else self._selected
        return {**{name: getattr(self.board, name).value for name in self._first}, "selected": selected}

    @property
    def measured(self) -> dict[str, Saturation]:
        """The means over all draws, by scale, and those of ``"equal weights"``."""
        return dict(self.scene.measured)

    def select(self, *cell: str | int) -> None:
        """Select a cell as a click does: ``(row, column)`` of the table, or ``("jacobian", row, column)``."""
        self._selected = self.scene.cell(cell)
        self._explain()

    def randomise(self) -> None:
        """Draw with the next seed."""
        self.board.seed.draw_on()

    def _listen(self) -> None:
        board = self.board
        self.hears(self._refresh, board.d_k, board.scale, board.temperature, board.n_keys)

    def _scene(self) -> ScaledSoftmax:
        board, drawn = self.board, self._draws
        n_keys, seed = int(board.n_keys.value), board.seed.value
        if (drawn.n_keys, drawn.seed) != (n_keys, seed):
            drawn = self._draws = GrowingDraws(n_keys, seed)
        scene = ScaledSoftmax(drawn, int(board.d_k.value), board.scale.value, board.temperature.value)
        self._selected = scene.nearest(self._selected)
        return scene

    def _picture(self, selected: Cell | None, lit: Lit, **told: Any) -> figures.ScalingDisplay:
        shown = self.scene
        bars = tuple(bar for _, bar in sorted(lit.get("row", ())))
        return figures.ScalingDisplay(
            *shown.bars(), *shown.panels().values(), selected=selected, lit=bars, title=shown.title, **told
        )

    def _numbers(self) -> str:
        shown = self.scene
        sentence = f"{shown.reading}\n{shown.explain(self._selected)[0]}\n\n{shown.title}"
        return plain.as_text(*shown.bars(), *shown.panels().values(), sentence=sentence)


def _between(name: str, value: float, low: float, high: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"{name}: needs a number, got {value!r}")
    if not low <= value <= high:
        raise ValueError(f"{name}: needs a number from {low:g} to {high:g}, got {value:g}")
    return float(value)
