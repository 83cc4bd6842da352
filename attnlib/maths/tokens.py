"""Names of tokens, and how a sentence says them.

A name is an address, ``trace.explain("weights", "Mouse", "Eats")``; so no two may be equal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence


def distinct_tokens(tokens: Iterable[str]) -> tuple[str, ...]:
    """Give the repeats in a list of tokens a number, so that each name stands for one place.

    Parameters
    ----------
    tokens : iterable of str
        Words in order.

    Returns
    -------
    tuple of str
        The first of its kind as it is; the second as ``word·2``, and so on.

    Raises
    ------
    TypeError
        If an entry isn't text.

    Examples
    --------
    >>> distinct_tokens("the cat and the dog".split())
    ('the', 'cat', 'and', 'the·2', 'dog')
    """
    words = tuple(tokens)
    taken, seen, names = set(words), Counter[str](), []
    for word in words:
        if not isinstance(word, str):
            raise TypeError(f"tokens: each must be text, got {word!r} ({type(word).__name__})")
        seen[word] += 1
        name = word if seen[word] == 1 else f"{word}·{seen[word]}"
        while seen[word] > 1 and name in taken:  # the sentence itself may hold "the·2"
            seen[word] += 1
            name = f"{word}·{seen[word]}"
        taken.add(name)
        names.append(name)
    return tuple(names)


def quoted(token: str) -> str:
    """Put a token in quotation marks, as a sentence says it: a bracket, *the* or *and* is then seen to be a name.

    Examples
    --------
    >>> quoted("("), quoted("the")
    ('“(”', '“the”')
    """
    return f"“{token}”"


def listed(tokens: Sequence[str]) -> str:
    """Name tokens one after another, as a sentence does.

    Examples
    --------
    >>> listed(["The", "the·2", "and"])
    '“The”, “the·2” and “and”'
    """
    *others, last = map(quoted, tokens)
    return f"{', '.join(others)} and {last}" if others else last
