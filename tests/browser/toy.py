"""A tiny explorer with switchable faults, to see that the browser's checks notice each of them."""

from __future__ import annotations

from typing import Any

import anywidget
import traitlets

SCRIPT = """
export default { render({ model, el }) {
  const faults = model.get("faults");
  el.innerHTML = `<div class="attn-explorer" style="height:120px;background:#fff;color:#111">
    <div class="attn-slider"><label>turn
    <input type="range" data-lm-suppress-shortcuts min="0" max="40" value="0"></label></div>
    <div role="grid" aria-label="weights"><div role="row">
    <div role="gridcell" class="attn-cell" data-row="0" data-column="0" tabindex="0">0.00</div></div></div>
    <div class="attn-message" role="alert"></div></div>`;
  const root = el.firstElementChild, slider = root.querySelector("input");
  if (faults.includes("unnamed")) slider.closest("label").replaceWith(slider);
  let flying = 0, waiting = null;
  const send = (value) => { flying += 1; model.send({ value }); };
  slider.addEventListener("input", () => {
    const value = Number(slider.value);
    if (flying < 2 || faults.includes("backlog")) send(value); else waiting = value;
  });
  model.on("msg:custom", ({ text, problem }) => {
    flying -= 1;
    const cell = root.querySelector(".attn-cell");
    if (faults.includes("replaces")) { const copy = cell.cloneNode(); copy.textContent = text; cell.replaceWith(copy); }
    else if (!faults.includes("dead")) cell.firstChild.data = text;
    if (faults.includes("grows")) root.style.height = 120 + Number(slider.value) + "px";
    root.querySelector(".attn-message").textContent = problem;
    if (waiting !== null) { send(waiting); waiting = null; }
  });
} };
"""


class ToyExplorer(anywidget.AnyWidget):
    """One slider, one cell; ``faults`` among "dead", "replaces", "grows", "backlog", "unnamed", "raises"."""

    _esm = SCRIPT
    faults = traitlets.List(traitlets.Unicode()).tag(sync=True)

    def __init__(self, *faults: str) -> None:
        super().__init__(faults=list(faults))
        self.value = 0.0
        self.on_msg(self._moved)

    def _moved(self, _: Any, content: dict[str, float], __: Any) -> None:
        if "backlog" in self.faults:
            import time

            time.sleep(0.1)
        self.value = content["value"]
        self.send(
            {"text": f"{self.value / 40:.2f}", "problem": "it failed" if "raises" in self.faults else ""}
        )
