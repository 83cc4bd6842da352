// @ts-check
// wire.js: how a view tells the kernel what its reader did. Joined in front of every view's module by assets.py.
//
// A synchronised trait goes from page to kernel at about 18 changes a second; custom messages with a small window of their
// own reach the screen's pace. At most WINDOW messages wait for their acknowledgement; of the messages of one kind that pile
// up behind them only the last is kept, so there is no backlog and the last value always arrives. From kernel to page
// everything goes by synchronised traits.

const WINDOW = 2;
const ONE_BY_ONE = new Set(["edit", "press"]); // what the reader typed or switched is never merged away

/** What `listener` hears ends with the signal; a model itself knows no signals.
 * @param {Model<any>} model @param {string} event @param {Listener} listener @param {AbortSignal} signal */
function hear(model, event, listener, signal) {
  model.on(event, listener);
  signal.addEventListener("abort", () => model.off(event, listener), { once: true });
}

/** A life that ends with the host's signal (anywidget hands one from 0.11 on) or with the clean-up that we return to it.
 * @param {AbortSignal | undefined} signal */
function lifeWithin(signal) {
  const life = new AbortController();
  if (signal?.aborted) life.abort();
  signal?.addEventListener("abort", () => life.abort(), { once: true, signal: life.signal });
  return life;
}

/** @param {Model<any>} model @param {AbortSignal} signal @returns {Wire} */
function makeWire(model, signal) {
  const page = Math.random().toString(36).slice(2, 10); // two browser windows on one kernel count separately
  /** @type {Message[]} */
  const waiting = [];
  /** @type {Set<() => void>} */
  const listeners = new Set();
  let sent = 0;
  let answered = 0;

  const flush = () => {
    while (waiting.length > 0 && sent - answered < WINDOW) {
      sent += 1;
      model.send({ ...waiting.shift(), page, seq: sent });
    }
  };

  hear(model, "msg:custom", (message) => {
    if (message?.type !== "ack" || message.page !== page) return;
    answered = Math.max(answered, message.seq);
    flush();
    if (!wire.busy) for (const listener of listeners) listener();
  }, signal);

  /** @type {Wire} */
  const wire = {
    // While busy, what the kernel says about the reader's own value is older than what the reader sees.
    get busy() {
      return waiting.length > 0 || answered < sent;
    },
    push(message) {
      const last = waiting.at(-1);
      if (last?.type === message.type && !ONE_BY_ONE.has(message.type)) waiting.pop();
      waiting.push(message);
      flush();
    },
    onSettled(listener) {
      listeners.add(listener);
    },
  };
  return wire;
}

/** @param {Model<any>} model @param {string} id */
async function modelOf(model, id) {
  try {
    const other = await model.widget_manager?.get_model(id);
    return typeof other?.set_state === "function" ? other : undefined;
  } catch {
    return undefined; // its view was closed meanwhile, or this front end lets no view reach another
  }
}

/** A step changes many views: the kernel sends it as one parcel, which is given out to their models here. Where the front
 * end (marimo, for one) leads to none of them, the kernel is asked to send each view its own, as ordinary traits.
 * @param {Model<any>} model @param {Wire} wire @param {AbortSignal} signal */
function openParcels(model, wire, signal) {
  hear(model, "msg:custom", async (message) => {
    if (message?.type !== "parcel") return;
    let reached = 0;
    for (const [id, state] of Object.entries(message.states)) {
      const other = await modelOf(model, id);
      other?.set_state?.(state);
      if (other) reached += 1;
    }
    if (reached === 0) wire.push({ type: "plain" });
  }, signal);
}

let lastId = 0;
/** @param {string} word */
function freshId(word) {
  lastId += 1;
  return `attn-${word}-${lastId}-${Math.random().toString(36).slice(2, 8)}`;
}

/** Text is only ever set as text, never as markup: a token may be called "<img onerror=…>".
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag @param {string} [className] @param {Record<string, unknown>} [attributes] @param {(Node | string)[]} children */
function make(tag, className, attributes = {}, ...children) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.append(...children);
  return node;
}

/** @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag @param {Record<string, unknown>} [attributes] @param {(Node | string)[]} children */
function makeSvg(tag, attributes = {}, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.append(...children);
  return node;
}

/** The nearest element of that kind at or around what an event befell.
 * @param {Event} event @param {string} selector @returns {HTMLElement | null} */
function within(event, selector) {
  return event.target instanceof Element ? event.target.closest(selector) : null;
}

/** Writes only what differs, so that a step touches as little of the page as it can.
 * @param {Element} node @param {string} name @param {unknown} value */
function put(node, name, value) {
  const text = String(value);
  if (node.getAttribute(name) !== text) node.setAttribute(name, text);
}

/** @param {Element} node whose only child is a text @param {string} text */
function write(node, text) {
  const old = /** @type {Text | null} */ (node.firstChild);
  if (old === null) node.append(document.createTextNode(text));
  else if (old.data !== text) old.data = text;
}

// JupyterLab takes arrows, Enter and letters as commands unless the focused element itself says not to.
const KEEP_KEYS = { "data-lm-suppress-shortcuts": "true" };

/** One refresh for the many traits that may change in one message.
 * @param {() => void} refresh */
function together(refresh) {
  let due = false;
  return () => {
    if (due) return;
    due = true;
    queueMicrotask(() => {
      due = false;
      refresh();
    });
  };
}

/** Several views of one model: the module's default export is called once per model, so what it closes over is shared.
 * @template Traits @template {Habits} Own
 * @param {View<Traits, Own>} view */
function sharedView({ traits, start, draw }) {
  /** @type {Set<Face>} */
  const faces = new Set();
  /** @type {Shared<Traits, Own>} */
  let shared;
  return {
    /** @param {{ model: Model<Traits>, signal?: AbortSignal }} given */
    initialize({ model, signal }) {
      const life = lifeWithin(signal);
      const wire = makeWire(model, life.signal);
      const refresh = () => faces.forEach((face) => face.refresh());
      shared = Object.assign(start(model, wire, refresh, life.signal), { model, wire });
      shared.adopt?.();
      const update = together(() => {
        if (!wire.busy) shared.adopt?.();
        refresh();
      });
      for (const name of traits) hear(model, `change:${name}`, update, life.signal);
      wire.onSettled(update);
      life.signal.addEventListener("abort", () => shared.idle?.(), { once: true });
      return () => life.abort();
    },
    // What a face listens to, observes or has still to do ends with `life`, so nothing of it outlives its place on the page.
    /** @param {{ el: HTMLElement, signal?: AbortSignal }} given */
    render({ el, signal }) {
      const life = lifeWithin(signal);
      if (life.signal.aborted) return;
      el.classList.add("attn-view");
      const face = draw(shared, el, life.signal);
      faces.add(face);
      life.signal.addEventListener("abort", () => {
        faces.delete(face);
        if (faces.size === 0) shared.idle?.();
      }, { once: true });
      face.refresh();
      return () => life.abort();
    },
  };
}
