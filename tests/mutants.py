"""Plant one fault after another in scale, mask, axis and heads, and see that a test notices each: ``make mutants``.

Each fault is a change of text in a copy of the package; the tests of that module then run against the copy. A text that
no longer stands in the code is an error as well, so the list can't grow stale unseen.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True)
class Mutant:
    """A fault: what it is, the module, the text, what takes its place."""

    what: str
    module: str
    text: str
    instead: str


def listed(text: str) -> list[Mutant]:
    """Read the list: a heading, the lines that are there (-), the lines that take their place (+)."""
    faults = re.findall(r"^([\w/]+): (.+)\n((?:-.*\n)+)((?:\+.*(?:\n|$))+)", text, re.MULTILINE)
    return [Mutant(what, module, *map(_lines, parts)) for module, what, *parts in faults]


def _lines(block: str) -> str:
    return "\n".join(line[2:] for line in block.splitlines())


MUTANTS = listed(Path(__file__).with_suffix(".txt").read_text(encoding="utf-8"))

#: Which tests speak for which module; the shortest first.
TESTS = {
    "maths/masks": ("maths/masks", "maths/attention"),
    "maths/heads/trace": ("maths/heads/trace",),
    "maths/gradients": ("maths/gradients",),
    "maths/heads/projections": ("maths/heads/projections", "maths/heads/multihead_masks"),
    "maths/heads/multihead": (
        "maths/heads/multihead",
        "maths/heads/multihead_counts",
        "maths/heads/multihead_masks",
    ),
    "maths/check": ("maths/attention", "maths/check"),
    "maths/steps": ("maths/steps", "maths/known_answers", "maths/attention"),
    "maths/attention": ("maths/known_answers", "maths/masks", "maths/attention"),
}

#: What hypothesis needs to notice a fault; making it small afterwards is for the one who mends it.
QUICK = """from hypothesis import Phase, settings

settings.register_profile("quick", deadline=None, derandomize=True, max_examples=50, phases=[Phase.generate])
settings.load_profile("quick")
"""


def passes(module: str, mutant: Mutant | None = None) -> bool:
    """Whether the tests of a module pass in a copy of the project, with a fault in it or without."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        shutil.copy(ROOT / "pyproject.toml", copy)
        for package in ("attnlib", "tests"):
            shutil.copytree(
                ROOT / package, copy / package, ignore=shutil.ignore_patterns("__pycache__", "artifacts")
            )
        (copy / "tests" / "conftest.py").write_text(QUICK, encoding="utf-8")
        if mutant:
            plant(mutant, copy / "attnlib" / f"{module}.py")
        files = ["tests/{}/test_{}.py".format(*name.rsplit("/", 1)) for name in TESTS[module]]
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *files]
        alone = os.environ | {
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"
        }  # pytest starts quicker without its plugins
        done = subprocess.run(command, cwd=copy, env=alone, capture_output=True, text=True)
    if done.returncode not in (0, 1):  # neither passed nor failed: that is no answer
        raise SystemExit(f"the tests of {module} could not run:\n{done.stdout}{done.stderr}")
    return done.returncode == 0


def plant(mutant: Mutant, source: Path) -> None:
    code = source.read_text(encoding="utf-8")
    if code.count(mutant.text) != 1:
        raise SystemExit(
            f"{mutant.what}: {mutant.text!r} stands {code.count(mutant.text)} times in {source.name}"
        )
    source.write_text(code.replace(mutant.text, mutant.instead), encoding="utf-8")


def main() -> int:
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        sound = dict(zip(TESTS, pool.map(passes, TESTS), strict=True))
        if not all(sound.values()):
            print(
                f"without a fault the tests fail as well: {', '.join(m for m, good in sound.items() if not good)}"
            )
            return 1
        missed = list(pool.map(lambda mutant: passes(mutant.module, mutant), MUTANTS))
    for mutant, unseen in zip(MUTANTS, missed, strict=True):
        if unseen:
            print(f"not noticed: {mutant.what} ({mutant.module}.py)")
    print(f"{len(missed) - sum(missed)} of {len(missed)} noticed")
    return int(any(missed))


if __name__ == "__main__":
    sys.exit(main())
