"""Questions of lesson 01: what moves, what a score of 0 weighs, whose budget it is."""

from __future__ import annotations

from attnlib.exercises.question import Question

QUESTIONS = (
    Question(
        name="which_stages_move",
        lesson="01",
        asks="You change W_V and nothing else. Which stages change?",
        answer="c",
        options={
            "a": (
                "all of them",
                "Q and K are made with W_Q and W_K, which you left alone. What is made from Q and K alone?",
            ),
            "b": ("V alone", "V changes, and something is mixed from V."),
            "c": ("V and the output", ""),
            "d": (
                "the weights and the output",
                "The weights come from Q and K. They don't know the values at all.",
            ),
        },
        because="Scores and weights are made from Q and K. W_V changes what is handed on, not who is "
        "listened to.",
        hints=("Follow the formula from the inside: which letters does softmax(Q Kᵀ / √d_k) hold?",),
    ),
    Question(
        name="weight_of_zero_score",
        lesson="01",
        asks="A query scores 0 with each of three keys. What weight does each key get?",
        answer=1 / 3,
        slips={
            "zero_is_nothing": (0, "A score of 0 isn't no weight: e⁰ = 1, and the row must sum to 1."),
            "sum_missing": (1, "e⁰ = 1, but the three powers are divided by their sum."),
            "half": (1 / 2, "That is the weight of each of two keys. Here are three."),
        },
        because="e⁰ / (e⁰ + e⁰ + e⁰) = 1/3. Softmax sees differences, never levels: three scores of 7 do the "
        "same.",
        hints=("e⁰ = 1.", "Each power is divided by the sum of the row's three powers."),
    ),
    Question(
        name="whose_budget",
        lesson="01",
        asks="Which numbers of the matrix of weights sum to 1?",
        answer="a",
        options={
            "a": ("each row: one query's weights", ""),
            "b": (
                "each column: one key's weights",
                "A key may be asked by everybody or by nobody: its column sums to anything. It is queries "
                "that spend.",
            ),
            "c": (
                "rows and columns",
                "Rows do, for each is divided by its own sum. Add up a column and see.",
            ),
            "d": (
                "the whole matrix",
                "Then a longer text would leave each query less to spend. Each has its own budget.",
            ),
        },
        because="Each query has a budget of 1 and spreads it over the keys: softmax runs along the row.",
        hints=("Rows ask, columns are asked. Who spends?",),
    ),
)
