"""One sentence under one mask: what the mask explorer shows, says and explains, without a page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import count

from attnlib.examples.sentences import word_vector
from attnlib.maths.attention import self_attention
from attnlib.maths.check import Array
from attnlib.maths.explain import INPUTS, labels
from attnlib.maths.numbers import short
from attnlib.maths.tokens import listed, quoted
from attnlib.maths.trace import AttentionTrace
from attnlib.meaning.cells import Cell, Place
from attnlib.meaning.masks.choices import MaskChoices
from attnlib.meaning.masks.panels import mask_panel
from attnlib.meaning.matrix import MatrixPanel, matrix_panel
from attnlib.meaning.readings import reading
from attnlib.meaning.scene import Lit, Scene

#: What is shown, from left to right: the way of the scores, and what comes of them without and with the mask.
ROWS = (("mask", "scaled", "masked"), ("before", "weights", "output"))
VIEWS = tuple(name for row in ROWS for name in row)


class MaskedSentence(Scene):
    """A sentence under a mask, beside the same sentence without one.

    Parameters
    ----------
    sentence : AttentionTrace
        Made by `attnlib.examples.sentences.any_sentence`, without a mask.
    choices : MaskChoices
        Of the mask.
    changed : int, optional
        The token that gets another vector, to see which outputs move.
    digits : int, default 2
        Decimals of the scores shown.

    Attributes
    ----------
    trace : AttentionTrace
        With the mask, and with the changed vector if there is one.
    open : AttentionTrace
        The same without the mask.
    moved : tuple of bool
        For each query, whether its output differs in any bit from what it was before the change.

    Examples
    --------
    >>> from attnlib.examples.sentences import any_sentence
    >>> shown = MaskedSentence(any_sentence("the cat sat"), MaskChoices(3, leak=True), changed=2)
    >>> shown.moved
    (False, True, True)
    """

    views = VIEWS

    trace: AttentionTrace

    def __init__(
        self, sentence: AttentionTrace, choices: MaskChoices, changed: int | None = None, *, digits: int = 2
    ) -> None:
        self.choices, self.changed, self._digits = choices, changed, digits
        self.open = sentence if changed is None else _with_another_vector(sentence, changed)
        self.trace = _masked(self.open, choices)
        before = self.trace if changed is None else _masked(sentence, choices)
        self.moved = tuple((self.trace.output != before.output).any(axis=-1).tolist())

    def panel(self, view: str) -> MatrixPanel:
        """Prepare one of `VIEWS`."""
        if view == "mask":
            return mask_panel(self.choices.full, self.trace.tokens, marks=self.choices.marks)
        if view == "before":
            weights = matrix_panel(self.open, "weights")
            return replace(weights, name=view, title="weights before", note="without the mask")
        panel = matrix_panel(self.trace, view, digits=self._digits if view in ("scaled", "masked") else 2)
        if view == "weights":
            return replace(panel, note="with the mask")
        return replace(panel, note="lit: moved") if view == "output" and self.changed is not None else panel

    def explain(self, cell: Cell) -> tuple[str, Lit]:
        """Say how a cell came about, and give the cells shown that it was made from, by view."""
        view, row, column = cell
        if view == "mask":
            return self._why(row, column), {}
        if view == "before":
            explanation = self.open.explain("weights", row, column)
            return f"Without the mask: {explanation.text}", {
                "scaled": {(o.row, o.column) for o in explanation.operands}
            }
        explanation = self.trace.explain(view, row, column)
        lit: dict[str, set[Place]] = {"mask": {(row, column)}} if view == "masked" else {}
        for operand in explanation.operands:
            if operand.stage in VIEWS:
                lit.setdefault(operand.stage, set()).add((operand.row, operand.column))
        return explanation.text, lit

    @property
    def always_lit(self) -> Lit:
        """Cells of the outputs that moved."""
        columns = range(self.trace.output.shape[-1])
        return {
            "output": {(row, column) for row, moved in enumerate(self.moved) if moved for column in columns}
        }

    @property
    def reading(self) -> str:
        """Say what is to be seen."""
        said = [self._about_the_leak(), self._about_the_change() or reading(self.trace)]
        if not self.choices.full.any(axis=-1).all():
            said.append("A query that may attend to nothing has weights 0 and output 0.")
        return " ".join(text for text in said if text)

    def labels(self, view: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Names of a view's rows and columns."""
        return labels(self.trace, "weights" if view in ("mask", "before") else view)

    def _why(self, row: int, column: int) -> str:
        asks, asked = self.trace.tokens[row], self.trace.key_tokens[column]
        allowed, why = self.choices.full[row, column], self.choices.why(row, column)
        reason = f" ({why})" if why else ""
        verb = "may attend" if allowed else "may not attend"
        return f"mask[{asks}, {asked}] = {int(allowed)}: {quoted(asks)} {verb} to {quoted(asked)}{reason}"

    def _about_the_leak(self) -> str:
        choices, tokens = self.choices, self.trace.tokens
        if not choices.leak:
            return ""
        if choices.leaking is None:
            return (
                "Nothing is left to leak: that cell is open already."
                if choices.n > 1
                else "One token has no future."
            )
        row, column = choices.leaking
        weight = short(float(self.trace.weights[row, column]))
        return f"A leak: {quoted(tokens[row])} sees {quoted(tokens[column])} (weight {weight})."

    def _about_the_change(self) -> str:
        if self.changed is None:
            return ""
        tokens = self.trace.tokens
        moved = [token for token, moves in zip(tokens, self.moved, strict=True) if moves]
        still = [token for token, moves in zip(tokens, self.moved, strict=True) if not moves]
        said = f"With another vector for {quoted(tokens[self.changed])}, "
        if not moved:
            return f"{said}no output moved: all stayed equal, bit by bit."
        said += f"{_outputs(moved)} moved"
        return f"{said}; {listed(still)} stayed equal, bit by bit." if still else f"{said}: every one."


def _masked(sentence: AttentionTrace, choices: MaskChoices) -> AttentionTrace:
    return self_attention(*_inputs(sentence), mask=choices.mask, tokens=sentence.tokens)


def _with_another_vector(sentence: AttentionTrace, changed: int) -> AttentionTrace:
    X, W_Q, W_K, W_V = _inputs(sentence)
    X = X.copy()
    word = sentence.tokens[changed].casefold()
    vectors = (word_vector(word, X.shape[-1], draw=draw) for draw in count(1))
    # one whose value differs everywhere, so that whoever attends to it can't help moving
    X[changed] = next(vector for vector in vectors if (vector @ W_V != sentence.V[changed]).all())
    return self_attention(X, W_Q, W_K, W_V, tokens=sentence.tokens)


def _inputs(sentence: AttentionTrace) -> list[Array]:
    return [sentence.stage(name) for name in INPUTS]


def _outputs(names: Sequence[str]) -> str:
    return f"the output{'s' if len(names) > 1 else ''} of {listed(names)}"
