"""Binder's build, emulated: the pins by themselves, then a fresh environment made by the same steps and used."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.links import FIRST_LESSON

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "binder"
# What repo2docker 2026.4 puts into the environment of Python 3.13 before it reads our files.
BASE_IMAGE = (
    "ipywidgets==8.1.7",
    "jupyter-offlinenotebook==0.3.2",
    "jupyter-resource-usage==1.2.0",
    "jupyterhub==5.4.0",
    "jupyterlab==4.4.9",
    "notebook==7.4.7",
)


def lines(path: Path) -> list[str]:
    """Return the lines of a requirements file that ask for something."""
    text = path.read_text(encoding="utf-8")
    return [line for raw in text.splitlines() if (line := raw.partition("#")[0].strip())]


def pins() -> dict[str, str]:
    return {
        canonicalize_name(name): version
        for name, _, version in (line.partition("==") for line in lines(FOLDER / "requirements.txt"))
    }


def test_python_is_pinned_in_the_one_spelling_that_binder_reads():
    assert re.fullmatch(r"python-3\.\d+\n", (FOLDER / "runtime.txt").read_text(encoding="utf-8"))


def test_every_line_is_one_exact_pin():
    for line in lines(FOLDER / "requirements.txt"):
        assert re.fullmatch(r"[\w.-]+==[\w.]+", line), f"binder/requirements.txt: {line!r} is no exact pin"


def test_the_pins_lie_in_the_ranges_that_readers_install():
    pinned = pins()
    asked = [Requirement(line) for line in lines(ROOT / "requirements.txt") if not line.startswith("-")]
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    asked += [Requirement(line) for line in settings["project"]["dependencies"]]
    for requirement in asked:
        version = pinned[canonicalize_name(requirement.name)]
        assert requirement.specifier.contains(version), (
            f"{requirement.name} {version} is outside {requirement}; run: make lock"
        )


def test_readers_get_what_attnlib_needs_in_the_same_ranges():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert set(settings["project"]["dependencies"]) <= set(lines(ROOT / "requirements.txt"))


def python_of_binder() -> Path | None:
    """Return an interpreter of the pinned Python, or None where there is none."""
    version = (FOLDER / "runtime.txt").read_text(encoding="utf-8").strip().removeprefix("python-")
    if sys.version_info[:2] == tuple(map(int, version.split("."))):
        return Path(sys.executable)
    installed = sorted(
        Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")).glob(f"versions/{version}.*/bin/python")
    )
    candidates = [*map(str, installed), *filter(None, [shutil.which(f"python{version}")])]
    for path in candidates:
        answer = subprocess.run(
            [path, "-c", "import sys; print(*sys.version_info[:2], sep='.')"],
            capture_output=True,
            text=True,
            check=False,
        )
        if answer.returncode == 0 and answer.stdout.strip() == version:
            return Path(path)
    return None


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Return (python, clone): an environment made by Binder's steps and the folder they ran in."""
    place = tmp_path_factory.mktemp("binder")
    clone = place / "repo"
    shutil.copytree(ROOT, clone, ignore=shutil.ignore_patterns(".*", "__pycache__", "artifacts", "build"))
    base = python_of_binder()
    if base is None:
        base = Path(sys.executable)
        print(f"Binder's Python is not on this machine; built with {sys.version.split()[0]} instead")
    subprocess.run([base, "-m", "venv", place / "venv"], check=True)
    python = place / "venv" / "bin" / "python"
    environment = {name: value for name, value in os.environ.items() if name != "PIP_CONSTRAINT"}
    environment["PATH"] = f"{python.parent}{os.pathsep}{environment['PATH']}"

    def run(*command):
        done = subprocess.run(
            command, cwd=clone, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{command}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
        return done.stdout + done.stderr

    pip = (python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    run(*pip, *BASE_IMAGE)
    run(*pip, "-r", "binder/requirements.txt")
    run("binder/postBuild")
    return python, clone, run


@pytest.mark.binder
@pytest.mark.slow
def test_what_binder_builds_fits_together(built):
    python, clone, run = built
    run(python, "-m", "pip", "check")
    where = run(python, "-P", "-c", "import attnlib; print(attnlib.__file__)")
    assert str(clone) not in where, "attnlib should be installed, not found by chance in the folder"
    assert "announcements" in run(python, "-m", "jupyter", "labextension", "list").partition("Disabled")[2]


@pytest.mark.binder
@pytest.mark.browser
@pytest.mark.slow
def test_lesson_01_is_alive_in_what_binder_builds(built, tmp_path):
    from tests.browser.chromium import chromium
    from tests.browser.lab import LabServer
    from tests.browser.page import LabPage

    python, clone, _ = built
    lesson = clone / FIRST_LESSON
    with LabServer(tmp_path, [lesson], python=python) as server, chromium() as browser:
        page = LabPage(browser, server).open(lesson.name).run_all()
        page.screenshot("binder-01")
        assert not page.errors()
        assert page.explorers(), "no explorer came alive"
        page.close()
