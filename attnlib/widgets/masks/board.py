"""The mask explorer's controls and views, and where each stands. It shows what it is given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

import ipywidgets

from attnlib.meaning.cells import Cell
from attnlib.meaning.masks.choices import MaskChoices, Place
from attnlib.meaning.masks.scene import ROWS, VIEWS
from attnlib.meaning.matrix import MatrixPanel
from attnlib.widgets.frame.boxes import box, classify, foot
from attnlib.widgets.masks.fit import ROW, arrange_masks
from attnlib.widgets.views.matrix import MatrixView
from attnlib.widgets.views.narrator import Narrator
from attnlib.widgets.views.slider import Slider

#: With a space in it, so that no token is called so.
NO_CHANGE = "no token"


class MaskBoard:
    """Controls and views of a `MaskExplorer`, built once for whatever sentence will be typed."""

    def __init__(self, narrator: Narrator) -> None:
        self.sentence = ipywidgets.Text(description="sentence", continuous_update=False)
        self.sentence.add_class("attn-sentence")
        self.code = ipywidgets.Label()
        self.code.add_class("attn-code")
        self.restart = ipywidgets.Button(description="Reset", tooltip="Back to where this explorer started")
        self.causal = ipywidgets.Checkbox(True, description="causal", indent=False)
        self.prefix = Slider("prefix", 0, min=0, max=1, step=1)
        self.windowed = ipywidgets.Checkbox(False, description="window", indent=False)
        self.window = Slider("tokens back", 1, min=0, max=1, step=1)
        self.padding = Slider("padding", 0, min=0, max=1, step=1)
        self.changed = ipywidgets.Dropdown(options=(NO_CHANGE,), description="change a token")
        self.leak = ipywidgets.Checkbox(False, description="plant a leak", indent=False)
        self.views = {name: MatrixView(pressable=name == "mask") for name in VIEWS}
        self.views["scaled"].add_class("attn-middle")
        self.views["output"].add_class("attn-last")
        self.digits = 2
        self.rows = self._rows(narrator)

    @property
    def sliders(self) -> tuple[Slider, ...]:
        """The sliders that count tokens."""
        return self.prefix, self.window, self.padding

    def fit(self, tokens: Sequence[str], *, d_v: int) -> None:
        """Make room for another sentence: sizes of cells, ends of sliders, tokens to choose from."""
        arranged = arrange_masks(tokens, d_v=d_v)
        self.digits = arranged.digits
        for view in self.views.values():
            view.size = arranged.size
        for stages in self.rows[
            2:4
        ]:  # a box takes up a new class at once; a view on the page keeps its first ones
            stages.layout.grid_gap = f"{arranged.gap}px"
            classify(stages, "attn-bare", arranged.bare)
            classify(stages, "attn-narrow", arranged.narrow)
            classify(stages, "attn-short-labels", arranged.labels == "short")
        for slider, most in zip(self.sliders, (len(tokens), len(tokens) - 1, len(tokens)), strict=True):
            slider.max = most
        self.changed.options = (NO_CHANGE, *tokens)

    def choices(self, n: int, toggled: AbstractSet[Place]) -> MaskChoices:
        """Read the controls."""
        return MaskChoices(
            n,
            causal=self.causal.value,
            prefix=int(self.prefix.value),
            window=int(self.window.value) if self.windowed.value else None,
            padding=int(self.padding.value),
            toggled=tuple(sorted(toggled)),
            leak=self.leak.value,
        )

    def show(self, panels: Mapping[str, MatrixPanel], choices: MaskChoices) -> None:
        """Show panels and the code of their mask; controls that have nothing to act on are put to rest."""
        for name, view in self.views.items():
            view.show(panels[name])
        self.code.value = choices.code
        self.prefix.disabled = not choices.causal  # without it everybody sees the prefix anyway
        self.window.disabled = choices.window is None

    def mark(self, cell: Cell | None, lit: Mapping[str, AbstractSet[Place]]) -> None:
        """Outline a cell, and light others."""
        for name, view in self.views.items():
            view.light(sorted(lit.get(name, ())))
            view.selected = cell[1:] if cell is not None and cell[0] == name else ()

    def _rows(self, narrator: Narrator) -> tuple[ipywidgets.Box, ...]:
        beside = box("column", "beside", self.changed, self.leak)
        upper, lower = ([self.views[name] for name in row] for row in ROWS)
        stages = box("row", "stages", *upper), box("row", "stages", *lower, beside)
        for row in stages:
            row.layout.height = f"{ROW}px"
        return (
            box("row", "bar", self.sentence, self.code, self.restart),
            box("row", "bar", self.causal, self.prefix, self.windowed, self.window, self.padding),
            *stages,
            foot(narrator),
        )
