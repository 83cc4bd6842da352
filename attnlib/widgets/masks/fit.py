"""How large the mask explorer's cells may be, so that two rows of three matrices fit whatever sentence is typed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from attnlib.widgets.frame.fit import LABELS, ROOM_ACROSS, ROOM_DOWN, SIZES

#: Height of each of the two rows. It is the same for every sentence, so that the page below never jumps.
ROW = ROOM_DOWN // 2 - 2

#: Widths of cells where there are many: of the large matrices, and of the output. As masks/explorer.css sets them.
NARROW, OUTPUT = 32, 40

#: Least width of the controls beside the output.
_BESIDE = 118

_GAPS = (28, 16, 8, 4)


@dataclass(frozen=True)
class MaskArrangement:
    """Sizes of the mask explorer's matrices.

    Attributes
    ----------
    size, labels : str
        Of the cells and of the row labels, as in `attnlib.widgets.frame.fit`.
    bare : bool
        Whether the scaled scores, between two others, stand without row labels.
    narrow : bool
        Whether the cells of the large matrices are less wide than their size says.
    gap : int
        Pixels between matrices.
    """

    size: str
    labels: str
    bare: bool
    narrow: bool
    gap: int

    @property
    def digits(self) -> int:
        """Decimals of a score that can be read in its cell."""
        return 1 if self.size == "dense" else 2


def arrange_masks(tokens: Sequence[str], *, d_v: int) -> MaskArrangement:
    """Choose the largest cells with which both rows fit.

    Examples
    --------
    >>> arrange_masks(["The", "cat", "sat", "on", "the", "mat"], d_v=2)
    MaskArrangement(size='compact', labels='long', bare=False, narrow=False, gap=28)
    >>> arrange_masks(["a-very-long-token"] * 8, d_v=2)
    MaskArrangement(size='dense', labels='short', bare=True, narrow=True, gap=4)
    """
    n = len(tokens)
    for tried in _from_best():
        cells = SIZES[tried.size]
        if cells.high(n) > ROW:
            continue
        longest = LABELS[tried.labels]
        inner = replace(cells, width=NARROW) if tried.narrow else cells
        outer = replace(cells, width=OUTPUT) if tried.size == "dense" else cells
        square = inner.wide(tokens, n, longest=longest)
        middle = inner.wide((), n, longest=0) if tried.bare else square
        lower = 2 * square + outer.wide(tokens, d_v, longest=longest) + _BESIDE
        if max(2 * square + middle + 2 * tried.gap, lower + 3 * tried.gap) <= ROOM_ACROSS:
            break
    return tried


def _from_best() -> Iterator[MaskArrangement]:
    for size in SIZES:
        for labels, bare in (("long", False), ("short", False), ("short", True)):
            for gap in _GAPS:
                yield MaskArrangement(size, labels, bare, False, gap)
    yield MaskArrangement("dense", "short", True, True, _GAPS[-1])
