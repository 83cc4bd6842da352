"""README and guides say what is so: proved numbers, links that lead somewhere, one address, targets that exist."""

from __future__ import annotations

import json
import re
import tomllib
from itertools import chain
from pathlib import Path
from urllib.parse import unquote

import pytest

from attnlib import examples
from tests import links
from tests.notebooks.proved import flatten, read_claims

ROOT = Path(__file__).parents[1]
PAGES = [
    ROOT / name
    for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/teaching.md", "docs/questions.md")
]
PROVED = [ROOT / "docs/teaching.md", ROOT / "docs/questions.md"]
NAMES = {
    "mouse": examples.mouse_eats_cheese(),
    "dogs": examples.keys_are_not_values(),
    "cat": examples.cat_on_the_mat(),
}


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def disagreements(text: str) -> list[str]:
    """Return what is wrong with the numbers of ``text``: those unproved, and those the library computes otherwise."""
    claims, unproved = read_claims(text)
    found = [f"{number.text.strip()}: no proof stands behind it" for number in unproved]
    for claim in claims:
        problem = claim.problem
        if problem is None and claim.expression:
            problem = claim.disagreement(flatten(eval(claim.expression, dict(NAMES))))
        if problem:
            found.append(f"{claim.text.strip()}: {problem}")
    return found


@pytest.mark.parametrize("page", PROVED, ids=name)
def test_numbers_of_the_guides_are_proved(page):
    assert not disagreements(page.read_text(encoding="utf-8"))


def test_a_wrong_and_an_unproved_number_are_noticed():
    assert len(disagreements("0.895<!--= mouse.weights[0, 1] --> and 0.5")) == 2


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_to_files_lead_somewhere(page):
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if not re.match(r"[a-z]+:|#", target):
            assert (page.parent / unquote(target.partition("#")[0])).exists(), (
                f"{name(page)} links to {target}"
            )


@pytest.mark.parametrize("page", links.FILES)
def test_links_hold_the_one_address(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    assert links.made(page, text) == text, "run: make links"
    assert links.repository() in text


def test_readme_opens_the_first_lesson_on_binder():
    assert f"]({links.binder(links.repository())})" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert (ROOT / links.FIRST_LESSON).exists()


def test_the_example_of_the_readme_runs(capsys):
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    exec(code, {})
    assert "0.894" in capsys.readouterr().out


def test_every_lesson_is_on_the_map():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for lesson in sorted((ROOT / "notebooks").glob("*.ipynb")):
        assert f"](notebooks/{lesson.name})" in readme, f"README.md names no {lesson.name}"


def test_the_sections_that_answer_a_question_exist():
    rows = re.findall(
        r"\| (\d\d), \*(.+?)\* \|$", (ROOT / "docs/questions.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert len(rows) > 10
    for number, heading in rows:
        (lesson,) = (ROOT / "notebooks").glob(f"{number}_*.ipynb")
        cells = json.loads(lesson.read_text(encoding="utf-8"))["cells"]
        headings = re.findall(r"(?m)^#+ (.+)$", "\n\n".join("".join(cell["source"]) for cell in cells))
        assert heading in headings, f"{lesson.name} has no section {heading!r}"


def test_every_make_target_named_in_the_docs_exists():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"(?m)^([a-z]+):", makefile))
    for page in PAGES:
        for target in re.findall(r"`(?:[A-Z_]+=\S+ )?make ([a-z]+)", page.read_text(encoding="utf-8")):
            assert target in targets, f"{name(page)} says make {target}"


def test_version_is_the_same_everywhere():
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"## [{version}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_every_dependency_has_its_reason():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = [*settings["dependencies"], *chain(*settings["optional-dependencies"].values())]
    asked += [
        line
        for line in (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
        if line[:1].isalpha()
    ]
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    for line in asked:
        package = re.split(r"[<>=~ ]", line)[0]
        assert f"| {package} |" in changelog, f"CHANGELOG.md gives no reason for {package}"
