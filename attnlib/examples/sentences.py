"""Any sentence a reader types, with made-up vectors: something to attend with, and nothing to learn about language."""

from __future__ import annotations

import unicodedata
import zlib

import numpy as np
import numpy.typing as npt

from attnlib.maths import check
from attnlib.maths.attention import self_attention
from attnlib.maths.check import Array
from attnlib.maths.tokens import distinct_tokens
from attnlib.maths.trace import AttentionTrace

#: What an explorer has room for.
MOST_TOKENS, LONGEST_TOKEN = 8, 20

#: Of the projections. With it W_Q, W_K and W_V are of full rank and the rows of everyday sentences are not saturated.
_SEED = 27


def any_sentence(
    text: str, *, d_model: int = 4, d_k: int = 4, d_v: int = 2, mask: npt.ArrayLike | None = None
) -> AttentionTrace:
    """Let the words of a sentence attend to each other.

    The vectors mean nothing: each is drawn by lot from its word's letters, and the projections are drawn by lot too. So
    who looks at whom says nothing about the words. What masks, scaling and softmax do to the numbers is real.

    Parameters
    ----------
    text : str
        One to 8 words, parted by white space. Capitals don't matter to a word's vector: equal words start equal.
    d_model, d_k, d_v : int
        Features of a word's vector, of queries and keys, and of values.
    mask : array_like, optional
        As in `attnlib.attention`.

    Returns
    -------
    AttentionTrace
        The same for the same text on every machine. Repeated words are numbered: ``the``, ``the·2``.

    Raises
    ------
    TypeError
        If the sentence isn't text.
    ValueError
        If there is no word, there are more than 8, or one is longer than 20 characters.

    Examples
    --------
    >>> any_sentence("the cat saw the dog").tokens
    ('the', 'cat', 'saw', 'the·2', 'dog')
    >>> any_sentence("Cat").X.tolist() == any_sentence("cat").X.tolist()
    True
    """
    words = words_of(text)
    d_model, d_k = check.count("d_model", d_model, least=1), check.count("d_k", d_k, least=1)
    d_v = check.count("d_v", d_v, least=1)
    drawn = _draw([_SEED], d_model * (2 * d_k + d_v), sides=3)
    # −½, 0 or ½ for four features; smaller for more, so that scores keep their size
    projections = drawn.reshape(d_model, -1) / np.sqrt(d_model)
    W_Q, W_K, W_V = np.split(projections, [d_k, 2 * d_k], axis=1)
    X = np.array([word_vector(word, d_model) for word in words])  # (n, d_model)
    return self_attention(X, W_Q, W_K, W_V, mask=mask, tokens=distinct_tokens(words))


def words_of(text: str) -> tuple[str, ...]:
    """Split a sentence at white space, if there is room for it; see `any_sentence`.

    Examples
    --------
    >>> words_of("  Mouse   eats cheese ")
    ('Mouse', 'eats', 'cheese')
    """
    if not isinstance(text, str):
        raise TypeError(f"sentence: needs text, got {text!r}; a list of words goes in as ' '.join(words)")
    words = tuple(text.split())
    if not words:
        raise ValueError(f"sentence: needs one to {MOST_TOKENS} words, got none")
    if len(words) > MOST_TOKENS:
        raise ValueError(f"sentence: has room for {MOST_TOKENS} words, got {len(words)}; leave some out")
    for word in words:
        if len(word) > LONGEST_TOKEN:
            raise ValueError(
                f"sentence: {word[:LONGEST_TOKEN]!r}… has {len(word)} characters, a word has room for "
                f"{LONGEST_TOKEN}; is a space missing?"
            )
    return words


def word_vector(word: str, d_model: int = 4, *, draw: int = 0) -> Array:
    """Draw a word's vector by lot: halves from −2 to 2, from the word alone.

    Parameters
    ----------
    word : str
        Capitals and the way accents are stored don't matter.
    d_model : int
        Number of features.
    draw : int, default 0
        0 for the word's own vector, 1 for another one, and so on.

    Returns
    -------
    ndarray, shape (d_model,)

    Examples
    --------
    >>> word_vector("cat").tolist(), word_vector("cat", draw=1).tolist()
    ([-1.5, 0.0, -0.5, 0.0], [1.0, 1.0, 1.0, 1.0])
    """
    letters = unicodedata.normalize("NFC", word).casefold().encode("utf-8", "surrogatepass")
    return _draw([zlib.crc32(letters), draw], d_model, sides=9) / 2


def _draw(seed: list[int], size: int, *, sides: int) -> Array:
    """Throw an odd-sided die, its middle counted as 0. NumPy promises these bits for good, unlike its `Generator`."""
    thrown = np.random.PCG64(seed).random_raw(size) % sides
    return thrown.astype(np.float64) - sides // 2
