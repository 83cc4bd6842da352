// @ts-check
// narrator.js: what an explorer says: the selected cell's arithmetic, one sentence for the whole, and what went wrong.

/** @typedef {{ explanation: string, reading: string, error: string, name: string }} NarratorTraits */

// An explorer is laid out for this width; on a narrower page all of it is drawn smaller, down to a size one can read.
const [FULL, EDGES, SMALLEST] = [960, 16, 0.6];

// Hebrew and Arabic words stay where they stand: "q[שלום] · k[עולם] = 0×1" is read from left to right as arithmetic.
const FROM_THE_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]+(?:\s+[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]+)*/g;
const apart = (/** @type {string} */ text) => text.replace(FROM_THE_RIGHT, "\u2068$&\u2069");

/** What doesn't fit its place is set smaller; what even then doesn't can be scrolled, by keyboard too.
 * @param {HTMLElement} node @param {string} text @param {number} room in letters */
function say(node, text, room) {
  write(node, apart(text));
  node.classList.toggle("attn-lengthy", text.length > room);
  if (text.length > 1.6 * room) put(node, "tabindex", 0);
  else node.removeAttribute("tabindex");
}

// On a slide (.jp-Deck) an explorer is drawn as large as it can be whole, beside the show's own buttons at the right below.
const [BUTTONS, ABOVE_AND_BELOW] = [150, 24];

/** @param {HTMLElement} explorer */
function fitting(explorer) {
  if (!explorer.closest(".jp-Deck")) return Math.min(1, (explorer.clientWidth - EDGES) / (FULL - EDGES));
  const now = Number(explorer.style.getPropertyValue("--attn-fit")) || 1;
  const wide = (innerWidth - BUTTONS - explorer.getBoundingClientRect().left - EDGES) / (FULL - EDGES);
  return Math.min(wide, (innerHeight - ABOVE_AND_BELOW) / (explorer.offsetHeight / now));
}

/** @param {HTMLElement} explorer */
function fit(explorer) {
  if (explorer.clientWidth === 0) return;
  explorer.style.setProperty("--attn-fit", String(Math.floor(1000 * Math.max(SMALLEST, fitting(explorer))) / 1000));
}

/** @param {Shared<NarratorTraits>} shared @param {HTMLElement} el @param {AbortSignal} signal */
function drawNarrator({ model }, el, signal) {
  const why = make("div", "attn-why", { role: "status", "aria-label": "why this cell" });
  const reading = make("div", "attn-reading", { role: "status", "aria-live": "polite", "aria-label": "what to see" });
  const wrong = make("div", "attn-wrong", { role: "alert" });
  el.classList.add("attn-narrating");
  el.append(make("div", "attn-narrator", {}, wrong, why, reading));
  /** @type {HTMLElement | null} */
  let explorer = null;

  const follow = (/** @type {HTMLElement} */ found) => {
    const seen = new ResizeObserver(() => fit(found));
    for (const box of [found, found.parentElement]) if (box) seen.observe(box);
    signal.addEventListener("abort", () => seen.disconnect(), { once: true });
    return found;
  };
  const findExplorer = () => {
    const found = explorer ?? /** @type {HTMLElement | null} */ (el.closest(".attn-explorer"));
    if (found === null) return;
    explorer ??= follow(found);
    put(explorer, "role", "group");
    put(explorer, "aria-label", model.get("name"));
    put(explorer, "lang", "en");
  };

  const refresh = () => {
    say(why, model.get("explanation"), why.closest(".attn-presenting") ? 105 : 130);
    say(reading, model.get("reading"), 250);
    write(wrong, apart(model.get("error")));
    wrong.hidden = model.get("error") === "";
    findExplorer();
  };
  const later = requestAnimationFrame(findExplorer); // the boxes around this view are put on the page after it
  signal.addEventListener("abort", () => cancelAnimationFrame(later), { once: true });
  return { refresh };
}

export default () =>
  sharedView({
    traits: ["explanation", "reading", "error", "name"],
    start(model, wire, _refresh, signal) {
      openParcels(model, wire, signal);
      return {};
    },
    draw: drawNarrator,
  });
