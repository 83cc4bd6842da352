// @ts-check
// bars.js: bars side by side under a heading. Everything written, and every colour's level, comes from the panel.

const HEADING = 20; // as in bars.css
const EDGE = { left: 50, right: 52, top: 15, bottom: 19 }; // room for values, for the lines' names, for texts and labels
const LEAST_GAP = 0.8;

const TYPE = 13; // pixels of the largest text, as in bars.css

/** A mark's kind (post, scale or line), its place or value, and its name.
 * @typedef {[kind: string, place: number, name: string]} Mark */
/** @typedef {{
 *   title: string, note: string, axis: string, reading: string, labels: string[], values: number[], texts: string[], levels: string[],
 *   limits: [low: number, high: number], ticks: number[], marks: Mark[], lit: number[], width: number, height: number,
 * }} BarsTraits */
/** @typedef {ReturnType<typeof frameOf>} Place */

const px = (/** @type {number} */ value) => value.toFixed(1);

/** From values and places to the drawing's pixels; y goes down on a page.
 * @param {Model<BarsTraits>} model */
function frameOf(model) {
  const [width, height] = [model.get("width") - 6, model.get("height") - HEADING - 6];
  const [low, high] = model.get("limits");
  const count = Math.max(1, model.get("values").length);
  const [left, right, top, bottom] = [EDGE.left, width - EDGE.right, EDGE.top, height - EDGE.bottom];
  const pitch = (right - left) / count;
  return {
    width, height, left, right, top, bottom, pitch,
    x: (/** @type {number} */ place) => left + place * pitch,
    y: (/** @type {number} */ value) => bottom - ((value - low) / (high - low)) * (bottom - top),
  };
}

/** @param {Shared<BarsTraits>} shared @param {HTMLElement} el */
function drawBars({ model }, el) {
  const title = make("span", "attn-bars-name-of");
  const note = make("span", "attn-bars-note");
  const layers = Array.from({ length: 4 }, () => makeSvg("g"));
  const [lineLayer, barLayer, markLayer, textLayer] = layers; // lines behind the bars, so that none is hidden
  const base = makeSvg("path", { class: "attn-bars-base" });
  const axis = makeSvg("text", { class: "attn-bars-label", "text-anchor": "end" });
  const svg = makeSvg("svg", { class: "attn-bars-svg", role: "img" }, lineLayer, barLayer, base, markLayer, textLayer, axis);
  const frame = make("div", "attn-bars", {}, make("div", "attn-bars-title", { "aria-hidden": "true" }, title, note), svg);
  el.append(frame);

  const bars = pool(barLayer, () => makeSvg("rect", { class: "attn-bar" }));
  const texts = pool(textLayer, () => makeSvg("text", { class: "attn-bar-text", "text-anchor": "middle" }));
  const labels = pool(textLayer, () => makeSvg("text", { class: "attn-bars-label", "text-anchor": "middle" }));
  const lines = pool(lineLayer, () => makeSvg("path", { class: "attn-bars-mark" }));
  const names = pool(markLayer, () => makeSvg("text", { class: "attn-bars-name" }));

  const placeBars = (/** @type {Place} */ at) => {
    const [values, levels, lit] = [model.get("values"), model.get("levels"), new Set(model.get("lit"))];
    const gap = Math.max(LEAST_GAP, Math.min(8, 0.16 * at.pitch));
    const zero = at.y(0);
    bars(values.length).forEach((node, i) => {
      const tip = at.y(values[i]);
      put(node, "x", px(at.x(i) + gap / 2));
      put(node, "width", px(at.pitch - gap));
      put(node, "y", px(Math.min(zero, tip)));
      put(node, "height", px(Math.abs(tip - zero)));
      put(node, "data-level", levels[i]);
      put(node, "data-lit", lit.has(i));
      if (values[i] === 0) put(node, "visibility", "hidden");
    });
  };
  const placeTexts = (/** @type {Place} */ at) => {
    const [values, all] = [model.get("values"), model.get("texts")];
    const said = [...all.keys()].filter((i) => all[i] !== "");
    texts(said.length).forEach((node, k) => {
      const i = said[k];
      put(node, "x", px(Math.max(at.x(i + 0.5), at.left + textWidth(all[i], TYPE) / 2))); // not among the values on the left
      put(node, "y", px(values[i] < 0 ? at.y(values[i]) + 13 : at.y(values[i]) - 4));
      write(node, all[i]);
    });
    const [ticks, labelled] = [model.get("ticks"), model.get("labels")];
    labels(ticks.length).forEach((node, k) => {
      put(node, "x", px(at.x(ticks[k] + 0.5)));
      put(node, "y", px(at.bottom + 14));
      write(node, labelled[ticks[k]]);
    });
  };
  // A post stands on the bars, so that it hides none: a narrow distribution is all between its posts.
  const foot = (/** @type {Place} */ at, /** @type {number} */ place) => {
    const values = model.get("values");
    const beneath = [place - 0.01, place + 0.01].map((near) => values[Math.floor(near)] ?? 0);
    return at.y(Math.max(0, ...beneath));
  };
  const placeMarks = (/** @type {Place} */ at) => {
    const marks = model.get("marks");
    lines(marks.length).forEach((node, i) => {
      const [kind, place] = marks[i];
      put(node, "data-kind", kind);
      if (kind === "post") put(node, "d", `M${px(at.x(place))} ${px(foot(at, place))}V${px(at.top - 9)}`);
      else put(node, "d", `M${px(at.left - (kind === "scale" ? 4 : 0))} ${px(at.y(place))}H${px(kind === "scale" ? at.left : at.right + 3)}`);
    });
    names(marks.length).forEach((node, i) => {
      const [kind, place, text] = marks[i];
      const after = kind === "post" ? at.x(place) + 4 : at.right + 6;
      const turned = kind === "post" && after + textWidth(text, TYPE) > at.width;
      put(node, "data-kind", kind);
      put(node, "text-anchor", kind === "scale" || turned ? "end" : "start");
      put(node, "x", px(kind === "scale" ? at.left - 7 : turned ? at.x(place) - 4 : after));
      put(node, "y", px(kind === "post" ? at.top : at.y(place) + 4));
      write(node, text);
    });
  };

  const refresh = () => {
    const at = frameOf(model);
    write(title, model.get("title"));
    write(note, model.get("note"));
    put(svg, "aria-label", model.get("reading"));
    put(svg, "width", at.width);
    put(svg, "height", at.height);
    put(base, "d", `M${at.left} ${px(at.y(0))}H${at.right}`);
    put(axis, "x", at.left - 7);
    put(axis, "y", px(at.bottom + 14));
    write(axis, model.get("axis"));
    placeBars(at);
    placeTexts(at);
    placeMarks(at);
  };
  return { refresh };
}

export default () =>
  sharedView({
    traits: ["title", "note", "axis", "reading", "labels", "values", "texts", "levels", "limits", "ticks", "marks", "lit", "width", "height"],
    start: () => ({}),
    draw: drawBars,
  });
