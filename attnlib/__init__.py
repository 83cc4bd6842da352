"""Attention in which every number is true, explained and tested.

``import attnlib`` loads NumPy alone. ``attnlib.figures`` (Matplotlib) and ``attnlib.widgets`` (ipywidgets) load when
they are first used, so the mathematics works where there is no front end.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from attnlib import examples
from attnlib.attention import attention, self_attention, trace_attention
from attnlib.explain import Explanation
from attnlib.gradients import attention_backward, softmax_backward
from attnlib.heads import MultiHeadTrace, merge_heads, split_heads
from attnlib.masks import causal_mask, padding_mask, prefix_mask, window_mask
from attnlib.multihead import MultiHeadAttention
from attnlib.steps import softmax
from attnlib.tokens import distinct_tokens
from attnlib.trace import AttentionTrace

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

_ON_FIRST_USE = ("figures", "widgets")


def __getattr__(name: str) -> ModuleType:
    if name in _ON_FIRST_USE:
        return import_module(f"attnlib.{name}")
    raise AttributeError(f"module 'attnlib' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
