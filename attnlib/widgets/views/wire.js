// wire.js: how a view tells the kernel what its reader did. Joined in front of every view's module by _assets.py.
//
// A synchronised trait goes from page to kernel at about 18 changes a second; custom messages with a small window of their
// own reach the screen's pace. At most WINDOW messages wait for their acknowledgement; of the messages of one kind that pile
// up behind them only the last is kept, so there is no backlog and the last value always arrives. From kernel to page
// everything goes by synchronised traits.

const WINDOW = 2;
const ONE_BY_ONE = new Set(["edit", "press"]); // what the reader typed or switched is never merged away

function makeWire(model) {
  const page = Math.random().toString(36).slice(2, 10); // two browser windows on one kernel count separately
  const waiting = [];
  const listeners = new Set();
  let sent = 0;
  let answered = 0;

  const flush = () => {
    while (waiting.length > 0 && sent - answered < WINDOW) {
      sent += 1;
      model.send({ ...waiting.shift(), page, seq: sent });
    }
  };

  model.on("msg:custom", (message) => {
    if (message?.type !== "ack" || message.page !== page) return;
    answered = Math.max(answered, message.seq);
    flush();
    if (!wire.busy) for (const listener of listeners) listener();
  });

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
      return () => listeners.delete(listener);
    },
  };
  return wire;
}

// A step changes many views: the kernel sends it as one parcel, which is given out to their models here.
function openParcels(model) {
  model.on("msg:custom", async (message) => {
    if (message?.type !== "parcel") return;
    for (const [id, state] of Object.entries(message.states)) {
      (await model.widget_manager.get_model(id)).set_state(state);
    }
  });
}

let lastId = 0;
function freshId(word) {
  lastId += 1;
  return `attn-${word}-${lastId}-${Math.random().toString(36).slice(2, 8)}`;
}

// Text is only ever set as text, never as markup: a token may be called "<img onerror=…>".
function make(tag, className, attributes = {}, ...children) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

function makeSvg(tag, attributes = {}, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

// Writes only what differs, so that a step touches as little of the page as it can.
function put(node, name, value) {
  const text = String(value);
  if (node.getAttribute(name) !== text) node.setAttribute(name, text);
}

function write(node, text) {
  if (node.firstChild === null) node.append(document.createTextNode(text));
  else if (node.firstChild.data !== text) node.firstChild.data = text;
}

// JupyterLab takes arrows, Enter and letters as commands unless the focused element itself says not to.
const KEEP_KEYS = { "data-lm-suppress-shortcuts": "true" };

// One refresh for the many traits that may change in one message.
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

// Several views of one model: the module's default export is called once per model, so what it closes over is shared.
function sharedView({ traits, start, draw }) {
  const faces = new Set();
  let shared;
  return {
    initialize({ model }) {
      const wire = makeWire(model);
      const refresh = () => faces.forEach((face) => face.refresh());
      shared = Object.assign(start(model, wire, refresh), { model, wire });
      shared.adopt?.();
      const update = together(() => {
        if (!wire.busy) shared.adopt?.();
        refresh();
      });
      for (const name of traits) model.on(`change:${name}`, update);
      wire.onSettled(update);
    },
    render({ el }) {
      el.classList.add("attn-view");
      const face = draw(shared, el);
      faces.add(face);
      face.refresh();
      return () => {
        faces.delete(face);
        if (faces.size === 0) shared.idle?.();
      };
    },
  };
}
