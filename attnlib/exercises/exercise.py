"""What an exercise is: a reference, cases that isolate one mechanism each, and the slips that it can name."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

Function = Callable[..., Any]


@dataclass(frozen=True)
class Case:
    """Inputs on which one mechanism shows alone.

    Attributes
    ----------
    isolates : str
        What is right when this case is: "one token: the output is its value". Shown to the reader.
    arguments : tuple
        What the function is called with; given to it as copies.
    named : mapping
        Keyword arguments.
    noticed : bool
        Whether it is what the symptom of a hunt is measured on.
    """

    isolates: str
    arguments: tuple[Any, ...]
    named: Mapping[str, Any] = field(default_factory=dict)
    noticed: bool = False

    @property
    def about(self) -> str:
        """How its inputs come, where that alone is new in it: "batch", "axes", "whole", "stored"; empty elsewhere."""
        beginnings = {
            "a batch in two axes": "axes",
            "a batch": "batch",
            "whole numbers": "whole",
            "single precision": "stored",
        }
        return next((word for text, word in beginnings.items() if self.isolates.startswith(text)), "")


@dataclass(frozen=True)
class Slip:
    """A mistake that many make, as code that makes it.

    Attributes
    ----------
    word : str
        A stable word for it, such as ``scale_missing``.
    says : str
        What was probably done and what to do, in one or two sentences.
    wrong : tuple of callable
        The reference with this mistake in it, in each way in which it is made. An answer that agrees with one of them
        everywhere made the mistake.
    changed : str
        For code that a reader was given with the mistake in it: what to say instead where it was changed and still
        does the same. Such a slip is named only where all is as it was.
    exact : bool
        Whether it is named only where its code does what the answer does in every case.
    """

    word: str
    says: str
    wrong: tuple[Function, ...]
    changed: str = ""
    exact: bool = False


def slip(word: str, says: str, *wrong: Function, exact: bool = False) -> Slip:
    """Describe a slip by one wrong function or several."""
    return Slip(word, says, wrong, exact=exact)


@dataclass(frozen=True)
class Exercise:
    """A function to write.

    Attributes
    ----------
    name : str
        What ``check(name, answer)`` calls it.
    lesson : str
        Number of the lesson in which it stands: "03".
    rank : int
        Its place among the exercises of that lesson, the easiest first.
    signature : str
        How the function begins, with shapes.
    reference : callable
        The right answer.
    cases : tuple of Case
        From the smallest mechanism to everything together.
    slips : tuple of Slip
        The likelier first.
    hints : tuple of str
        Idea, formula, almost code.
    solution : str
        Source of a right answer, as it stands folded in the lesson.
    outputs : tuple of str
        Names of what it returns.
    first_alone : bool
        Whether the first of several outputs is accepted without the others.
    """

    name: str
    lesson: str
    rank: int
    signature: str
    reference: Function
    cases: tuple[Case, ...]
    slips: tuple[Slip, ...]
    hints: tuple[str, ...]
    solution: str
    outputs: tuple[str, ...] = ("result",)
    first_alone: bool = False

    @property
    def header(self) -> str:
        """The signature without its shapes: ``scores(Q, K)``."""
        return self.signature.partition("#")[0].strip().removeprefix("def ").rstrip(":")

    @property
    def parameters(self) -> tuple[str, ...]:
        """Names of the parameters: ``("Q", "K")``."""
        inside = self.header.partition("(")[2].rpartition(")")[0]
        return tuple(re.split(r"[=:]", name)[0].strip() for name in inside.split(",") if name.strip() != "*")
