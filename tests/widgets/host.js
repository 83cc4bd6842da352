// host.js: the least of a notebook page that a view needs: a model that says what changed, and a list of what was sent.
window.openView = async (esm, css, state) => {
  const handlers = [];
  const fire = (name, ...args) => handlers.filter(([n]) => n === name).forEach(([, f]) => f(...args));
  const model = {
    get: (name) => state[name],
    on: (name, f) => handlers.push([name, f]),
    off: () => {},
    send: (content) => host.sent.push(structuredClone(content)),
  };
  const host = {
    sent: [],
    taken: 0,
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
      await widget.render({ model, el });
      return el;
    },
  };
  window.host = host;
  document.body.replaceChildren();
  document.head.querySelectorAll("style").forEach((style) => style.remove());
  document.head.append(Object.assign(document.createElement("style"), { textContent: css }));
  const url = URL.createObjectURL(new Blob([esm], { type: "text/javascript" }));
  const widget = await (await import(url)).default();
  await widget.initialize({ model });
  await host.show();
};
