// @ts-check
// stepper.js: previous, next and play through named steps.

/** @typedef {{ value: number, steps: string[], interval: number, label: string }} StepperTraits */
/** @typedef {{
 *   value: number, readonly playing: boolean, go(value: number, byClock?: boolean): void, toggle(): void, idle(): void, adopt(): void,
 * }} StepperOwn */

/** @param {Shared<StepperTraits, StepperOwn>} shared @param {HTMLElement} el @param {AbortSignal} signal */
function drawStepper(shared, el, signal) {
  const { model } = shared;
  // aria-disabled instead of disabled: a button that goes dead under the finger would lose the keyboard's place.
  const button = (/** @type {string} */ label, /** @type {() => void} */ action) => {
    const node = make("button", "attn-step-button", { type: "button", ...KEEP_KEYS }, label);
    node.addEventListener("click", () => node.getAttribute("aria-disabled") !== "true" && action(), { signal });
    return node;
  };
  const previous = button("Previous", () => shared.go(shared.value - 1));
  const next = button("Next", () => shared.go(shared.value + 1));
  const play = button("Play", () => shared.toggle());
  const where = make("span", "attn-step-where", { role: "status", "aria-live": "polite" });
  const group = make("div", "attn-stepper", { role: "group" }, previous, next, play, where);
  el.append(group);

  const refresh = () => {
    const steps = model.get("steps");
    put(group, "aria-label", model.get("label"));
    put(previous, "aria-disabled", shared.value === 0);
    put(next, "aria-disabled", shared.value === steps.length - 1);
    put(play, "aria-disabled", steps.length < 2);
    write(play, shared.playing ? "Pause" : "Play");
    write(where, `step ${shared.value + 1} of ${steps.length}: ${steps[shared.value]}`);
  };
  return { refresh };
}

export default () =>
  sharedView({
    traits: ["value", "steps", "interval", "label"],
    start(model, wire, refresh) {
      /** @type {ReturnType<typeof setInterval> | undefined} */
      let clock;
      const last = () => model.get("steps").length - 1;
      return {
        value: model.get("value"),
        get playing() {
          return clock !== undefined;
        },
        go(value, byClock = false) {
          if (!byClock) this.idle(); // a step by hand ends the play
          const to = Math.min(last(), Math.max(0, value));
          if (to !== this.value) {
            this.value = to;
            wire.push({ type: "value", value: to });
          }
          refresh();
        },
        toggle() {
          if (clock !== undefined) {
            this.idle();
            refresh();
            return;
          }
          const from = this.value === last() ? 0 : this.value + 1; // at the end, play starts again
          clock = setInterval(() => {
            if (wire.busy) return; // a slow step is waited for
            if (this.value < last()) this.go(this.value + 1, true);
            if (this.value >= last()) this.idle();
            refresh();
          }, model.get("interval"));
          this.go(from, true);
          if (this.value >= last()) this.idle();
          refresh();
        },
        idle() {
          clearInterval(clock);
          clock = undefined;
        },
        adopt() {
          this.value = model.get("value");
        },
      };
    },
    draw: drawStepper,
  });
