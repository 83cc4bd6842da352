"""Questions of lesson 05: the numbers of the small example, and what is general in them."""

from __future__ import annotations

import math

from attnlib.examples import mouse_eats_cheese
from attnlib.exercises.question import Question

_trace = mouse_eats_cheese()


def _share(score: float) -> float:
    """Weight of one score among two zeros."""
    return math.exp(score) / (math.exp(score) + 2)


QUESTIONS = (
    Question(
        name="mouse_eats_score",
        lesson="05",
        asks="Mouse asks Eats: what is the raw score q[Mouse] · k[Eats]?",
        answer=int(_trace.scores[0, 1]),
        slips={
            "projection_missing": (
                2,
                "That is x[Mouse] · x[Eats]. W_Q swaps Mouse's two features first: q = [0, 2].",
            ),
            "one_product_missing": (0, "0 × 1 is the first product. The second, 2 × 2, is added."),
            "keys_summed": (
                3,
                "That is 1 + 2, what k[Eats] holds. Multiply by Mouse's features first: 0 × 1 + 2 × 2.",
            ),
            "sum_of_entries": (5, "Multiply feature by feature, then add: 0 × 1 + 2 × 2."),
        },
        because="q[Mouse] = [0, 2] and k[Eats] = [1, 2]: 0 × 1 + 2 × 2 = 4.",
        hints=("What does W_Q make of [2, 0]?", "0 × 1 + 2 × 2"),
    ),
    Question(
        name="mouse_eats_weight",
        lesson="05",
        asks="What share of its budget does Mouse spend on Eats?",
        answer=float(_trace.weights[0, 1]),
        slips={
            "scale_missing": (_share(4), "That is the softmax of the raw scores. Divide 4 by √2 first."),
            "scale_not_rooted": (_share(2), "4 was divided by 2. The divisor is √2."),
            "exp_missing": (1, "4 of 4: but scores of 0 get a share too, for e⁰ = 1."),
            "uniform": (1 / 3, "That is an even share. Mouse's scores are 0, 4 and 0."),
            "score": (4 / math.sqrt(2), "That is the scaled score. Take the softmax of the row."),
        },
        because="e^2.83 / (e⁰ + e^2.83 + e⁰): about 17 of 19.",
        hints=("Mouse's scores are 0, 4 and 0.", "Divide them by √2, take powers of e, divide by their sum."),
    ),
    Question(
        name="double_the_question",
        lesson="05",
        asks="You double W_Q. Which rows of the weights change?",
        answer="b",
        options={
            "a": (
                "all three",
                "Double the scores of Eats: 8, 8, 8. What does softmax make of three equal scores?",
            ),
            "b": ("those of Mouse and Cheese", ""),
            "c": ("that of Eats", "Eats scores all keys alike, before and after."),
            "d": ("none", "Gaps between scores double too, and a gap becomes a ratio."),
        },
        because="Mouse and Cheese grow sharper: their gap doubles. Eats scores every key alike, at any size: "
        "softmax sees "
        "differences, never levels.",
        hints=("Which rows have a gap between their scores?",),
    ),
)
