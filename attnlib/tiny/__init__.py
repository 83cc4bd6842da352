"""Models small enough to train while one watches, in plain NumPy, with a hand-derived way back."""

from __future__ import annotations

from attnlib.tiny.batch import Batch
from attnlib.tiny.lookup import Lookup
from attnlib.tiny.model import TinyTransformer
from attnlib.tiny.optimisers import SGD, Adam
from attnlib.tiny.training import Training, train

__all__ = ["SGD", "Adam", "Batch", "Lookup", "TinyTransformer", "Training", "train"]
