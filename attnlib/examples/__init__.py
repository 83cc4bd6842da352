"""Examples small enough for the head. Each gives traces, so each of its numbers can be asked for its reason."""

from __future__ import annotations

from attnlib.examples.heads import readable_heads
from attnlib.examples.sentences import any_sentence
from attnlib.examples.traces import cat_on_the_mat, keys_are_not_values, mouse_eats_cheese

__all__ = [
    "any_sentence",
    "cat_on_the_mat",
    "keys_are_not_values",
    "mouse_eats_cheese",
    "readable_heads",
]
