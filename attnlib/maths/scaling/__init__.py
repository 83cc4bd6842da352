"""Why scores are divided by √d_k, and what happens to softmax if they are not."""

from __future__ import annotations

from attnlib.maths.scaling.saturating import Saturation, UnitDraws, saturation, unit_draws
from attnlib.maths.scaling.sharpness import entropy, jacobian_norm, softmax_jacobian

__all__ = [
    "Saturation",
    "UnitDraws",
    "entropy",
    "jacobian_norm",
    "saturation",
    "softmax_jacobian",
    "unit_draws",
]
