"""Attention in which every number is true, explained and tested.

``import attnlib`` loads NumPy alone, and of its own modules those that attention needs. The others load when they are
first used, ``attnlib.figures`` (Matplotlib) and ``attnlib.widgets`` (ipywidgets) too: so the mathematics is there
at once, and works where there is no front end.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from attnlib.maths.attention import attention, self_attention, trace_attention
from attnlib.maths.explain import Explanation
from attnlib.maths.masks import causal_mask, padding_mask, prefix_mask, window_mask
from attnlib.maths.steps import softmax
from attnlib.maths.tokens import distinct_tokens
from attnlib.maths.trace import AttentionTrace

if TYPE_CHECKING:
    from attnlib import examples, exercises, figures, widgets
    from attnlib.maths.gradients import attention_backward, softmax_backward
    from attnlib.maths.heads.multihead import MultiHeadAttention
    from attnlib.maths.heads.trace import MultiHeadTrace, merge_heads, split_heads

__version__ = "0.1.0"

__all__ = [
    "AttentionTrace",
    "Explanation",
    "MultiHeadAttention",
    "MultiHeadTrace",
    "attention",
    "attention_backward",
    "causal_mask",
    "distinct_tokens",
    "examples",
    "exercises",
    "figures",
    "merge_heads",
    "padding_mask",
    "prefix_mask",
    "self_attention",
    "softmax",
    "softmax_backward",
    "split_heads",
    "trace_attention",
    "widgets",
    "window_mask",
]

#: Words that attention itself doesn't need, and where they are found when they are first used: importing stays quick.
_ON_FIRST_USE = {
    "attention_backward": "maths.gradients",
    "softmax_backward": "maths.gradients",
    "MultiHeadTrace": "maths.heads.trace",
    "merge_heads": "maths.heads.trace",
    "split_heads": "maths.heads.trace",
    "MultiHeadAttention": "maths.heads.multihead",
}
_MODULES = ("examples", "exercises", "figures", "widgets")


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return import_module(f"attnlib.{name}")
    if name in _ON_FIRST_USE:
        return getattr(import_module(f"attnlib.{_ON_FIRST_USE[name]}"), name)
    raise AttributeError(f"module 'attnlib' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
