"""Accessibility by axe-core, which comes inside the axe-playwright-python package: no network."""

from __future__ import annotations

from importlib.resources import files

from playwright.sync_api import Page

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


def violations(page: Page, selector: str, *, tags: list[str] | None = None) -> list[str]:
    """Return what axe-core finds wrong inside every element that ``selector`` names, one line for each node."""
    if not page.locator(selector).count():
        raise ValueError(f"nothing on the page is {selector!r}: there is nothing to check")
    if not page.evaluate("() => Boolean(window.axe)"):
        page.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8"))
    found = page.evaluate(
        """([selector, tags]) => axe.run({ include: [[selector]] }, {
            runOnly: { type: "tag", values: tags }, resultTypes: ["violations"],
        }).then((result) => result.violations)""",
        [selector, tags or TAGS],
    )
    return [
        f"{rule['id']} ({rule['impact']}): {node['html'][:160]}: {node['failureSummary'][:240]}"
        for rule in found
        for node in rule["nodes"]
    ]
