"""Look-up: cards with a letter and a number lie open, one more shows a letter alone. Which number belongs to it?

Attention can do nothing simpler: the last card's query has to meet the key of the card with the same letter.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from string import ascii_uppercase

import numpy as np

from attnlib.maths.check import Array
from attnlib.maths.tiny.batch import Batch
from attnlib.maths.tiny.model import TinyTransformer


@dataclass(frozen=True)
class Lookup:
    """The task: ``n_cards`` cards with different letters, then one that asks.

    A token is a whole card: letter × (n_values + 1) + number, where the number n_values stands for the question mark.
    """

    n_letters: int = 16
    n_values: int = 8
    n_cards: int = 8

    @property
    def vocabulary(self) -> int:
        """How many different cards there are, question marks included."""
        return self.n_letters * (self.n_values + 1)

    def model(
        self,
        *,
        d_k: int,
        d_v: int = 32,
        d_model: int = 32,
        scale: float | None = None,
        rng: np.random.Generator | int | None = None,
    ) -> TinyTransformer:
        """Draw a model for this task: one layer, one head, a random vector for each letter and number.

        Parameters
        ----------
        d_k, d_v, d_model : int
        scale : float, optional
            Factor for the scores. None means 1/√d_k; 1 leaves them as they are.
        rng : numpy.random.Generator or int, optional
            A generator or the seed of one. With the same seed, models that differ in d_k or in the scale start with the
            same embeddings, W_V, W_O and U.

        Examples
        --------
        >>> Lookup().model(d_k=512, rng=0)
        <TinyTransformer: 1 layer, 1 head, d_k = 512, 39680 parameters>
        """
        generator = np.random.default_rng(rng)
        return TinyTransformer.random(
            self.vocabulary,
            self.n_values,
            d_model=d_model,
            d_k=d_k,
            d_v=d_v,
            embeddings=self.random_embeddings(d_model, generator),
            scale=scale,
            rng=generator,
        )

    def batch(self, size: int, rng: np.random.Generator) -> Batch:
        """Deal ``size`` new sequences of n_cards + 1 cards; the last asks."""
        letters = np.argsort(rng.random((size, self.n_letters)), axis=1)[:, : self.n_cards]  # (size, n_cards)
        values = rng.integers(0, self.n_values, (size, self.n_cards))
        right = rng.integers(0, self.n_cards, (size, 1))  # the card that is asked for
        asked = np.take_along_axis(letters, right, axis=1)
        tokens = np.concatenate([self._card(letters, values), self._card(asked, self.n_values)], axis=1)
        return Batch(tokens=tokens, targets=np.take_along_axis(values, right, axis=1), sources=right)

    def names(self, tokens: Iterable[int]) -> tuple[str, ...]:
        """Write cards as they would be drawn: ``C5``, and ``C?`` for the one that asks.

        Examples
        --------
        >>> Lookup().names([0, 22, 26])
        ('A1', 'C5', 'C?')
        """
        pairs = (divmod(int(token), self.n_values + 1) for token in tokens)
        return tuple(
            f"{ascii_uppercase[letter]}{'?' if value == self.n_values else value + 1}"
            for letter, value in pairs
        )

    def one_hot_embeddings(self) -> Array:
        """Give each letter, each number and the question mark a feature: then W_Q and W_K can be read."""
        return self._sum_of(np.eye(self.n_letters + self.n_values + 1))

    def random_embeddings(self, d_model: int, rng: np.random.Generator) -> Array:
        """Draw a vector for each letter and number and add the two of each card; entries of variance 1."""
        return self._sum_of(rng.standard_normal((self.n_letters + self.n_values + 1, d_model)) / np.sqrt(2))

    def _sum_of(self, parts: Array) -> Array:
        letters, values = parts[: self.n_letters], parts[self.n_letters :]
        table = letters[:, None] + values  # (n_letters, n_values + 1, d_model)
        return table.reshape(self.vocabulary, -1)

    def _card(self, letter: Array, value: Array | int) -> Array:
        return letter * (self.n_values + 1) + value
