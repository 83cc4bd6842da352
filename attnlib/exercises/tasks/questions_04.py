"""Questions of lesson 04: what heads cost, what they see, what their scores are divided by."""

from __future__ import annotations

import math

from attnlib.exercises.question import Question

QUESTIONS = (
    Question(
        name="head_parameters",
        lesson="04",
        asks="d_model = 512 and 8 heads of width 64. How many numbers do W_Q, W_K, W_V and W_O hold "
        "together?",
        answer=4 * 512 * 512,
        slips={
            "w_o_missing": (3 * 512 * 512, "W_O belongs to it: 8 · 64 rows and 512 columns."),
            "heads_too_wide": (
                8 * 4 * 512 * 512,
                "That is eight heads as wide as the model. Each is 64 wide, so that eight cost about what "
                "one of 512 costs.",
            ),
            "one_matrix": (512 * 512, "That is one of the four matrices."),
            "one_head": (3 * 512 * 64, "That is W_Q, W_K and W_V of one head. There are eight, and W_O."),
            "divided_by_heads": (
                4 * 512 * 64,
                "W_Q has 512 rows and 8 · 64 columns: all heads' columns side by side.",
            ),
        },
        because="Each of the four has 512 × 512 entries, since 8 · 64 = 512: as many as one head of width "
        "512 has.",
        hints=(
            "W_Q holds the columns of all heads side by side.",
            "Each of the four matrices is 512 × (8 · 64).",
        ),
    ),
    Question(
        name="what_a_head_sees",
        lesson="04",
        asks="Eight heads, d_model = 512, d_k = 64. What does head 0 see of a token's embedding?",
        answer="b",
        options={
            "a": (
                "its first 64 numbers",
                "It is the projected columns that are dealt out, not the embedding. W_Q of head 0 is 512 × "
                "64: how many rows?",
            ),
            "b": ("all 512 numbers", ""),
            "c": (
                "every eighth number",
                "No cell of the embedding is set aside for a head: each multiplies the whole vector.",
            ),
            "d": (
                "what the other heads leave",
                "Heads work side by side and know nothing of each other until W_O.",
            ),
        },
        because="Head 0's projection is 512 × 64: every one of its 64 query numbers is made from all 512.",
        hints=("How many rows has W_Q?",),
    ),
    Question(
        name="head_divisor",
        lesson="04",
        asks="d_model = 512 and 8 heads of width 64. By what number are a head's scores divided?",
        answer=8.0,
        slips={
            "scale_d_model": (
                math.sqrt(512),
                "That is the root of the model's width. A head's dot product adds up 64 products.",
            ),
            "scale_not_rooted": (64, "That is d_k. Divide by its root."),
            "d_model": (512, "That is the model's width. Divide by the root of the head's."),
            "scale_missing": (1, "Then the scores would be left as they are."),
        },
        because="A head's queries are 64 wide, and √64 = 8. (That there are 8 heads is chance.)",
        hints=("How many products does one dot product of this head add up?",),
    ),
)
