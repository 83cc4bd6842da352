"""The mask explorer's controls and views, and where each stands. It shows what it is given."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

import ipywidgets

from attnlib.meaning.cells import Place
from attnlib.meaning.masks.choices import MaskChoices
from attnlib.meaning.masks.scene import ROWS, VIEWS, MaskedSentence
from attnlib.widgets.frame.board import Board
from attnlib.widgets.frame.boxes import box, classify, foot
from attnlib.widgets.masks.fit import ROW, MaskArrangement
from attnlib.widgets.views.matrix import MatrixView
from attnlib.widgets.views.narrator import Narrator
from attnlib.widgets.views.slider import Slider

#: With a space in it, so that no token is called so.
NO_CHANGE = "no token"


class MaskBoard(Board):
    """Controls and views of a `MaskExplorer`, built once for whatever sentence will be typed."""

    def __init__(self, narrator: Narrator) -> None:
        super().__init__()
        self.sentence = ipywidgets.Text(description="sentence", continuous_update=False)
        self.sentence.add_class("attn-sentence")
        self.code = ipywidgets.Label()
        self.code.add_class("attn-code")
        self.causal = ipywidgets.Checkbox(True, description="causal", indent=False)
        self.prefix = Slider("prefix", 0, min=0, max=1, step=1)
        self.windowed = ipywidgets.Checkbox(False, description="window", indent=False)
        self.window = Slider("tokens back", 1, min=0, max=1, step=1)
        self.padding = Slider("padding", 0, min=0, max=1, step=1)
        self.changed = ipywidgets.Dropdown(options=(NO_CHANGE,), description="change a token")
        self.leak = ipywidgets.Checkbox(False, description="plant a leak", indent=False)
        self._views = {name: MatrixView(pressable=name == "mask") for name in VIEWS}
        self.views["scaled"].add_class("attn-middle")
        self.views["output"].add_class("attn-last")
        beside = box("column", "beside", self.changed, self.leak)
        upper, lower = ([self.views[name] for name in row] for row in ROWS)
        # Boxes, because a box takes up a new class at once; a view on the page keeps its first ones.
        self._stages = box("row", "stages", *upper), box("row", "stages", *lower, beside)
        for row in self._stages:
            row.layout.height = f"{ROW}px"
        self.rows = (
            box("row", "bar", self.sentence, self.code, self.restart),
            box("row", "bar", self.causal, self.prefix, self.windowed, self.window, self.padding),
            *self._stages,
            foot(narrator),
        )

    @property
    def sliders(self) -> tuple[Slider, ...]:
        """The sliders that count tokens."""
        return self.prefix, self.window, self.padding

    def fit(self, tokens: Sequence[str], arranged: MaskArrangement) -> None:
        """Make room for another sentence: sizes of cells, ends of sliders, tokens to choose from."""
        for view in self.views.values():
            view.size = arranged.size
        for stages in self._stages:
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

    def show(self, scene: MaskedSentence, before: MaskedSentence | None = None) -> None:
        """Show a masked sentence and the code of its mask; controls that have nothing to act on are put to rest."""
        super().show(scene, before)
        choices = scene.choices
        self.code.value = choices.code
        self.prefix.disabled = not choices.causal  # without it everybody sees the prefix anyway
        self.window.disabled = choices.window is None
