// host.js: the least of a notebook page that a view needs: a model that says what changed, and a list of what was sent.
window.openView = async (esm, css, state, { signals = true, others = "none" } = {}) => {
  // A front end differs in two things. `signals`: it says by a signal that a view is over (anywidget from 0.11 on), or calls the
  // clean-up that it got (before). `others`: how one view reaches another's model.
  const managers = {
    jupyter: (given) => ({
      get_model: async (id) => {
        if (id === "gone") throw new Error("widget model not found");
        return { set_state: (state) => given.push([id, state]) };
      },
    }),
    none: () => undefined,
    refused: () => ({ get_model: async () => { throw new Error("no view reaches another here"); } }),
    bare: () => ({ get_model: async () => ({ get: () => {}, set: () => {}, save_changes: () => {} }) }),
  };
  let handlers = [];
  const fire = (name, ...args) => handlers.filter(([n]) => n === name).forEach(([, f]) => f(...args));
  const model = {
    get: (name) => state[name],
    on: (name, f) => handlers.push([name, f]),
    off: (name, f) => (handlers = handlers.filter(([n, g]) => n !== name || g !== f)),
    send: (content) => host.sent.push(structuredClone(content)),
  };
  const host = {
    sent: [],
    given: [], // what was set in other views' models
    taken: 0,
    get heard() { return handlers.map(([name]) => name); },
    take: () => host.sent.slice(host.taken, (host.taken = host.sent.length)),
    update(changes) {
      const changed = Object.keys(changes).filter((name) => JSON.stringify(state[name]) !== JSON.stringify(changes[name]));
      Object.assign(state, changes); // all of a message first, then what it says, as Backbone does
      changed.forEach((name) => fire(`change:${name}`));
    },
    custom: (content) => fire("msg:custom", content),
    async show() {
      const el = document.createElement("div");
      document.body.append(el);
      const over = new AbortController();
      const cleanUp = await widget.render({ model, el, ...(signals && { signal: over.signal }) });
      host.views.push({ el, close: () => (signals ? over.abort() : cleanUp()) });
      return el;
    },
    views: [],
  };
  model.widget_manager = managers[others](host.given);
  window.host = host;
  document.body.replaceChildren();
  document.head.querySelectorAll("style").forEach((style) => style.remove());
  document.head.append(Object.assign(document.createElement("style"), { textContent: css }));
  const url = URL.createObjectURL(new Blob([esm], { type: "text/javascript" }));
  const widget = await (await import(url)).default();
  const over = new AbortController();
  const cleanUp = await widget.initialize({ model, ...(signals && { signal: over.signal }) });
  host.end = () => (signals ? over.abort() : cleanUp());
  await host.show();
};
