// @ts-check
// slider.js: a range input and a number box for one value.

/** @typedef {{
 *   value: number, min: number, max: number, step: number, values: number[], whole: boolean, digits: number, unit: string, label: string,
 *   label_width: string, disabled: boolean,
 * }} SliderTraits */
/** @typedef {{ value: number, choose(value: number): void, adopt(): void }} SliderOwn */
/** @typedef {{
 *   listed: boolean, min: number, max: number, step: number, place(value: number): number, value(place: string | number): number,
 *   refuses(value: number): boolean,
 * }} Ladder */

/** Where the thumb stands and what that means: the value itself, or its place in a list of permitted values.
 * @param {Model<SliderTraits>} model @returns {Ladder} */
function ladder(model) {
  const values = model.get("values");
  if (values.length === 0) {
    const [min, max, step] = [model.get("min"), model.get("max"), model.get("step")];
    return {
      listed: false, min, max, step,
      place: (value) => value,
      value: (place) => Number(place),
      refuses: (value) => value < min || value > max || (model.get("whole") && !Number.isInteger(value)),
    };
  }
  const place = (/** @type {number} */ value) =>
    values.reduce((best, v, i) => (Math.abs(v - value) < Math.abs(values[best] - value) ? i : best), 0);
  return {
    listed: true, min: 0, max: values.length - 1, step: 1, place,
    value: (position) => values[Number(position)],
    refuses: (value) => !values.includes(value),
  };
}

/** @param {Model<SliderTraits>} model @param {number} value */
function written(model, value) {
  const fixed = value.toFixed(model.get("digits"));
  return Math.abs(Number(fixed) - value) < 1e-9 ? fixed : String(Number(value.toPrecision(4)));
}

/** @param {Model<SliderTraits>} model */
function wanted(model) {
  const values = model.get("values");
  if (values.length > 6) return `one of ${values.slice(0, 3).join(", ")}, … ${values.at(-1)}`;
  if (values.length > 0) return `one of ${values.join(", ")}`;
  const said = (/** @type {"min" | "max"} */ name) => String(model.get(name)).replace("-", "−");
  return `${model.get("whole") ? "a whole number, " : ""}${said("min")} to ${said("max")}`;
}

/** @param {Shared<SliderTraits, SliderOwn>} shared @param {HTMLElement} el @param {AbortSignal} signal */
function drawSlider(shared, el, signal) {
  const { model } = shared;
  const label = make("span", "attn-slider-label", { id: freshId("label") });
  const problem = make("span", "attn-slider-problem", { id: freshId("problem"), role: "alert" });
  const range = make("input", "attn-slider-range", { type: "range", "aria-labelledby": label.id, ...KEEP_KEYS });
  const box = make("input", "attn-slider-box", { type: "number", "aria-describedby": problem.id, ...KEEP_KEYS });
  const unit = make("span", "attn-slider-unit", { "aria-hidden": "true" });
  const group = make("div", "attn-slider", { role: "group", "aria-labelledby": label.id },
    label, make("span", "attn-slider-track", {}, range, problem), box, unit);
  el.append(group);

  let typing = false; // what is being typed is not overwritten by what arrives

  const complain = (/** @type {string} */ text) => {
    write(problem, text);
    if (text) put(box, "aria-invalid", "true");
    else box.removeAttribute("aria-invalid");
  };
  const commit = () => {
    const rungs = ladder(model);
    const value = box.valueAsNumber;
    if (Number.isNaN(value) || rungs.refuses(value)) {
      complain(`needs ${wanted(model)}`);
      return;
    }
    typing = false;
    complain("");
    shared.choose(value);
  };
  const giveUp = () => {
    typing = false;
    complain("");
    refresh();
  };

  range.addEventListener("input", () => {
    typing = false;
    complain("");
    shared.choose(ladder(model).value(range.value));
  }, { signal });
  box.addEventListener("input", () => (typing = true), { signal });
  box.addEventListener("change", commit, { signal });
  box.addEventListener("keydown", (event) => {
    event.stopPropagation();
    const rungs = ladder(model);
    const move = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
    if (event.key === "Enter") commit();
    else if (event.key === "Escape") giveUp();
    else if (move && rungs.listed) {
      event.preventDefault();
      const place = Math.min(rungs.max, Math.max(0, rungs.place(shared.value) + move));
      giveUp();
      shared.choose(rungs.value(place));
    }
  }, { signal });
  range.addEventListener("keydown", (event) => event.stopPropagation(), { signal });

  const refresh = () => {
    const rungs = ladder(model);
    const name = model.get("label");
    write(label, name);
    put(label, "title", name);
    if (label.style.width !== model.get("label_width")) label.style.width = model.get("label_width");
    put(box, "aria-label", `${name}, as a number`);
    write(unit, model.get("unit"));
    for (const bound of /** @type {const} */ (["min", "max", "step"])) put(range, bound, rungs[bound]);
    put(box, "min", model.get("min"));
    put(box, "max", model.get("max"));
    put(box, "step", rungs.listed ? "any" : rungs.step);
    range.disabled = box.disabled = model.get("disabled");
    group.classList.toggle("attn-disabled", model.get("disabled"));

    const text = written(model, shared.value);
    const place = String(rungs.place(shared.value));
    if (range.value !== place) range.value = place;
    put(range, "aria-valuetext", text + model.get("unit"));
    if (!typing && box.value !== text) box.value = text;
  };
  return { refresh };
}

export default () =>
  sharedView({
    traits: ["value", "min", "max", "step", "values", "whole", "digits", "unit", "label", "label_width", "disabled"],
    start(model, wire, refresh) {
      return {
        value: model.get("value"),
        choose(value) {
          if (value === this.value) return refresh();
          this.value = value;
          refresh();
          wire.push({ type: "value", value });
        },
        adopt() {
          this.value = model.get("value");
        },
      };
    },
    draw: drawSlider,
  });
