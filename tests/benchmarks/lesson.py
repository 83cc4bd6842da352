"""The notebook that is measured: one sentence, the same maps, by `interact` and pyplot and by our explorer."""

from __future__ import annotations

from pathlib import Path

from tests.notebooks import toys

# The kernel's part of a step: from taking a message that carries a new value to having answered it.
TIMING = """\
import json, time
steps = []

def carries_value(data):
    state = data.get("state", {}) if data.get("method") == "update" else data.get("content", {})
    return "value" in state

def timed(handle):
    def handle_timed(stream, identity, message):
        start = time.perf_counter(), time.process_time()
        handle(stream, identity, message)
        if carries_value(message["content"]["data"]):
            steps.append([1000 * (time.perf_counter() - start[0]), 1000 * (time.process_time() - start[1])])
    return handle_timed

handlers = get_ipython().kernel.shell_handlers
handlers["comm_msg"] = timed(handlers["comm_msg"])
"""
SENTENCE = """\
import numpy as np
from attnlib import examples, self_attention, widgets
trace = examples.cat_on_the_mat()
stages = ["Q", "K", "V", "scores", "scaled", "weights", "output"]
"""
INTERACT = """\
from ipywidgets import FloatSlider, interact
import matplotlib.pyplot as plt

@interact(value=FloatSlider(min=-3, max=3, step=0.25, description="W_Q[0, 0]"))
def draw(value):
    W_Q = np.array(trace.W_Q)
    W_Q[0, 0] = value
    now = self_attention(trace.X, W_Q, trace.W_K, trace.W_V, tokens=trace.tokens)
    figure, axes = plt.subplots(2, 4, figsize=(9.6, 5))
    for axis, stage in zip(axes.flat, stages):
        matrix = now.stage(stage)
        axis.imshow(matrix, cmap="Blues")
        axis.set_title(stage)
        for (row, column), number in np.ndenumerate(matrix):
            axis.text(column, row, f"{number:.2f}", ha="center", va="center", fontsize=7)
    axes.flat[-1].axis("off")
    plt.show()
"""
OURS = """\
explorer = widgets.ProjectionExplorer(trace)
for stage in stages:
    explorer.board.views[stage].folded = False
explorer
"""


def write(folder: Path) -> str:
    """Write the notebook to ``folder`` and return its name."""
    return toys.write(
        folder, "# Measured", (TIMING,), (SENTENCE,), (INTERACT,), (OURS,), name="measured.ipynb"
    ).name
