"""What an answer of the catalogue is."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Wrong:
    """A wrong answer.

    ``source`` is the documented fault that it repeats, by its id in `faults.FAULTS`, or "sibling" for a relative of
    one. ``slip`` is the word that the check must say.
    """

    name: str
    source: str
    slip: str
    code: str


@dataclass(frozen=True)
class Right:
    """A right answer, written in another way than the reference."""

    name: str
    code: str


@dataclass(frozen=True)
class WrongReply:
    """A wrong answer to a question, and the word that the check must say."""

    question: str
    answer: object
    slip: str
