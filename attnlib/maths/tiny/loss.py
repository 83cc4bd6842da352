"""Cross-entropy: how surprised a model is by the right answers, and the gradient of that."""

from __future__ import annotations

import numpy as np

from attnlib.maths.check import Array
from attnlib.maths.steps import softmax
from attnlib.maths.tiny.batch import Batch


def cross_entropy(logits: Array, batch: Batch) -> tuple[float, Array]:
    """Mean of −log p(right answer) over the places that count, in nats, and its gradient at the logits.

    Parameters
    ----------
    logits : ndarray, shape (batch, n_asked, n_outputs)
    batch : Batch

    Returns
    -------
    loss : float
    d_logits : ndarray, shape (batch, n_asked, n_outputs)
        Probabilities minus 1 at the right answer, over the number of places that count.

    Examples
    --------
    >>> even = np.zeros((1, 1, 8))
    >>> loss, _ = cross_entropy(even, Batch(tokens=np.array([[0]]), targets=np.array([[3]])))
    >>> bool(np.isclose(loss, np.log(8)))
    True
    """
    counted = np.ones(batch.targets.shape, bool) if batch.counted is None else batch.counted
    place = batch.targets[..., None]
    shifted = logits - logits.max(axis=-1, keepdims=True)
    surprise = np.log(np.exp(shifted).sum(axis=-1)) - np.take_along_axis(shifted, place, -1)[..., 0]
    d_logits = softmax(logits)
    np.put_along_axis(d_logits, place, np.take_along_axis(d_logits, place, -1) - 1, -1)
    d_logits *= (counted / counted.sum())[..., None].astype(logits.dtype)
    return float(surprise[counted].mean()), d_logits
