"""Heads made by hand, so that each of their weights can be read: a machine to look into, not a trained model.

A trained head does something like this, in numbers that nobody can read and never so cleanly. And what the inputs
know here (which bracket belongs to which) a trained model has to work out first, in a layer below.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from attnlib.maths import check
from attnlib.maths.check import Array
from attnlib.maths.heads.multihead import MultiHeadAttention
from attnlib.maths.heads.trace import MultiHeadTrace
from attnlib.maths.tokens import distinct_tokens

CLOSES = {")": "(", "]": "[", "}": "{"}

#: What each head looks for, in the order of the heads.
HEADS = ("previous token", "same word", "matching bracket", "first token")


@dataclass(frozen=True, eq=False, repr=False)
class ReadableHeads:
    """A sentence, its readable features, and a multi-head attention whose weights are whole numbers.

    Attributes
    ----------
    tokens : tuple of str
        The sentence; a repeated word carries its number.
    features : tuple of str
        What the columns of X stand for: ``place 1`` …, ``word hot`` …, ``pair 1`` ….
    X : ndarray, shape (n, d_model)
        Zeros and ones; a closing bracket has −1 for its pair.
    attend : MultiHeadAttention
        One head for each of ``heads``. W_K, W_V and W_O hold zeros and ones, W_Q also ``gain`` and its negative.
    heads : tuple of str
        What each head looks for.
    outputs : tuple of str
        What the columns of the output stand for: how much of each word the heads brought, all together.
    gain : int
        How loudly the queries ask.
    """

    tokens: tuple[str, ...]
    features: tuple[str, ...]
    X: Array
    attend: MultiHeadAttention
    heads: tuple[str, ...]
    outputs: tuple[str, ...]
    gain: int

    def trace(self) -> MultiHeadTrace:
        """Let the sentence attend to itself."""
        return self.attend(self.X, tokens=self.tokens)

    def __repr__(self) -> str:
        return f"<ReadableHeads: {' '.join(self.tokens)}: {', '.join(self.heads)}>"


def readable_heads(sentence: str = "hot ( not ( too ) hot )", *, gain: int | None = None) -> ReadableHeads:
    """Make four heads by hand for a sentence: previous token, same word, matching bracket, first token.

    A token that finds no match (no token before it, no bracket) asks nothing, and so takes an even blend of all.
    The same word includes the token itself; words that differ in capitals only count as the same.

    Parameters
    ----------
    sentence : str
        Words and brackets ``( ) [ ] { }``, each between spaces; the brackets must match.
    gain : int, optional
        How loudly the queries ask. By default the smallest whole number at which a match gets more than 0.8 of the
        budget (several matches share it). With 0 nobody asks anything.

    Returns
    -------
    ReadableHeads

    Raises
    ------
    TypeError
        If the sentence isn't text.
    ValueError
        If it is empty, or a bracket has no partner or stands next to a word without a space; or if ``gain`` is
        below 0.

    Examples
    --------
    >>> made = readable_heads()
    >>> previous, same, bracket, first = made.trace().heads
    >>> made.tokens[int(bracket.weights[7].argmax())]
    '('
    >>> made.features[8], made.attend.head_projections(1)[0][8].astype(int).tolist()
    ('word hot', [10, 0, 0, 0, 0, 0, 0, 0])
    """
    words = _words(sentence)
    pairs = _pairs(words)
    kinds = tuple(dict.fromkeys(word.casefold() for word in words))
    n, n_kinds, n_pairs = len(words), len(kinds), len(pairs)
    here = np.eye(n)  # (n, n) which place
    word = np.array([[word.casefold() == kind for kind in kinds] for word in words], float)  # (n, n_kinds)
    pair = np.zeros((n, n_pairs))
    for number, (opener, closer) in enumerate(pairs):
        pair[opener, number], pair[closer, number] = 1, -1
    X = np.hstack([here, word, pair])  # (n, d_model)

    # e^(gain/√n) against n − 1 times e^0: over 0.8 when the first is over four times the rest
    loud = math.floor(math.sqrt(n) * math.log(4 * n - 4)) + 1 if n > 1 else 1
    gain = loud if gain is None else check.count("gain", gain)
    place, kind, bracket = slice(0, n), slice(n, n + n_kinds), slice(n + n_kinds, None)
    asks, keys = np.zeros((2, len(HEADS), X.shape[1], n))  # every head: (d_model, d_k), d_k = n
    asks[0, place, :n] = gain * np.eye(n, k=-1)  # place i asks for place i − 1
    keys[0, place, :n] = np.eye(n)
    asks[1, kind, :n_kinds] = gain * np.eye(n_kinds)  # a word asks for itself
    keys[1, kind, :n_kinds] = np.eye(n_kinds)
    asks[2, bracket, :n_pairs] = 0 - gain * np.eye(
        n_pairs
    )  # +1, an opener, asks for −1, its closer; and back
    keys[2, bracket, :n_pairs] = np.eye(n_pairs)
    asks[3, place, 0] = gain  # every place asks for the first
    keys[3, 0, 0] = 1
    values = np.zeros((X.shape[1], n_kinds))
    values[kind] = np.eye(n_kinds)  # hand on which word you are
    heads = len(HEADS)
    attend = MultiHeadAttention(
        W_Q=np.hstack(list(asks)),
        W_K=np.hstack(list(keys)),
        W_V=np.hstack([values] * heads),
        W_O=np.vstack([np.eye(n_kinds)] * heads),  # add up what the heads bring, word by word
        n_heads=heads,
    )
    names = (
        *(f"place {i + 1}" for i in range(n)),
        *(f"word {kind}" for kind in kinds),
        *(f"pair {i + 1}" for i in range(n_pairs)),
    )
    return ReadableHeads(distinct_tokens(words), names, X, attend, HEADS, kinds, gain)


def _words(sentence: str) -> list[str]:
    if not isinstance(sentence, str):
        raise TypeError(
            f'sentence: needs text, got {type(sentence).__name__}; likely slip: " ".join(words) makes one of a list'
        )
    words = sentence.split()
    if not words:
        raise ValueError("sentence: has no word in it; needs words and brackets with spaces between")
    brackets = {*CLOSES, *CLOSES.values()}
    for word in words:
        if len(word) > 1 and brackets & set(word):
            raise ValueError(f"sentence: {word!r} is a bracket and more; write spaces around each bracket")
    return words


def _pairs(words: list[str]) -> list[tuple[int, int]]:
    """Return the places of each opener and its closer, in the order of the openers."""
    waiting: list[int] = []
    pairs = []
    for place, word in enumerate(words):
        if word in CLOSES.values():
            waiting.append(place)
        elif word in CLOSES:
            if not waiting:
                raise ValueError(
                    f"sentence: {word!r} at place {place + 1} closes nothing; no bracket is open there"
                )
            opener = waiting.pop()
            if words[opener] != CLOSES[word]:
                raise ValueError(
                    f"sentence: {word!r} at place {place + 1} can't close {words[opener]!r} at place {opener + 1}; "
                    "brackets close in the reverse order, each with its own kind"
                )
            pairs.append((opener, place))
    if waiting:
        raise ValueError(
            f"sentence: {words[waiting[-1]]!r} at place {waiting[-1] + 1} is never closed; each opening bracket needs "
            "its closing one"
        )
    return sorted(pairs)
