"""Traces that are worked out by hand in the tests: each with something that another hasn't."""

from __future__ import annotations

import numpy as np

from attnlib import causal_mask, examples, self_attention, trace_attention
from attnlib.maths.trace import AttentionTrace

mouse, causal = examples.mouse_eats_cheese(), examples.mouse_eats_cheese(causal=True)
dogs, cat = examples.keys_are_not_values(), examples.cat_on_the_mat()


def drawn(rows: int, columns: int, seed: int) -> np.ndarray:
    return np.random.default_rng(seed).integers(-4, 5, (rows, columns)) / 2


#: Four queries, three keys, d_k 2, d_v 3; nothing is square.
oblong = trace_attention(drawn(4, 2, 1), drawn(3, 2, 2), drawn(3, 3, 3), mask=causal_mask(4, 3))
#: The first query sees nothing; the mask is added; the scale is somebody's own.
added = trace_attention(
    drawn(3, 2, 4), drawn(3, 2, 5), drawn(3, 2, 6), scale=0.25,
    mask=np.array([[-np.inf, -np.inf, -np.inf], [-0.5, 0.25, -np.inf], [1.0, 0.0, -1.0]]),
)  # fmt: skip
unscaled = trace_attention(dogs.Q, dogs.K, dogs.V, scale=1, tokens=dogs.tokens)
single = self_attention(
    *(
        np.array(rows, dtype=np.float32)
        for rows in ([[1, 2], [0.5, 1], [1, 0]], [[1, 1], [0, 1]], [[1, 0], [2, 1]], [[1, 2], [3, 1]])
    )
)
#: More keys than queries.
wide = trace_attention(drawn(2, 2, 7), drawn(3, 2, 8), drawn(3, 2, 9))
one = trace_attention([[1.0]], [[2.0]], [[3.0]])

TRACES: dict[str, AttentionTrace] = {
    "mouse": mouse, "causal mouse": causal, "dogs": dogs, "cat": cat, "oblong": oblong,
    "added mask": added, "unscaled": unscaled, "float32": single, "more keys": wide, "one token": one,
}  # fmt: skip
