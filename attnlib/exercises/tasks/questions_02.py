"""Questions of lesson 02: how large a score is, why the root, what saturation looks like."""

from __future__ import annotations

from attnlib.exercises.question import Question

QUESTIONS = (
    Question(
        name="typical_score",
        lesson="02",
        asks="Queries and keys with d_k = 64 independent entries of mean 0 and variance 1. "
        "What is the typical size (standard deviation) of a raw score?",
        answer=8.0,
        slips={
            "variance": (64, "64 is the variance. The typical size is its root."),
            "one_product": (1, "That is the size of one product. A score adds up 64 of them."),
            "mean": (0, "The mean is 0, but single scores lie well above and below it."),
            "squared": (4096, "Variances add up, they don't multiply: 64 times 1, then the root."),
            "fourth_root": (
                64**0.25,
                "One root too many: the variance is 64, so the standard deviation is its root.",
            ),
        },
        because="64 products of variance 1 add up to variance 64; the standard deviation is √64 = 8.",
        hints=(
            "How large is the variance of a sum of 64 independent numbers of variance 1?",
            "Take its root.",
        ),
    ),
    Question(
        name="why_root",
        lesson="02",
        asks="Why are scores divided by √d_k, and not by d_k?",
        answer="b",
        options={
            "a": (
                "it was tuned: √d_k happened to train best",
                "There is nothing to tune. Ask how the spread of a dot product grows with d_k.",
            ),
            "b": ("the standard deviation of a dot product grows with √d_k", ""),
            "c": (
                "so that each row of weights sums to 1",
                "The softmax sees to that, whatever the scores are divided by.",
            ),
            "d": (
                "to keep the scores between −1 and 1",
                "They stay around ±1, but may go beyond. Only a cosine would be bounded.",
            ),
        },
        because="Dividing by √d_k brings the spread back to about 1 at any width; dividing by d_k would "
        "squeeze wide heads "
        "towards even weights.",
        hints=("The variance of a dot product is d_k. What is its spread?",),
    ),
    Question(
        name="unscaled_wide",
        lesson="02",
        asks="At d_k = 512, with random queries and keys, the scores are left unscaled. What does a row of "
        "weights look like?",
        answer="d",
        options={
            "a": (
                "nearly even",
                "Even weights come from scores that hardly differ. These differ by about ±23.",
            ),
            "b": (
                "about the same as scaled",
                "Dividing by √512 makes differences 23 times smaller, and softmax sees differences.",
            ),
            "c": ("it no longer sums to 1", "Each row is divided by its own sum, whatever its scores are."),
            "d": ("nearly all of it on one key", ""),
        },
        because="Scores spread by about √512 ≈ 23; a gap of 23 is a ratio of e²³ to 1. Little gradient comes "
        "back through such a row.",
        hints=("A gap between two scores becomes a ratio of weights: e to the gap.",),
    ),
)
