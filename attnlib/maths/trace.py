"""The record of one attention: every step kept, every cell explainable."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from attnlib.maths import check
from attnlib.maths.check import Array, shape_text
from attnlib.maths.explain import INPUTS, STAGES, Explanation, explain
from attnlib.maths.masks import may_attend


@dataclass(frozen=True, eq=False, repr=False)
class AttentionTrace:
    """Every step of one attention, from queries to output, with the names of its tokens.

    Made by `trace_attention` and `self_attention`; figures, widgets and sentences all read from it.

    Attributes
    ----------
    Q : ndarray, shape (..., n_q, d_k)
    K : ndarray, shape (..., n_k, d_k)
    V : ndarray, shape (..., n_k, d_v)
    scores, scaled, masked, weights : ndarray, shape (..., n_q, n_k)
        Rows ask, columns are asked. ``masked`` holds −inf where a query may not attend.
    output : ndarray, shape (..., n_q, d_v)
    scale : float
        The factor between ``scores`` and ``scaled``.
    mask : ndarray or None
        As it was given.
    tokens, key_tokens : tuple of str
        Names of the queries and of the keys.
    X, W_Q, W_K, W_V : ndarray or None
        What the queries, keys and values were made from, where that is known.
    memory : ndarray or None
        What keys and values were made from, where that isn't X.

    Examples
    --------
    >>> from attnlib import examples
    >>> examples.mouse_eats_cheese()
    <AttentionTrace: 3 queries (Mouse, Eats, Cheese), 3 keys, d_k = 2, d_v = 2, no mask>
    """

    Q: Array
    K: Array
    V: Array
    scores: Array
    scaled: Array
    masked: Array
    weights: Array
    output: Array
    scale: float
    mask: Array | None
    tokens: tuple[str, ...]
    key_tokens: tuple[str, ...]
    X: Array | None = None
    W_Q: Array | None = None
    W_K: Array | None = None
    W_V: Array | None = None
    memory: Array | None = None

    @property
    def allowed(self) -> Array:
        """Which query may attend to which key, as booleans of the scores' shape."""
        if self.mask is None:
            return np.ones(self.scores.shape, dtype=bool)
        return np.broadcast_to(may_attend(self.mask), self.scores.shape)

    def stage(self, name: str) -> Array:
        """Return the array of a stage or of an input.

        Parameters
        ----------
        name : str
            ``Q K V scores scaled masked weights output``, or ``X W_Q W_K W_V memory`` where the trace knows them.

        Raises
        ------
        ValueError
            If there is no such stage, or the trace was made without this input.

        Examples
        --------
        >>> from attnlib import examples
        >>> examples.mouse_eats_cheese().stage("scores")[0].tolist()
        [0.0, 4.0, 0.0]
        """
        check.choice("stage", name, (*STAGES, *INPUTS, "memory"))
        array = getattr(self, name)
        if array is None and name == "memory":
            raise ValueError(
                "stage: this trace has no memory of its own; keys and values were made from X, or given"
            )
        if array is None:
            raise ValueError(
                f"stage: this trace has no {name}; it was made from Q, K and V. Use self_attention to keep {name}"
            )
        return array  # type: ignore[no-any-return]

    def explain(self, stage: str, row: str | int, column: str | int) -> Explanation:
        """Say how one cell came about, with its actual operands.

        Parameters
        ----------
        stage : str
            ``Q K V scores scaled masked weights output``.
        row, column : str or int
            A token's or feature's name (``"Mouse"``, ``"f1"``), or its place counted from 0.

        Returns
        -------
        Explanation
            ``.value``, ``.text`` in words and numbers, ``.latex``, and the ``.terms`` it sums.

        Raises
        ------
        ValueError
            If the stage, token or feature doesn't exist, or the trace has leading axes (index it first).

        Examples
        --------
        >>> from attnlib import examples
        >>> examples.mouse_eats_cheese().explain("scores", "Mouse", "Eats").text
        'scores[Mouse, Eats] = q[Mouse] · k[Eats] = 0×1 + 2×2 = 4'
        """
        return explain(self, stage, row, column)

    def with_inputs(
        self, *, X: Array, W_Q: Array, W_K: Array, W_V: Array, memory: Array | None = None
    ) -> AttentionTrace:
        """Return the same trace with what Q, K and V were made from."""
        return replace(self, X=X, W_Q=W_Q, W_K=W_K, W_V=W_V, memory=memory)

    def __getitem__(self, index: Any) -> AttentionTrace:
        """Take one item of the leading axes, such as one sequence of a batch."""
        leading = self.output.shape[:-2]
        if not leading:
            raise IndexError("this trace has no leading axis to index; its stages are already matrices")
        chosen = np.arange(math.prod(leading)).reshape(leading)[
            index
        ]  # so that no index reaches into the matrices
        changed: dict[str, Any] = {}
        for field in fields(self):
            value = getattr(self, field.name)
            if not isinstance(value, np.ndarray) or field.name in ("W_Q", "W_K", "W_V"):
                continue
            matrices = value
            if value.shape[:-2] != leading:  # as a mask's may be
                matrices = np.broadcast_to(value, (*leading, *(1, 1, *value.shape)[-2:]))
            changed[field.name] = matrices.reshape(math.prod(leading), *matrices.shape[-2:])[chosen]
        return replace(self, **changed)

    def __repr__(self) -> str:
        n_q, n_k = self.scores.shape[-2:]
        leading = self.output.shape[:-2]
        batch = f"leading axes {shape_text(leading)}, " if leading else ""
        names = ", ".join(self.tokens[:8]) + (", …" if n_q > 8 else "")
        mask = "no mask" if self.mask is None else f"{np.count_nonzero(~self.allowed)} cells masked"
        return (
            f"<AttentionTrace: {batch}{n_q} queries ({names}), {n_k} keys, "
            f"d_k = {self.Q.shape[-1]}, d_v = {self.V.shape[-1]}, {mask}>"
        )
