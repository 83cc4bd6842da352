"""Train a tiny model and keep the course of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from attnlib.maths import check
from attnlib.maths.check import Array
from attnlib.maths.tiny.batch import Batch, Task
from attnlib.maths.tiny.model import ForwardPass, TinyTransformer
from attnlib.maths.tiny.optimisers import Optimiser


@dataclass
class Training:
    """The course of a training, one entry a step, each measured on the step's fresh batch before it was learnt from.

    Attributes
    ----------
    losses, accuracies : list of float
    right_weights : list of float
        Mean weight of the last layer on the place where the answer stands; NaN when the task doesn't say where.
    gradient_norms : list of float
        Size of the gradient of ``watched``.
    diverged : bool
        Whether the loss stopped being a number.
    """

    watched: str
    losses: list[float] = field(default_factory=list)
    accuracies: list[float] = field(default_factory=list)
    right_weights: list[float] = field(default_factory=list)
    gradient_norms: list[float] = field(default_factory=list)
    diverged: bool = False

    def steps_to(self, loss: float) -> int | None:
        """How many steps were taken before a batch's loss was at most ``loss``; None if it never was."""
        below = np.flatnonzero(np.array(self.losses) <= loss)
        return int(below[0]) if below.size else None


def train(
    model: TinyTransformer,
    task: Task,
    optimiser: Optimiser,
    *,
    steps: int,
    batch_size: int = 128,
    until: float | None = None,
    rng: np.random.Generator | int | None = None,
    watch: str = "W_Q0",
    progress: Callable[[int, float], None] | None = None,
) -> Training:
    """Train a model, in place, on batches it has never seen.

    Parameters
    ----------
    model : TinyTransformer
    task : Task
    optimiser : Optimiser
        A fresh one for each model.
    steps : int
        At most so many. Training also ends when the loss isn't a number any more.
    batch_size : int, default 128
    until : float, optional
        End as soon as a batch's loss is at most this.
    rng : numpy.random.Generator or int, optional
        Makes the batches.
    watch : str, default "W_Q0"
        The parameter whose gradient's size is recorded.
    progress : callable, optional
        Called after each step with the number of steps taken and the loss.

    Returns
    -------
    Training

    Raises
    ------
    ValueError
        If ``watch`` is no parameter that is learnt.
    """
    generator = np.random.default_rng(rng)
    check.choice("watch", watch, model.learnt)
    course = Training(watched=watch)
    with np.errstate(over="ignore", invalid="ignore"):  # a run that diverges says so itself
        for step in range(check.count("steps", steps)):
            batch = task.batch(batch_size, generator)
            loss, gradients, forward = model.loss_and_gradients(batch)
            if not np.isfinite(loss):
                course.diverged = True
                break
            course.losses.append(loss)
            course.accuracies.append(accuracy(forward, batch))
            course.right_weights.append(weight_on_source(forward, batch))
            course.gradient_norms.append(_size(gradients[watch]))
            if until is not None and loss <= until:
                break
            optimiser.step(model.parameters, gradients)
            if progress is not None:
                progress(step + 1, loss)
    return course


def accuracy(forward: ForwardPass, batch: Batch) -> float:
    """Share of the places that count at which the likeliest answer is the right one."""
    right = forward.logits.argmax(axis=-1) == batch.targets  # (batch, n_asked)
    return float(right.mean() if batch.counted is None else right[batch.counted].mean())


def weight_on_source(forward: ForwardPass, batch: Batch) -> float:
    """Mean weight, over heads and places that count, that the last layer puts where the answer stands."""
    if batch.sources is None:
        return float("nan")
    weights = forward.layers[-1].weights.mean(axis=1)  # (batch, n_asked, n)
    found = np.take_along_axis(weights, batch.sources[..., None], -1)[..., 0]  # (batch, n_asked)
    return float(found.mean() if batch.counted is None else found[batch.counted].mean())


def _size(array: Array) -> float:
    """Frobenius norm. Not np.linalg.norm: OpenBLAS shares a dot product of 10,000 numbers out among threads."""
    return float(np.sqrt(np.square(array).sum()))
