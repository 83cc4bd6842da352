"""What a lesson asks a reader to do, and what it says of all, none or only: followed, and computed.

An instruction carries what it asks for: ``Press *Reset*.<!--do: press("Reset") -->`` (the words are those of
`tests.notebooks.hands`). What stands behind it in the lesson, numbers and claims, is then said of the explorer as it is
after that: in a proof ``it`` is the explorer at hand, ``it.trace`` its trace. A sentence that says *every*, *only* or
*none* carries its claim: ``No row moves.<!--so: (it.trace.Q == Q).all() -->``. What needs no replay says why:
``<!--not replayed: with pencil and paper -->``. An instruction right above the cell that shows its explorer is followed
once that cell has run.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tests.notebooks import markdown

_COMMENT = re.compile(r"<!--\s*(?P<kind>do|so|not replayed):(?P<code>.*?)-->", re.DOTALL)

#: A paragraph that may ask the reader to do something, and one that says what was to be seen.
_ASKS = re.compile(r"^\*\*(Move|Break it)\.\*\*")
_SAYS = re.compile(r"^(\*\*Explain\.\*\*|<details>)")
_QUANTIFIED = re.compile(
    r"\b(every|everything|all|only|alone|none|nothing|nobody|never|always|exactly|neither|both|each"
    r"|no (row|token|head|weight|output|score|other|number)s?)\b",
    re.IGNORECASE,
)


#: What answers for a sentence: a claim, a number, or a source.
_CLAIMED = re.compile(r"<!--\s*(so:|=|source:)")


@dataclass(frozen=True)
class Instruction:
    """One comment: ``do``, ``so`` or ``not replayed``, where it stands, and what it holds."""

    kind: str
    code: str
    position: int


def read_instructions(text: str) -> list[Instruction]:
    """Return the instructions and claims of a markdown cell, in their order.

    Example
    -------
    >>> [one.code for one in read_instructions("Press *Reset*.<!--do: press('Reset') -->")]
    ["press('Reset')"]
    """
    return [
        Instruction(match["kind"], match["code"].strip(), match.start())
        for match in _COMMENT.finditer(markdown.without_code(text))
    ]


def paragraphs(text: str) -> Iterator[str]:
    """Walk through the paragraphs of a markdown cell that are no code."""
    for paragraph in re.split(r"\n\s*\n", markdown.blank(text, markdown.FENCE)):
        if paragraph.strip():
            yield paragraph.strip()


def not_followed(text: str) -> list[str]:
    """Return the paragraphs that ask for something, and say neither what to do nor why it isn't replayed.

    Example
    -------
    >>> not_followed("**Move.** Press *Reset*.")
    ['**Move.** Press *Reset*.']
    """
    return [
        paragraph
        for paragraph in paragraphs(text)
        if _ASKS.match(paragraph)
        and not any(one.kind in ("do", "not replayed") for one in read_instructions(paragraph))
    ]


def not_computed(text: str) -> list[str]:
    """Return the sentences behind *Explain* that say all, none or only, and carry neither a claim nor a number.

    Example
    -------
    >>> not_computed("**Explain.** Every row moves. It moves by 2<!--= d -->.")
    ['Every row moves.']
    """
    found = []
    for paragraph in paragraphs(text):
        if not _SAYS.match(paragraph):
            continue
        # a sentence ends where the next begins; comments go with the sentence before them
        for sentence in re.split(r"(?<=[.?])(?:\s+)(?=[A-Z*])", paragraph):
            if _QUANTIFIED.search(markdown.prose(sentence)) and not _CLAIMED.search(sentence):
                found.append(sentence.removeprefix("**Explain.** "))
    return found
