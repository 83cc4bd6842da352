"""Words that several floors' sentences share."""

from __future__ import annotations

from collections.abc import Sequence


def listed(names: Sequence[str]) -> str:
    """Join names as one says them.

    Examples
    --------
    >>> listed(["The", "cat", "sat"]), listed(["cat"])
    ('The, cat and sat', 'cat')
    """
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
