"""Answers to the exercise ``decoder_mask``."""

from __future__ import annotations

from tests.wrong_answers.answers import Right, Wrong

WRONG = [
    Wrong(
        "truth of a list of lengths",
        "sibling",
        "truth_of_lengths",
        """
def decoder_mask(n, causal, lengths):
    mask = np.tril(np.ones((n, n), bool)) if causal else np.ones((n, n), bool)
    if lengths is not None and lengths.any():
        mask = mask & (np.arange(n) < lengths[:, None, None])
    return mask
""",
    ),
    Wrong(
        "the sum of the lengths",
        "sibling",
        "truth_of_lengths",
        """
def decoder_mask(n, causal, lengths):
    lengths = [] if lengths is None else list(lengths)
    past = np.tri(n, dtype=bool) | (not causal)
    return np.stack([past & (np.arange(n) < length) for length in lengths]) if sum(lengths) else past
""",
    ),
    Wrong(
        "an array asked for its truth",
        "sibling",
        "truth_of_lengths",
        """
def decoder_mask(n, causal, lengths):
    mask = np.tri(n, dtype=bool) | (not causal)
    if lengths:
        mask = mask & (np.arange(n) < lengths[:, None, None])
    return mask
""",
    ),
    Wrong(
        "every length must be true",
        "sibling",
        "truth_of_lengths",
        """
def decoder_mask(n, causal, lengths):
    mask = np.tri(n, dtype=bool) | (not causal)
    given = lengths is not None and all(length for length in lengths)
    return mask & (np.arange(n) < lengths[:, None, None]) if given else mask
""",
    ),
    Wrong(
        "a length of 0 made 1",
        "sibling",
        "empty_not_hidden",
        """
def decoder_mask(n, causal, lengths):
    mask = np.tri(n, dtype=bool) | (not causal)
    if lengths is None:
        return mask
    return np.stack([mask & (np.arange(n) < max(1, length)) for length in lengths])
""",
    ),
    Wrong(
        "a length of 0 or all of it",
        "sibling",
        "empty_not_hidden",
        """
def decoder_mask(n, causal, lengths):
    mask = np.tri(n, dtype=bool) | (not causal)
    if lengths is None:
        return mask
    return np.stack([mask & (np.arange(n) < (length or n)) for length in lengths])
""",
    ),
    Wrong(
        "the diagonal allowed at the end",
        "sibling",
        "diagonal_reopened",
        """
def decoder_mask(n, causal, lengths):
    mask = np.tri(n, dtype=bool) | (not causal)
    if lengths is not None:
        mask = mask & (np.arange(n) < lengths[:, None, None])
        mask[:, np.arange(n), np.arange(n)] = True
    return mask
""",
    ),
    Wrong(
        "causal only with padding",
        "M9",
        "causal_skipped",
        """
def decoder_mask(n, causal, lengths):
    if lengths is None:
        return np.ones((n, n), bool)
    mask = np.stack([np.tile(np.arange(n) < length, (n, 1)) for length in lengths])
    return np.tril(mask) if causal else mask
""",
    ),
    Wrong(
        "causal only without padding",
        "M9",
        "causal_skipped",
        """
def decoder_mask(n, causal, lengths):
    if lengths is not None:
        return np.stack([np.tile(np.arange(n) < length, (n, 1)) for length in lengths])
    return np.tri(n, dtype=bool) if causal else np.ones((n, n), bool)
""",
    ),
    Wrong(
        "always causal",
        "sibling",
        "causal_always",
        """
def decoder_mask(n, causal, lengths):
    mask = np.tri(n, dtype=bool)
    if lengths is None:
        return mask
    return np.stack([mask & (np.arange(n) < length) for length in lengths])
""",
    ),
    Wrong(
        "no padding when causal",
        "M9",
        "padding_skipped",
        """
def decoder_mask(n, causal, lengths):
    if causal:
        return np.tri(n, dtype=bool)
    if lengths is None:
        return np.ones((n, n), bool)
    return np.stack([np.tile(np.arange(n) < length, (n, 1)) for length in lengths])
""",
    ),
    Wrong(
        "either allows",
        "sibling",
        "joined_by_or",
        """
def decoder_mask(n, causal, lengths):
    mask = np.tri(n, dtype=bool) if causal else np.ones((n, n), bool)
    if lengths is None:
        return mask
    return np.stack([mask | (np.arange(n) < length) for length in lengths])
""",
    ),
    Wrong(
        "padding True = hidden",
        "M3 M4",
        "polarity_mixed",
        """
def decoder_mask(n, causal, lengths):
    mask = np.tri(n, dtype=bool) if causal else np.ones((n, n), bool)
    if lengths is None:
        return mask
    hidden = np.arange(n) >= lengths[:, None]
    return np.logical_and(mask, hidden[:, None, :])
""",
    ),
    Wrong(
        "causal True = hidden",
        "M3",
        "polarity_mixed",
        """
def decoder_mask(n, causal, lengths):
    mask = np.triu(np.ones((n, n), bool), 1) if causal else np.ones((n, n), bool)
    return mask if lengths is None else mask & (np.arange(n) < np.reshape(lengths, (-1, 1, 1)))
""",
    ),
    Wrong(
        "True = hidden",
        "M2",
        "inverted",
        """
def decoder_mask(n, causal, lengths):
    hidden = np.triu(np.ones((n, n), bool), 1) if causal else np.zeros((n, n), bool)
    if lengths is not None:
        hidden = hidden | (np.arange(n) >= np.reshape(lengths, (-1, 1, 1)))
    return hidden
""",
    ),
    Wrong(
        "padding on the query axis",
        "M10",
        "query_axis",
        """
def decoder_mask(n, causal, lengths):
    mask = np.tri(n, dtype=bool) if causal else np.ones((n, n), bool)
    if lengths is not None:
        mask = mask & (np.arange(n) < lengths[:, None])[:, :, None]
    return mask
""",
    ),
    Wrong(
        "diagonal masked",
        "M5",
        "diagonal_masked",
        """
def decoder_mask(n, causal, lengths):
    i, j = np.indices((n, n))
    mask = j < i if causal else j >= 0
    return mask if lengths is None else mask & (j < np.reshape(lengths, (-1, 1, 1)))
""",
    ),
    Wrong(
        "batch taken for queries",
        "M10",
        "axis_missing",
        """
def decoder_mask(n, causal, lengths):
    mask = np.tri(n, dtype=bool) if causal else np.ones((n, n), bool)
    if lengths is not None:
        mask = mask & np.array([[j < length for j in range(n)] for length in lengths])
    return mask
""",
    ),
    Wrong(
        "one padded key too many",
        "sibling",
        "one_too_many",
        """
def decoder_mask(n, causal, lengths):
    i, j = np.indices((n, n))
    mask = j <= i if causal else j >= 0
    return mask if lengths is None else mask & (j <= np.reshape(lengths, (-1, 1, 1)))
""",
    ),
    Wrong(
        "| into all True",
        "sibling",
        "joined_by_or",
        """
def decoder_mask(n, causal, lengths):
    mask = np.ones((n, n), bool)
    if causal:
        mask = mask | np.tri(n, dtype=bool)
    if lengths is not None:
        mask = mask | (np.arange(n) < lengths[:, None, None])
    return mask
""",
    ),
    Wrong(
        "& for the causal mask, | for the padding",
        "sibling",
        "joined_by_or",
        """
def decoder_mask(n, causal, lengths):
    mask = np.ones((n, n), bool)
    if causal:
        mask = mask & np.tri(n, dtype=bool)
    if lengths is not None:
        mask = mask | (np.arange(n) < lengths[:, None, None])
    return mask
""",
    ),
    Wrong(
        "| into all False",
        "sibling",
        "joined_by_or",
        """
def decoder_mask(n, causal, lengths):
    mask = np.zeros((n, n), bool)
    if causal:
        mask = mask | np.tri(n, dtype=bool)
    if lengths is not None:
        mask = mask | (np.arange(n) < lengths[:, None, None])
    return mask
""",
    ),
    Wrong(
        "| only where both apply",
        "sibling",
        "joined_by_or",
        """
def decoder_mask(n, causal, lengths):
    past = np.tri(n, dtype=bool) if causal else np.ones((n, n), bool)
    if lengths is None:
        return past
    real = np.arange(n) < lengths[:, None, None]
    return past | real if causal else past & real
""",
    ),
    Wrong(
        "a sliding window",
        "sibling",
        "window_too_short",
        """
def decoder_mask(n, causal, lengths):
    mask = np.ones((n, n), bool)
    if causal:
        mask = np.tril(mask) & ~np.tril(mask, -4)
    return mask if lengths is None else mask & (np.arange(n) < lengths[:, None, None])
""",
    ),
]

RIGHT = [
    Right(
        "cell by cell",
        """
def decoder_mask(n, causal, lengths):
    def may(i, j, length):
        return (j <= i or not causal) and j < length
    if lengths is None:
        return [[may(i, j, n) for j in range(n)] for i in range(n)]
    return [[[may(i, j, length) for j in range(n)] for i in range(n)] for length in lengths]
""",
    ),
    Right(
        "hidden first, inverted at the end",
        """
def decoder_mask(n, causal, lengths):
    hidden = np.zeros((n, n), bool)
    if causal:
        hidden = hidden | np.triu(np.ones((n, n), bool), 1)
    if lengths is not None:
        hidden = hidden | (np.arange(n) >= lengths.reshape(-1, 1, 1))
    return ~hidden
""",
    ),
    Right(
        "multiplied",
        """
def decoder_mask(n, causal, lengths):
    mask = np.tri(n) if causal else np.ones((n, n))
    if lengths is not None:
        mask = mask * np.array([np.arange(n) < length for length in lengths])[:, None, :]
    return mask > 0
""",
    ),
]
