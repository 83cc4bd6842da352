"""Attention with pencil and paper: what is asked of a reader, what each blank cell is made from, and what went wrong.

Everything is compared with the numbers of a trace, and every likely slip is computed from it too.
"""

from __future__ import annotations

from attnlib.meaning.by_hand.panel import HandPanel, hand_panel
from attnlib.meaning.by_hand.tasks import check_task, given_for, made_from, operand_panel, prompt, recipe
from attnlib.meaning.by_hand.verdict import Verdict, judge

__all__ = [
    "HandPanel",
    "Verdict",
    "check_task",
    "given_for",
    "hand_panel",
    "judge",
    "made_from",
    "operand_panel",
    "prompt",
    "recipe",
]
