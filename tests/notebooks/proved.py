"""Proved numbers: what a sentence says is computed again, in the lesson's own kernel, where the sentence stands.

A number is followed by an invisible comment with the expression that gives it:
``Mouse spends **0.894**<!--= trace.weights[0, 1] --> of its budget``. Behind a formula, a bracketed list or a code
span the expression gives one value for each number in it (or for each *decimal* number in it). A percentage is
written for a fraction. A fact of history carries ``<!--source: key -->``, with the key in the lesson's sources.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from tests.notebooks import markdown
from tests.notebooks.written import PERCENT_AFTER, Number, find_numbers

PROOF = re.compile(r"<!--\s*(?:=(?P<expression>.*?)|source:\s*(?P<source>.*?))\s*-->", re.DOTALL)
_CLOSERS = re.compile(r"(?:\*|_|~|</\w+>)+\Z")


@dataclass(frozen=True)
class Claim:
    """The numbers that one comment answers for; ``problem`` says why the comment answers for none."""

    text: str
    numbers: tuple[Number, ...]
    expression: str | None
    source: str | None
    percent: bool = False
    problem: str | None = None
    position: int = 0

    def disagreement(self, values: list[float]) -> str | None:
        """Say how ``values`` differ from what is written, or None where they agree."""
        numbers = self.numbers
        if len(values) != len(numbers):
            numbers = tuple(n for n in numbers if n.needs_proof)
        if len(values) != len(numbers):
            if len(values) == 1 and not numbers:  # $2 \times 2 = 4$: the last number is the result
                numbers = self.numbers[-1:]
            else:
                return f"{len(values)} value(s) for {len(self.numbers)} number(s), {len(numbers)} of them decimal"
        for number, value in zip(numbers, values, strict=True):
            if not number.agrees(value, percent=self.percent):
                hint = ""
                if (number.percent or self.percent) and number.agrees(value / 100, percent=self.percent):
                    hint = " (behind a percentage stands the fraction: 0.894 for 89.4 %)"
                return f"the text says {number.text.strip()}, the kernel {value:.12g}{hint}"
        return None


def read_claims(text: str) -> tuple[list[Claim], list[Number]]:
    """Return the claims of a markdown cell, and the numbers that should have a proof and have none.

    Example
    -------
    >>> claims, unproved = read_claims("Mouse 0.894<!--= w[0, 1] -->, Eats 0.5")
    >>> claims[0].expression, unproved[0].text
    ('w[0, 1]', '0.5')
    """
    text = markdown.blank(text, markdown.FENCE)
    seen = markdown.blank(text, markdown.COMMENT)
    claims, claimed = [], []
    for comment in PROOF.finditer(markdown.without_code(text)):
        start, end = _unit(seen, comment.start())
        numbers = tuple(find_numbers(seen, start, end))
        claimed.append((start, end))
        expression = (
            text[comment.start("expression") : comment.end("expression")].strip()
            if comment["source"] is None
            else None
        )
        claims.append(
            Claim(
                text=text[start:end],
                numbers=numbers,
                expression=expression,
                source=comment["source"],
                percent=bool(PERCENT_AFTER.match(text[comment.end() :])),
                problem=None if numbers or comment["source"] else "no number stands right before the comment",
                position=comment.start(),
            )
        )
    plain = _with_formulas(text)
    unproved = [
        number
        for number in find_numbers(plain)
        if number.needs_proof and not any(start <= number.start < end for start, end in claimed)
    ]
    return claims, unproved


def _with_formulas(text: str) -> str:
    """Blank all that ``markdown.prose`` blanks, but leave the formulas: their decimals need proofs too."""
    text = markdown.blank(markdown.without_code(text), markdown.COMMENT)
    text = markdown.LINK.sub(lambda match: markdown._keep_only(match, "text"), text)
    return markdown.blank(markdown.blank(text, markdown.AUTOLINK), markdown.TAG)


def _unit(text: str, end: int) -> tuple[int, int]:
    """Find what stands right before a comment: a formula, a code span, a bracketed list or one number."""
    end -= len(closers.group()) if (closers := _CLOSERS.search(text[:end])) else 0
    for pattern in (markdown.MATH, markdown.CODE):
        for match in pattern.finditer(text):
            if match.end() == end:
                return match.start(), end
    if end and text[end - 1] in ")]" and (start := _opening(text, end - 1)) is not None:
        return start, end
    for number in find_numbers(text[:end]):
        if number.end == end:
            return number.start, end
    return end, end


def _opening(text: str, closing: int) -> int | None:
    depth = 0
    for position in range(closing, -1, -1):
        depth += (text[position] in ")]") - (text[position] in "([")
        if depth == 0:
            return position
    return None


def source_keys_missing(cells: list[Any], keys: list[str]) -> list[str]:
    """Return those keys that the lesson's list of sources (its section headed "Sources") doesn't name."""
    text, inside = "", False
    for cell in cells:
        if cell.cell_type != "markdown":
            continue
        for line in cell.source.splitlines():
            if heading := markdown.HEADING.match(line):
                inside = "source" in heading["text"].lower()
            elif inside:
                text += line + "\n"
    listed = PROOF.sub("", text)
    return [key for key in keys if not re.search(rf"(?<![\w-]){re.escape(key)}(?![\w-])", listed)]


def flatten(value: Any) -> list[float]:
    """Return every number of a scalar, a list, an array or a nest of them, in order.

    Example
    -------
    >>> flatten([1, (2.5, [3])])
    [1.0, 2.5, 3.0]
    """
    if isinstance(value, (str, bytes, dict)):
        raise TypeError(f"a proof gives numbers, this one gave {type(value).__name__}")
    try:
        items = iter(value)
    except TypeError:
        return [float(value)]
    return [number for item in items for number in flatten(item)]
