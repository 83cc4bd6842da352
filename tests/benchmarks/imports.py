"""What ``import attnlib`` costs, beside ``import numpy``: new processes in turns, the processor's time."""

from __future__ import annotations

import statistics
import subprocess
import sys

_CODE = "import time; start = time.process_time(); import {module}; print(time.process_time() - start)"


def import_ms(module: str) -> float:
    """Return the processor's milliseconds of one import in a fresh interpreter."""
    done = subprocess.run(
        [sys.executable, "-c", _CODE.format(module=module)], capture_output=True, text=True, check=True
    )
    return 1000 * float(done.stdout)


def measure_imports(repeats: int = 21) -> dict[str, float]:
    """Return the medians of both imports in ms, and their ratio."""
    times: dict[str, list[float]] = {"numpy": [], "attnlib": []}
    for module in times:
        import_ms(module)  # byte code is compiled once
    for _ in range(repeats):
        for module, measured in times.items():
            measured.append(import_ms(module))
    medians = {module: statistics.median(measured) for module, measured in times.items()}
    return {**medians, "ratio": medians["attnlib"] / medians["numpy"]}
