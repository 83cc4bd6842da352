"""Models small enough to train while one watches, in plain NumPy, with a hand-derived way back."""

from __future__ import annotations

from attnlib.maths.tiny.batch import Batch
from attnlib.maths.tiny.lookup import Lookup
from attnlib.maths.tiny.model import TinyTransformer
from attnlib.maths.tiny.optimisers import SGD, Adam
from attnlib.maths.tiny.training import Training, train

__all__ = ["SGD", "Adam", "Batch", "Lookup", "TinyTransformer", "Training", "train"]
