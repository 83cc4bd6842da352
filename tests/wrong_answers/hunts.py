"""Mends of the hunts as readers try them: a change of the planted code, or code of their own."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from attnlib.exercises.exercise import Function
from attnlib.exercises.hunts import all_hunts
from attnlib.maths.attention import attention
from attnlib.maths.steps import softmax
from tests.wrong_answers.hunts_of_masks import MASKS
from tests.wrong_answers.hunts_of_numbers import NUMBERS
from tests.wrong_answers.hunts_of_parts import PARTS

MENDS = NUMBERS | MASKS | PARTS


@dataclass(frozen=True)
class Mend:
    """A mend of a hunt. ``slip`` is the word that the check must say, "" for none; None where the mend is right."""

    hunt: str
    source: str
    slip: str | None

    def __str__(self) -> str:
        return f"{self.hunt}, {' '.join(self.source.split())[-70:]}"

    @property
    def function(self) -> Function:
        """Run it as a cell of the lesson, and return what it defines."""
        space: dict[str, Any] = {"np": np, "math": math, "softmax": softmax, "attention": attention}
        known = set(space)
        exec(compile(self.source, "<mend>", "exec"), space)
        functions = [value for name, value in space.items() if name not in known and callable(value)]
        mend: Function = functions[-1]
        return mend


def mends() -> Iterator[Mend]:
    """Return every mend of the catalogue; of a change in the planted code it has to be found there."""
    for hunt, entries in MENDS.items():
        planted = all_hunts()[hunt].buggy
        for entry in entries:
            *parts, slip = entry
            change = [part or "" for part in parts]
            source = planted
            for old, new in zip(change[::2], change[1::2], strict=False):
                assert old in source, f"{hunt}: {old}"
                source = source.replace(old, new)
            yield Mend(hunt, source if len(change) > 1 else change[0], slip)
