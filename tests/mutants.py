"""Plant one fault after another, on every floor, and see that a test notices each: ``make mutants``.

Each fault is a change of text in a copy of the package; the tests of that module then run against the copy. A text that
no longer stands in the code is an error as well, so the list can't grow stale unseen.
"""

from __future__ import annotations

import multiprocessing
import os
import re
import shutil
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True)
class Mutant:
    """A fault: what it is, the module or style sheet, the text, what takes its place."""

    what: str
    module: str
    text: str
    instead: str


def listed(text: str) -> list[Mutant]:
    """Read the list: a heading, the lines that are there (-), the lines that take their place (+)."""
    faults = re.findall(r"^([\w/.]+): (.+)\n((?:-.*\n)+)((?:\+.*(?:\n|$))+)", text, re.MULTILINE)
    return [Mutant(what, module, *map(_lines, parts)) for module, what, *parts in faults]


def _lines(block: str) -> str:
    return "\n".join(line[2:] for line in block.splitlines())


MUTANTS = listed(Path(__file__).with_suffix(".txt").read_text(encoding="utf-8"))

#: Which tests speak for which module, the shortest first, where it isn't the file of the same name alone.
TESTS = {
    "maths/masks": ("maths/masks", "maths/attention"),
    "maths/heads/projections": ("maths/heads/projections", "maths/heads/multihead_masks"),
    "maths/heads/multihead": (
        "maths/heads/multihead",
        "maths/heads/multihead_counts",
        "maths/heads/multihead_masks",
    ),
    "maths/check": ("maths/attention", "maths/check"),
    "maths/steps": ("maths/steps", "maths/known_answers", "maths/attention"),
    "maths/attention": ("maths/known_answers", "maths/masks", "maths/attention"),
    "meaning/page": ("widgets/views/theme",),
    "meaning/palette": ("meaning/palette", "widgets/views/theme"),
    "figures/_engine/style": ("widgets/views/theme",),
    "figures/_engine/layout": ("figures/layout",),
    "figures/plane": ("figures/drawings",),
    "widgets/views/theme.css": ("widgets/views/theme",),
    "widgets/views/plane.css": ("widgets/views/theme",),
    "widgets/views/lines.css": ("widgets/views/theme",),
    "widgets/views/matrix.css": ("widgets/views/theme",),
    "widgets/frame/explorer.css": ("widgets/views/theme",),
    "widgets/views/narrator.js": ("widgets/views/theme",),
}


def witnesses(module: str) -> tuple[str, ...]:
    """Files of tests that speak for a module, the shortest first."""
    names = TESTS.get(module, (module,))
    return tuple("tests/{}/test_{}.py".format(*name.rsplit("/", 1)) for name in names)


#: What hypothesis needs to notice a fault; making it small afterwards is for the one who mends it.
QUICK = """from hypothesis import Phase, settings

settings.register_profile("quick", deadline=None, derandomize=True, max_examples=50, phases=[Phase.generate])
settings.load_profile("quick")
"""

#: Loaded once, before each process is forked off: what a test needs and no fault can change.
LOADED = [
    "pytest",
    "hypothesis",
    "numpy",
    "matplotlib.figure",
    "matplotlib.backends.backend_agg",
    "anywidget",
]


def passes(template: Path, tests: tuple[str, ...], mutant: Mutant | None = None) -> bool:
    """Whether tests pass in a copy of the project, with a fault in it or without. Needs a process of its own."""
    import pytest

    with tempfile.TemporaryDirectory() as folder:
        copy = template
        if mutant:  # without one, the template keeps what Python compiles
            copy = Path(folder) / "copy"
            shutil.copytree(template, copy)
            plant(mutant, source_of(mutant, copy))
        os.chdir(copy)
        sys.path[:] = [str(copy), *(path for path in sys.path if Path(path or ".").resolve() != ROOT)]
        for name in [name for name in sys.modules if name.partition(".")[0] in ("attnlib", "tests")]:
            del sys.modules[name]
        os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # pytest starts quicker without its plugins
        with (Path(folder) / "said").open("w+", encoding="utf-8") as said:
            os.dup2(said.fileno(), 1)
            quickly = ["-x", "-q", "-p", "no:cacheprovider", "--no-header", "--tb=line"]
            done = pytest.main([*quickly, "-m", "not (browser or slow or bench or oracles)", *tests])
            said.flush()
            said.seek(0)
            if done not in (0, 1):  # neither passed nor failed: that is no answer
                raise RuntimeError(f"{', '.join(tests)} could not run:\n{said.read()}")
        os.chdir(ROOT)
    return done == 0


def source_of(mutant: Mutant, copy: Path) -> Path:
    """The file that a fault is planted in."""
    return copy / "attnlib" / (mutant.module if "." in mutant.module else f"{mutant.module}.py")


def plant(mutant: Mutant, source: Path) -> None:
    """Change the text; a file that was compiled within this second with the same length would pass for unchanged."""
    code = source.read_text(encoding="utf-8")
    if code.count(mutant.text) != 1:
        raise SystemExit(
            f"{mutant.what}: {mutant.text!r} stands {code.count(mutant.text)} times in {source.name}"
        )
    source.write_text(code.replace(mutant.text, mutant.instead), encoding="utf-8")
    for compiled in (source.parent / "__pycache__").glob(f"{source.stem}.*"):
        compiled.unlink()


def _template(folder: Path) -> Path:
    shutil.copy(ROOT / "pyproject.toml", folder)
    leave = shutil.ignore_patterns("__pycache__", "artifacts", "notebooks", "wrong_answers")
    for package in ("attnlib", "tests"):
        shutil.copytree(ROOT / package, folder / package, ignore=leave)
    (folder / "tests" / "conftest.py").write_text(QUICK, encoding="utf-8")
    return folder


def main(*only: str) -> int:
    """Plant all faults, or those of the modules whose names begin so."""
    started = time.monotonic()
    mutants = [mutant for mutant in MUTANTS if mutant.module.startswith(only or "")]
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # one process a core is enough
    method = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
    context = multiprocessing.get_context(method)
    context.set_forkserver_preload(LOADED)
    with (
        tempfile.TemporaryDirectory() as folder,
        ProcessPoolExecutor(os.cpu_count(), mp_context=context, max_tasks_per_child=1) as pool,
    ):
        run = partial(passes, _template(Path(folder)))
        suites = sorted({witnesses(mutant.module) for mutant in mutants})
        unsound = [suite for suite, good in zip(suites, pool.map(run, suites), strict=True) if not good]
        if unsound:
            print(f"without a fault the tests fail as well: {unsound}")
            return 1
        missed = list(pool.map(run, [witnesses(mutant.module) for mutant in mutants], mutants))
    for mutant, unseen in zip(mutants, missed, strict=True):
        if unseen:
            print(f"not noticed: {mutant.what} ({mutant.module})")
    print(f"{len(missed) - sum(missed)} of {len(missed)} noticed in {time.monotonic() - started:.0f} s")
    return int(any(missed))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
