"""Markdown seen as a reader sees it: prose apart from code, mathematics, links and comments."""

from __future__ import annotations

import re
from dataclasses import dataclass

COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
FENCE = re.compile(
    r"^(?P<indent>[ ]{0,3})(?P<fence>`{3,}|~{3,})[^\n]*\n.*?(?:^[ ]{0,3}(?P=fence)[`~]*[ ]*$|\Z)", re.M | re.S
)
CODE = re.compile(r"(?<!`)(?P<ticks>`+)(?!`)(?P<code>.+?)(?<!`)(?P=ticks)(?!`)", re.DOTALL)
MATH = re.compile(
    r"\$\$(?P<block>.+?)\$\$|(?<![\\$\w])\$(?P<inline>(?=\S)(?:[^$\n]|\n(?!\s*\n))+?(?<=[^\s\\]))\$(?!\d)"
    r"|\\begin\{(?P<name>\w+\*?)\}.*?\\end\{(?P=name)\}",
    re.DOTALL,
)
LINK = re.compile(
    r"(?P<bang>!?)\[(?P<text>(?:[^\[\]]|\[[^\[\]]*\])*)\]\((?P<target><[^>]*>|[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)(?:\s+\"[^\"]*\")?\)"
)
AUTOLINK = re.compile(r"<(?:https?|mailto):[^>]*>|\bhttps?://[^\s)>\]]+")
TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
HEADING = re.compile(r"^(?P<marks>#{1,6})[ \t]+(?P<text>.+?)[ \t]*#*[ \t]*$", re.MULTILINE)


@dataclass(frozen=True)
class Link:
    """One link or picture of a markdown cell."""

    text: str
    target: str
    picture: bool


def blank(text: str, pattern: re.Pattern[str]) -> str:
    """Replace every match by spaces, so that positions (and lines) stay where they were.

    Example
    -------
    >>> blank("see `x` here", CODE)
    'see     here'
    """
    return pattern.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)


def without_code(text: str) -> str:
    """Blank fences and code spans; comments stay."""
    return blank(blank(text, FENCE), CODE)


def prose(text: str) -> str:
    """What is read as a sentence: no code, comments, mathematics, link targets, addresses or HTML tags.

    Example
    -------
    >>> prose("a `b` [word](there.ipynb)").split()
    ['a', 'word']
    """
    text = blank(without_code(text), COMMENT)
    text = blank(text, MATH)
    text = LINK.sub(lambda match: _keep_only(match, "text"), text)
    return blank(blank(text, AUTOLINK), TAG)


def _keep_only(match: re.Match[str], group: str) -> str:
    start, end = match.start(group) - match.start(), match.end(group) - match.start()
    whole = match.group()
    return " " * start + whole[start:end] + " " * (len(whole) - end)


def headings(text: str) -> list[tuple[int, str]]:
    """Return the (level, text) of every heading.

    Example
    -------
    >>> headings("# One\\n\\n## Two")
    [(1, 'One'), (2, 'Two')]
    """
    clean = blank(blank(text, FENCE), COMMENT)
    return [(len(match["marks"]), match["text"]) for match in HEADING.finditer(clean)]


def links(text: str) -> list[Link]:
    """Return every link and picture that is not inside code.

    Example
    -------
    >>> links("[the lesson](a.ipynb)")
    [Link(text='the lesson', target='a.ipynb', picture=False)]
    """
    clean = blank(without_code(text), COMMENT)
    return [
        Link(match["text"].strip(), match["target"].strip("<>"), match["bang"] == "!")
        for match in LINK.finditer(clean)
    ]
