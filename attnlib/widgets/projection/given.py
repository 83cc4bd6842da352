"""What an explorer of projections may start with, checked before its first widget is made."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from attnlib.maths import check
from attnlib.maths.attention import self_attention
from attnlib.maths.check import shape_text
from attnlib.maths.explain import INPUTS
from attnlib.maths.trace import AttentionTrace
from attnlib.meaning.drawings import PLANES
from attnlib.meaning.projection.inputs import HANDLES, PROJECTIONS
from attnlib.widgets.frame.fit import Arrangement
from attnlib.widgets.frame.seed import checked_seed

MOST_TOKENS, MOST_FEATURES = 8, 4
LINES, NO_PICTURE = "lines", "none"


def starting_trace(
    trace: AttentionTrace | None, arrays: Mapping[str, npt.ArrayLike | None], tokens: Sequence[str] | None
) -> AttentionTrace:
    """Return the trace, or one made of X and the projections.

    Raises
    ------
    ValueError
        If neither or both are given, or the trace doesn't know its X, has leading axes or is too large to show.
    """
    given = [name for name, array in arrays.items() if array is not None]
    if trace is None:
        if missing := [name for name in INPUTS if name not in given]:
            raise ValueError(
                f"trace: needs a trace of self_attention, or X, W_Q, W_K and W_V; without {missing[0]}"
            )
        trace = self_attention(*(arrays[name] for name in INPUTS), tokens=tokens)  # type: ignore[arg-type]
    elif given or tokens is not None:
        raise ValueError(f"{(given or ['tokens'])[0]}: the trace has its own already; give one or the other")
    _check_size(trace)
    return trace


def starting_controls(
    trace: AttentionTrace,
    arranged: Arrangement,
    *,
    mask: str,
    scale: bool | None,
    view: str | None,
    projection: str,
    handle: str | None,
    seed: int,
) -> dict[str, Any]:
    """Return the first value of each control of the board, by the control's name."""
    pictures, handles = pictures_of(trace, arranged), handles_of(trace)
    return {
        "mask": mask,
        "scale": _scales(trace, scale),
        "picture": check.choice("view", view or pictures[0], pictures),
        "projection": check.choice("projection", projection, PROJECTIONS),
        "handle": check.choice("handle", handle or handles[0], handles),
        "seed": checked_seed(seed),
    }


def pictures_of(trace: AttentionTrace, arranged: Arrangement) -> tuple[str, ...]:
    """Name the pictures there are: planes of two features, lines; none, where one takes the matrices' place."""
    planes = zip(PLANES, (trace.Q.shape[-1], trace.V.shape[-1]), strict=True)
    alone = () if arranged.beside else (NO_PICTURE,)
    return (*alone, *(name for name, width in planes if width == 2), LINES)


def handles_of(trace: AttentionTrace) -> tuple[str, ...]:
    """Name the handles there are: nothing can be turned in one dimension."""
    flat = min(trace.Q.shape[-1], trace.V.shape[-1]) < 2
    return tuple(name for name in HANDLES if not (flat and name == "turn"))


def _scales(trace: AttentionTrace, scale: bool | None) -> bool:
    """Whether to divide by √d_k: as asked, else as the trace does."""
    if isinstance(scale, bool | np.bool_):
        return bool(scale)
    if scale is not None:
        raise TypeError(f"scale: needs True (1/√d_k), False (none) or None (as the trace), got {scale!r}")
    if math.isclose(trace.scale, 1 / math.sqrt(trace.Q.shape[-1])):
        return True
    if trace.scale != 1:
        raise ValueError(
            f"trace: its scores are scaled by {trace.scale:g}; this explorer's switch knows 1/√d_k and none. "
            "Say which: scale=True or scale=False"
        )
    return False


def _check_size(trace: AttentionTrace) -> None:
    X = trace.stage("X")
    if X.ndim != 2:
        raise ValueError(
            f"trace: X has shape {shape_text(X.shape)}; an explorer shows one sequence: trace[0]"
        )
    widest = max(array.shape[-1] for array in (X, trace.Q, trace.V))
    if len(X) > MOST_TOKENS or widest > MOST_FEATURES:
        raise ValueError(
            f"trace: {len(X)} tokens with up to {widest} features; an explorer has room for {MOST_TOKENS} and "
            f"{MOST_FEATURES}. For a larger one use figures.plot_weights(trace)"
        )
