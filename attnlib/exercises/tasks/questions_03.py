"""Questions of lesson 03: what True means, where a mask goes, what is left of a row."""

from __future__ import annotations

from attnlib.exercises.question import Question

QUESTIONS = (
    Question(
        name="mask_true",
        lesson="03",
        asks="In a boolean mask of this course, what does True mean?",
        answer="a",
        options={
            "a": ("this query may attend to this key", ""),
            "b": (
                "this key is hidden",
                "Some libraries mean that, which is how masks get inverted. Here, and in PyTorch's attention "
                "function, True allows.",
            ),
            "c": (
                "the score is set to 1",
                "A mask says where −∞ is put: where it is False. Elsewhere the score stays as it is.",
            ),
        },
        because="True = may attend. Where it is False, −∞ is put before the softmax.",
        hints=("Print causal_mask(3) and look at the diagonal: a token may see itself.",),
    ),
    Question(
        name="where_the_mask_goes",
        lesson="03",
        asks="What exactly is done to a forbidden cell?",
        answer="c",
        options={
            "a": (
                "its weight is set to 0 after the softmax",
                "Then the row no longer sums to 1: part of the budget is thrown away.",
            ),
            "b": (
                "its weight is set to a large negative number",
                "Weights are shares between 0 and 1. It is the score that is changed, before the softmax.",
            ),
            "c": ("its score is set to −∞ before the softmax", ""),
            "d": (
                "its score is set to 0 before the softmax",
                "e⁰ = 1: a score of 0 still gets weight. −∞ gets none.",
            ),
        },
        because="e^−∞ = 0, so the weight is exactly 0 and the softmax shares the whole budget among the "
        "allowed cells.",
        hints=("After it, a row must still sum to 1.", "Which score has a power of 0?"),
    ),
    Question(
        name="first_row",
        lesson="03",
        asks="Four tokens under a causal mask. What weight does the first token give to itself?",
        answer=1.0,
        slips={
            "mask_missing": (
                1 / 4,
                "That would be an even share of all four. The first token may see only itself.",
            ),
            "diagonal_masked": (
                0,
                "A token may see itself. If it couldn't, the first would have nothing to attend to.",
            ),
            "half": (1 / 2, "That is for two visible tokens. The first sees one: itself."),
        },
        because="It sees one key, and a row sums to 1: its output is its own value, whatever the scores are.",
        hints=("How many keys may the first token see?", "Its weights sum to 1."),
    ),
    Question(
        name="masked_too_late",
        lesson="03",
        asks="Four tokens score all alike. Somebody takes the softmax first and then sets the future's "
        "weights to 0. "
        "What does the second token's row sum to?",
        answer=0.5,
        slips={
            "renormalised": (
                1,
                "It would, had the mask come before the softmax. Nobody divides by the new sum here.",
            ),
            "one_key_too_few": (1 / 4, "The second token sees two keys: the first and itself."),
            "one_key_too_many": (3 / 4, "The second token sees two keys, not three."),
        },
        because="Four even weights of 1/4; two of them are wiped out, and 1/2 of the budget goes with them.",
        hints=("Before the mask each weight is 1/4.", "How many of the four are kept in the second row?"),
    ),
)
