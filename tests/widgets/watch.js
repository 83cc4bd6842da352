// watch.js: what a view leaves running. It goes in front of what the page itself offers, before a view is opened.
(() => {
  const watch = { listened: [], observing: new Set(), frames: new Set(), timers: new Set() };
  window.watch = watch;

  const add = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    if (this instanceof AbortSignal) return add.call(this, type, listener, options);
    const one = { target: this, type, fired: 0 };
    watch.listened.push(one);
    return add.call(this, type, (event) => { one.fired += 1; return listener.call(this, event); }, options);
  };

  window.ResizeObserver = class extends ResizeObserver {
    observe(box) { watch.observing.add(this); super.observe(box); }
    disconnect() { watch.observing.delete(this); super.disconnect(); }
  };

  const [request, cancel] = [requestAnimationFrame, cancelAnimationFrame];
  window.requestAnimationFrame = (f) => {
    const id = request((now) => { watch.frames.delete(id); f(now); });
    watch.frames.add(id);
    return id;
  };
  window.cancelAnimationFrame = (id) => { watch.frames.delete(id); cancel(id); };

  const [start, stop] = [setInterval, clearInterval];
  window.setInterval = (...all) => { const id = start(...all); watch.timers.add(id); return id; };
  window.clearInterval = (id) => { watch.timers.delete(id); stop(id); };

  const [later, never] = [setTimeout, clearTimeout];
  window.setTimeout = (f, ...all) => { const id = later(() => { watch.timers.delete(id); f(); }, ...all); watch.timers.add(id); return id; };
  window.clearTimeout = (id) => { watch.timers.delete(id); never(id); };

  // Everything that was ever listened to happens once more, where it was listened to; how much of it is heard?
  watch.happen = () => {
    const all = [...watch.listened];
    for (const one of all) one.fired = 0;
    for (const { target, type } of all) {
      target.dispatchEvent(type.startsWith("key") ? new KeyboardEvent(type, { key: "x" }) : new Event(type));
    }
    return all.filter((one) => one.fired > 0).length;
  };
  watch.running = () => ({ observers: watch.observing.size, frames: watch.frames.size, timers: watch.timers.size });
})();
