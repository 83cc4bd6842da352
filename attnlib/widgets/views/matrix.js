// @ts-check
// matrix.js: an accessible grid. It places the texts and colours it is given and says what the reader did.

const TYPED = /^[0-9.,+−-]$/;
const TYPED_ON_SHEET = /^[0-9.,+−\-√(∞esi]$/;

/** @typedef {{ selected: number, folded: boolean, choose(index: number, told: boolean): void, fold(folded: boolean): void, adopt(): void }} MatrixOwn */

/** @param {string} key @param {boolean} ctrl @param {number[]} from row and column @param {number[]} shape rows and columns */
function move(key, ctrl, [row, column], [rows, columns]) {
  /** @type {Record<string, [number, number] | undefined>} */
  const ways = {
    ArrowUp: [row - 1, column], ArrowDown: [row + 1, column],
    ArrowLeft: [row, column - 1], ArrowRight: [row, column + 1],
    PageUp: [0, column], PageDown: [rows - 1, column],
    Home: [ctrl ? 0 : row, 0], End: [ctrl ? rows - 1 : row, columns - 1],
  };
  const to = ways[key];
  return to && [Math.min(rows - 1, Math.max(0, to[0])), Math.min(columns - 1, Math.max(0, to[1]))];
}

/** @param {Shared<MatrixTraits, MatrixOwn>} shared @param {HTMLElement} el @param {AbortSignal} signal */
function drawMatrix(shared, el, signal) {
  const { model } = shared;
  const reading = make("span", "attn-spoken", { id: freshId("reading") });
  const grid = make("div", "attn-grid", { role: "grid", id: freshId("grid"), "aria-describedby": reading.id, ...KEEP_KEYS });
  const fold = make("button", "attn-fold", { type: "button", "aria-controls": grid.id, ...KEEP_KEYS });
  const name = make("b", "attn-name");
  const note = make("span", "attn-note");
  const frame = make("div", "attn-matrix", {}, make("div", "attn-title", {}, fold, name, note), grid, reading);
  el.append(frame);

  const painter = cellPainter(model, grid);
  const sheet = model.get("sheet");
  const go = (/** @type {HTMLElement} */ cell, /** @type {string} */ key) => {
    const [at, all] = [[Number(cell.dataset.row), Number(cell.dataset.col)], shape()];
    const [row, column] = move(key, false, at, all) ?? at;
    choose(row * all[1] + column, true);
  };
  const editor = cellEditor((message) => shared.wire.push(message), () => refresh(), sheet ? go : undefined, signal);
  let stop = 0; // the one cell that Tab reaches

  const indexOf = (/** @type {Event} */ event) => {
    const cell = within(event, ".attn-cell");
    return cell === null ? -1 : Number(cell.dataset.row) * shape()[1] + Number(cell.dataset.col);
  };
  const shape = () => [model.get("row_labels").length, model.get("column_labels").length];
  const reach = (/** @type {number} */ index) => {
    const [from, to] = [painter.cell(stop), painter.cell(index)];
    if (from && from !== to) put(from, "tabindex", -1);
    if (to) put(to, "tabindex", 0);
    stop = index;
  };
  const choose = (/** @type {number} */ index, /** @type {boolean} */ focus, told = false) => {
    reach(index);
    if (focus) painter.cell(index).focus({ preventScroll: false });
    shared.choose(index, told);
  };
  /** @param {number} index @param {string} [typed] */
  const edit = (index, typed) => {
    if (model.get("editable")) editor.start(painter.cell(index), typed);
  };
  const empty = (/** @type {number} */ index) => {
    const columns = shape()[1];
    shared.wire.push({ type: "edit", row: Math.floor(index / columns), column: index % columns, text: "" });
  };
  const press = (/** @type {number} */ index) => {
    const columns = shape()[1];
    if (model.get("pressable")) shared.wire.push({ type: "press", row: Math.floor(index / columns), column: index % columns });
  };

  grid.addEventListener("click", (event) => {
    const index = indexOf(event);
    if (index < 0) return;
    choose(index, true, model.get("pressable")); // a press selects as well: one message says both
    press(index);
  }, { signal });
  grid.addEventListener("dblclick", (event) => {
    const index = indexOf(event);
    if (index >= 0) edit(index);
  }, { signal });
  grid.addEventListener("keydown", (event) => {
    const index = indexOf(event);
    if (index < 0 || event.altKey || event.metaKey) return;
    const [rows, columns] = shape();
    const to = move(event.key, event.ctrlKey, [Math.floor(index / columns), index % columns], [rows, columns]);
    const typed = model.get("editable") && (sheet ? TYPED_ON_SHEET : TYPED).test(event.key);
    if (to) choose(to[0] * columns + to[1], true);
    else if (event.ctrlKey || (event.shiftKey && !typed)) return;
    else if (event.key === "Enter" || event.key === "F2" || event.key === " ") {
      if (shared.selected !== index) choose(index, false);
      if (event.key !== " ") edit(index);
      if (event.key !== "F2" && !event.repeat) press(index);
    } else if (typed) {
      if (shared.selected !== index) choose(index, false);
      edit(index, event.key.replace("−", "-"));
    } else if (sheet && (event.key === "Delete" || event.key === "Backspace")) empty(index);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }, { signal });
  fold.addEventListener("click", () => shared.fold(!shared.folded), { signal });

  const refresh = () => {
    writeHeading(name, model.get("title"));
    writeHeading(note, model.get("note"));
    put(grid, "aria-label", model.get("label"));
    put(grid, "aria-readonly", !(model.get("editable") || model.get("pressable")));
    put(frame, "data-size", model.get("size"));
    put(frame, "data-folded", shared.folded);
    frame.classList.toggle("attn-editable", model.get("editable"));
    frame.classList.toggle("attn-sheet", sheet);
    frame.classList.toggle("attn-pressable", model.get("pressable"));
    fold.toggleAttribute("hidden", !model.get("foldable"));
    put(fold, "aria-expanded", !shared.folded);
    put(fold, "aria-label", `show ${model.get("title")}`);
    grid.toggleAttribute("hidden", shared.folded);
    write(reading, model.get("reading"));
    painter.paint(shared);
    if (!grid.contains(document.activeElement) && shared.selected >= 0) reach(shared.selected);
    else reach(Math.min(stop, Math.max(0, painter.count - 1)));
  };
  return { refresh };
}

export default () =>
  sharedView({
    traits: ["title", "note", "label", "reading", "row_labels", "column_labels", "row_role", "column_role", "joint",
      "texts", "levels", "editable", "pressable", "selected", "lit", "size", "foldable", "folded"],
    start(model, wire, refresh) {
      return {
        selected: -1,
        folded: false,
        choose(index, told) {
          if (index === this.selected) return;
          this.selected = index;
          refresh();
          if (told) return;
          const columns = model.get("column_labels").length;
          wire.push({ type: "select", row: Math.floor(index / columns), column: index % columns });
        },
        fold(folded) {
          this.folded = folded;
          refresh();
          wire.push({ type: "fold", folded });
        },
        adopt() {
          const [row, column] = model.get("selected");
          this.selected = row === undefined ? -1 : row * model.get("column_labels").length + column;
          this.folded = model.get("folded");
        },
      };
    },
    draw: drawMatrix,
  });
