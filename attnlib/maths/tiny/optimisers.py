"""Two ways of taking a step against the gradient. Both change the model's own arrays, in place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import numpy as np

from attnlib.maths.check import Array


class Optimiser(Protocol):
    """Anything that takes a step."""

    def step(self, parameters: Mapping[str, Array], gradients: Mapping[str, Array]) -> None:
        """Move each parameter that has a gradient."""
        ...  # pragma: no cover


class SGD:
    """Gradient descent: every parameter moves by ``rate`` times its gradient.

    Examples
    --------
    >>> w = np.array([1.0])
    >>> SGD(0.5).step({"w": w}, {"w": np.array([0.5])})
    >>> w.tolist()
    [0.75]
    """

    def __init__(self, rate: float) -> None:
        self.rate = rate

    def step(self, parameters: Mapping[str, Array], gradients: Mapping[str, Array]) -> None:
        """Move each parameter that has a gradient."""
        for name, gradient in gradients.items():
            parameters[name][...] -= self.rate * gradient

    def __repr__(self) -> str:
        return f"SGD({self.rate})"


class Adam:
    """Adam: steps of about ``rate`` for every entry, whatever the size of its gradient.

    One optimiser serves one model: it keeps running means of the gradients and of their squares.

    Notes
    -----
    Source: Kingma, Ba 2014 (arXiv:1412.6980), algorithm 1.

    Examples
    --------
    >>> w = np.array([1.0, 1.0])
    >>> Adam(0.1).step({"w": w}, {"w": np.array([1e3, 1e-3])})
    >>> w.round(4).tolist()
    [0.9, 0.9]
    """

    def __init__(
        self, rate: float = 1e-3, *, betas: tuple[float, float] = (0.9, 0.999), epsilon: float = 1e-8
    ) -> None:
        self.rate, self.betas, self.epsilon = rate, betas, epsilon
        self._steps = 0
        self._means: dict[str, tuple[Array, Array]] = {}

    def step(self, parameters: Mapping[str, Array], gradients: Mapping[str, Array]) -> None:
        """Move each parameter that has a gradient."""
        self._steps += 1
        keep, keep_square = self.betas
        early, early_square = (
            1 - beta**self._steps for beta in self.betas
        )  # the means start at 0: make up for it
        for name, gradient in gradients.items():
            if name not in self._means:
                self._means[name] = np.zeros_like(gradient), np.zeros_like(gradient)
            mean, square = self._means[name]
            mean += (1 - keep) * (gradient - mean)
            square += (1 - keep_square) * (gradient * gradient - square)
            parameters[name][...] -= (
                self.rate * (mean / early) / (np.sqrt(square / early_square) + self.epsilon)
            )

    def __repr__(self) -> str:
        return f"Adam({self.rate})"
