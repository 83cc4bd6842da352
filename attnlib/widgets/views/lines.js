// @ts-check
// lines.js: tokens that ask at the left, tokens that are asked at the right, a line per weight, as wide as the weight.

const WIDEST = 9; // pixels of a weight of 1
const NUMBER = 30; // room for a weight behind the token that is asked

/** A query's place, a key's place, the weight between them and its text.
 * @typedef {[query: number, key: number, weight: number, text: string]} Line */
/** @typedef {{
 *   query_labels: string[], key_labels: string[], lines: Line[], reading: string, label: string, selected: number,
 *   height: number, width: number,
 * }} LinesTraits */
/** @typedef {{ selected: number, choose(query: number): void, adopt(): void }} LinesOwn */

// Of the width: the tokens' words, alike on both sides, and where lines leave and arrive.
/** @param {number} width */
function columnsOf(width) {
  const gap = Math.max(42, width - 2 * 92 - NUMBER - 4);
  const word = (width - gap - NUMBER - 4) / 2;
  return { word, from: word + 2, to: word + 2 + gap };
}

/** @param {number} count @param {number} height */
function rowMiddles(count, height) {
  return Array.from({ length: count }, (_, i) => ((i + 0.5) * height) / Math.max(1, count));
}

/** @param {Shared<LinesTraits, LinesOwn>} shared @param {HTMLElement} el @param {AbortSignal} signal */
function drawLines(shared, el, signal) {
  const { model } = shared;
  const svg = makeSvg("svg", { class: "attn-lines-svg", "aria-hidden": "true" });
  const asks = make("div", "attn-lines-asks", { role: "group" });
  const asked = make("ul", "attn-lines-asked");
  const reading = make("span", "attn-spoken", { id: freshId("reading") });
  const frame = make("div", "attn-lines", { role: "group", "aria-describedby": reading.id }, svg, asks, asked, reading);
  el.append(frame);

  let shape = "";
  /** @type {HTMLButtonElement[]} */
  let buttons = [];
  /** @type {{ item: HTMLElement, number: HTMLElement }[]} */
  let tokens = [];
  /** @type {SVGElement[]} */
  let paths = []; // one per pair, kept whatever the weights
  let height = 0;
  let width = 0;

  const build = (/** @type {string[]} */ queries, /** @type {string[]} */ keys) => {
    const [from, to] = [rowMiddles(queries.length, height), rowMiddles(keys.length, height)];
    const { word: room, from: left, to: right } = columnsOf(width);
    const middle = (left + right) / 2;
    buttons = queries.map((label, i) => {
      const button = make("button", "attn-lines-token", { type: "button", title: `${label} asks`, "data-query": i, ...KEEP_KEYS },
        make("span", "attn-lines-word", {}, label));
      button.style.top = `${from[i]}px`;
      button.style.width = `${room}px`;
      return button;
    });
    tokens = keys.map((label, j) => {
      const word = make("span", "attn-lines-word", {}, label);
      const number = make("span", "attn-lines-number");
      const item = make("li", "attn-lines-key", { title: label, "data-key": j }, word, number);
      item.style.top = `${to[j]}px`;
      item.style.left = `${right + 2}px`;
      item.style.width = `${room + NUMBER}px`;
      return { item, number };
    });
    paths = queries.flatMap((_, i) => keys.map((__, j) => makeSvg("path", {
      class: "attn-line", "data-query": i, "data-key": j,
      d: `M${left} ${from[i].toFixed(1)}C${middle} ${from[i].toFixed(1)} ${middle} ${to[j].toFixed(1)} ${right} ${to[j].toFixed(1)}`,
    })));
    asks.replaceChildren(...buttons);
    asked.replaceChildren(...tokens.map(({ item }) => item));
    svg.replaceChildren(...paths);
    put(svg, "viewBox", `0 0 ${width} ${height}`);
    svg.style.height = frame.style.height = `${height}px`;
    svg.style.width = frame.style.width = `${width}px`;
    frame.classList.toggle("attn-lines-narrow", width < 260);
  };

  asks.addEventListener("click", (event) => {
    const button = within(event, "button");
    if (button === null) return;
    const query = Number(button.dataset.query);
    shared.choose(query === shared.selected ? -1 : query); // pressed again: no token is selected
  }, { signal });
  asks.addEventListener("keydown", (event) => {
    const here = buttons.findIndex((button) => button === document.activeElement);
    /** @type {Record<string, number | undefined>} */
    const ways = { ArrowUp: here - 1, ArrowDown: here + 1, Home: 0, End: buttons.length - 1 };
    const to = ways[event.key];
    if (to === undefined || here < 0) return;
    event.preventDefault();
    event.stopPropagation();
    const next = Math.min(buttons.length - 1, Math.max(0, to));
    buttons[next].focus();
    shared.choose(next);
  }, { signal });

  const refresh = () => {
    const [queries, keys, lines] = [model.get("query_labels"), model.get("key_labels"), model.get("lines")];
    const now = JSON.stringify([queries, keys, model.get("height"), model.get("width")]);
    if (now !== shape) {
      shape = now;
      height = model.get("height");
      width = model.get("width");
      build(queries, keys);
    }
    put(frame, "aria-label", model.get("label"));
    put(asks, "aria-label", "tokens that ask");
    put(asked, "aria-label", "tokens that are asked");
    write(reading, model.get("reading"));
    const selected = shared.selected < queries.length ? shared.selected : -1;
    frame.classList.toggle("attn-lines-choice", selected >= 0);
    buttons.forEach((button, i) => {
      put(button, "aria-pressed", i === selected);
      put(button, "tabindex", i === Math.max(0, selected) ? 0 : -1);
    });

    const weights = new Map(lines.map(([query, key, weight, text]) => /** @type {const} */ ([query * keys.length + key, { weight, text }])));
    paths.forEach((path, index) => {
      const weight = weights.get(index)?.weight ?? 0;
      const width = (weight * WIDEST).toFixed(2);
      put(path, "stroke-width", width);
      put(path, "data-none", weight === 0);
      path.classList.toggle("attn-line-chosen", selected >= 0 && Math.floor(index / keys.length) === selected);
    });
    tokens.forEach(({ item, number }, j) => {
      const line = weights.get(selected * keys.length + j);
      write(number, selected < 0 ? "" : (line?.text ?? "0"));
      item.classList.toggle("attn-lines-none", selected >= 0 && line === undefined);
    });
  };
  return { refresh };
}

export default () =>
  sharedView({
    traits: ["query_labels", "key_labels", "lines", "reading", "label", "selected", "height", "width"],
    start(model, wire, refresh) {
      return {
        selected: -1,
        choose(query) {
          if (query === this.selected) return;
          this.selected = query;
          refresh();
          wire.push({ type: "select", query });
        },
        adopt() {
          this.selected = model.get("selected");
        },
      };
    },
    draw: drawLines,
  });
