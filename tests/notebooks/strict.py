"""Strict nbval in a process of its own, on copies of the notebooks, as CI and a contributor would run it."""

from __future__ import annotations

import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from pathlib import Path

from tests.notebooks.running import environment

CELL_TIMEOUT = 120  # nbval's default is 2000 seconds


@dataclass(frozen=True)
class Verdict:
    """What nbval said of one run: the cells that passed and failed, by notebook, and all it printed."""

    passed: dict[str, int]
    failed: dict[str, list[str]]
    printed: str


def nbval(folder: Path, *notebooks: Path) -> Verdict:
    """Run ``pytest --nbval`` over ``notebooks``, which lie in ``folder``; the stored outputs must come out again.

    The settings file is empty: the project's own (its warnings as errors, its markers) is not nbval's business.
    """
    (folder / "pytest.ini").write_text("[pytest]\n")
    report = folder / "report.xml"
    done = subprocess.run(
        [
            sys.executable, "-m", "pytest", "--nbval", f"--nbval-cell-timeout={CELL_TIMEOUT}", "-q",
            "-p", "no:cacheprovider", "-p", "no:cov", "-c", "pytest.ini",
            f"--junit-xml={report}", *(p.relative_to(folder).as_posix() for p in notebooks),
        ],
        cwd=folder, env=environment(), capture_output=True, text=True, encoding="utf-8", check=False,
    )  # fmt: skip
    passed: dict[str, int] = {}
    failed: dict[str, list[str]] = {}
    for case in ET.parse(report).iter("testcase") if report.exists() else ():
        name = case.get("classname", "").removesuffix(".ipynb").rsplit("/", 1)[-1].rsplit(".", 1)[-1]
        problems = [element for element in case if element.tag in ("failure", "error")]
        if problems:
            failed.setdefault(name, []).append(
                f"{case.get('name')}: {problems[0].get('message') or problems[0].text}"
            )
        else:
            passed[name] = passed.get(name, 0) + 1
    return Verdict(passed, failed, done.stdout + done.stderr)


def copies(folder: Path, notebooks: list[Path]) -> list[Path]:
    """Copy ``notebooks`` to ``folder``, so that a run can't touch the originals."""
    return [Path(shutil.copy2(path, folder / path.name)) for path in notebooks]
