"""What a check says: what is right, the first thing that is wrong, the likely slip, and the smallest example of it."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Any

from attnlib.exercises.engine.tables import Table, as_html, as_text, table
from attnlib.maths.check import Array


@dataclass(frozen=True, eq=False)
class Example:
    """The case in which an answer went wrong first.

    Attributes
    ----------
    inputs : tuple of (str, object)
        Each parameter's name and what it was given.
    needed, got : ndarray or None
        What was due and what came, where both are arrays.
    wrong : ndarray of bool or None
        Which cells differ.
    printed : str
        The beginning of what the function printed.
    """

    inputs: tuple[tuple[str, Any], ...]
    needed: Array | None = None
    got: Array | None = None
    wrong: Array | None = None
    printed: str = ""

    def tables(self) -> list[Table]:
        """Every array of the example as a table of texts, the wrong cells marked."""
        results = [("needed", self.needed, None), ("yours", self.got, self.wrong)]
        shown = [(name, value, None) for name, value in self.inputs] + [
            r for r in results if r[1] is not None
        ]
        return [table(name, value, wrong, marked=self.wrong) for name, value, wrong in shown]


@dataclass(frozen=True, eq=False)
class CheckResult:
    """The verdict on one answer. It is true where the answer passed.

    Attributes
    ----------
    name : str
        Of the exercise or question.
    passed : bool
    slip : str or None
        A stable word for the likely slip; None when passed, or when nothing known fits.
    right : tuple of str
        What is right already.
    wrong : str
        The first thing that is wrong.
    likely : str
        What was probably done, and what to do.
    example : Example or None
    untouched : bool
        Whether the answer is what the lesson came with: a stub, or code whose bug is still to be found. No try yet.
    """

    name: str
    passed: bool
    slip: str | None = None
    right: tuple[str, ...] = ()
    wrong: str = ""
    likely: str = ""
    example: Example | None = None
    untouched: bool = False

    def __bool__(self) -> bool:
        return self.passed

    def __repr__(self) -> str:
        lines = [f"{self._head()}", *(f"  ✓ {entry}" for entry in self.right)]
        if self.wrong:
            lines.append(f"  ✗ {_indented(self.wrong)}")
        if self.likely:
            lines.append(f"  Likely slip: {_indented(self.likely)}")
        if self.example is not None:
            lines += ["", *as_text(self.example.tables())]
            if self.example.printed:
                lines += ["", "  It printed:", *(f"    {line}" for line in self.example.printed.splitlines())]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        items = "".join(f"<li>✓ {escape(entry)}</li>" for entry in self.right)
        parts = [f'<section role="status" aria-label="Check of {escape(self.name)}">']
        parts.append(f"<p><strong>{escape(self._head())}</strong></p>")
        if items:
            parts.append(f'<ul style="list-style:none;padding-left:0.5em">{items}</ul>')
        if self.wrong:
            parts.append(f"<p>✗ {_broken(self.wrong)}</p>")
        if self.likely:
            parts.append(f"<p><strong>Likely slip.</strong> {_broken(self.likely)}</p>")
        if self.example is not None:
            tables = "".join(map(as_html, self.example.tables()))
            parts.append(
                f'<div style="display:flex;flex-wrap:wrap;align-items:flex-start;gap:0.5em 1.5em">{tables}</div>'
            )
            if self.example.printed:
                parts.append(f"<p>It printed:</p><pre>{escape(self.example.printed)}</pre>")
        return "".join([*parts, "</section>"])

    def _head(self) -> str:
        return f"{self.name}: passed ✓" if self.passed else f"{self.name}: not yet ✗"


def _indented(text: str) -> str:
    return text.replace("\n", "\n    ")


def _broken(text: str) -> str:
    return escape(text).replace("\n", "<br>")
