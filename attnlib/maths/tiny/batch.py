"""What a model is shown in one step: sequences, what is asked about them, and where the answers stand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from attnlib.maths.check import Array


@dataclass(frozen=True, eq=False)
class Batch:
    """Sequences with their questions, which stand at the last ``n_asked`` places of each.

    Attributes
    ----------
    tokens : ndarray of int, shape (batch, n)
    targets : ndarray of int, shape (batch, n_asked)
        The right answer at each of the last places.
    counted : ndarray of bool, shape (batch, n_asked), optional
        Which of these places count for the loss; all of them if not given.
    sources : ndarray of int, shape (batch, n_asked), optional
        The place at which each answer can be read: where a query should look.
    """

    tokens: Array
    targets: Array
    counted: Array | None = None
    sources: Array | None = None

    @property
    def n_asked(self) -> int:
        """How many places at the end of each sequence ask something."""
        return int(self.targets.shape[1])


class Task(Protocol):
    """Anything that can make up batches."""

    def batch(self, size: int, rng: np.random.Generator) -> Batch:
        """Make up ``size`` new sequences."""
        ...  # pragma: no cover
