// narrator.js: what an explorer says: the selected cell's arithmetic, one sentence for the whole, and what went wrong.

function drawNarrator({ model }, el) {
  const why = make("div", "attn-why", { role: "status", "aria-label": "why this cell" });
  const reading = make("div", "attn-reading", { role: "status", "aria-live": "polite", "aria-label": "what to see" });
  const wrong = make("div", "attn-wrong", { role: "alert" });
  el.classList.add("attn-narrating");
  el.append(make("div", "attn-narrator", {}, wrong, why, reading));
  let explorer = null;

  const nameExplorer = () => {
    explorer ??= el.closest(".attn-explorer");
    if (explorer === null) return;
    put(explorer, "role", "group");
    put(explorer, "aria-label", model.get("name"));
    put(explorer, "lang", "en");
  };

  const refresh = () => {
    write(why, model.get("explanation"));
    write(reading, model.get("reading"));
    write(wrong, model.get("error"));
    wrong.hidden = model.get("error") === "";
    nameExplorer();
  };
  requestAnimationFrame(nameExplorer); // the boxes around this view are put on the page after it
  return { refresh };
}

export default () =>
  sharedView({ traits: ["explanation", "reading", "error", "name"], start: () => ({}), draw: drawNarrator });
