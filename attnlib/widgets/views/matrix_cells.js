// @ts-check
// matrix_cells.js: the nodes of one grid. Made once per shape; later only texts, levels and states change, where they differ.

/** @typedef {{
 *   title: string, note: string, label: string, reading: string, row_labels: string[], column_labels: string[], row_role: string,
 *   column_role: string, joint: string, texts: string[], levels: string[], lit: number[], selected: number[], editable: boolean,
 *   sheet: boolean, pressable: boolean, foldable: boolean, folded: boolean, size: string,
 * }} MatrixTraits */
/** What a cell shows; nothing of it before it is first painted.
 * @typedef {{ text?: string, level?: string, room?: number, isSelected?: boolean, isLit?: boolean }} ShownCell */

// Levels that say more than a shade of the number.
/** @type {Record<string, string>} */
const SAID = { m: "masked", right: "right", wrong: "wrong", coarse: "not enough digits", blank: "blank" };

/** @param {Model<MatrixTraits>} model @param {number} row @param {number} column @param {string} text @param {string} level */
function spokenCell(model, row, column, text, level) {
  const name = model.get("row_labels")[row] + model.get("joint") + model.get("column_labels")[column];
  return `${name}: ${[SAID[level], text].filter(Boolean).join(", ")}`;
}

/** How many digits' widths a text takes: a point is narrower, a minus wider.
 * @param {string} text */
function roomFor(text) {
  return text.length - 0.5 * text.split(".").length + 0.25 * text.split("−").length + 0.25;
}

/** "W_Q" with a real subscript; only for headings, which are ours, never for tokens.
 * @param {HTMLElement} node @param {string} text */
function writeHeading(node, text) {
  if (node.dataset.said === text) return;
  node.dataset.said = node.title = text;
  node.replaceChildren();
  text.split(/_(\w)/).forEach((part, i) => node.append(i % 2 === 1 ? make("sub", "", {}, part) : part));
}

/** @param {string} role @param {string} label @param {string} roleWord @param {string} joint */
function makeHeader(role, label, roleWord, joint) {
  const name = joint.trim() === "," ? `${label} (${roleWord})` : `${label} ${roleWord}`;
  const attributes = { role, "aria-label": name, title: name };
  return make("div", `attn-header attn-${role}`, attributes, make("span", "attn-header-text", {}, label));
}

/** A cell that can be pressed is a switch inside the grid's cell, since a gridcell can't be on or off.
 * @param {Model<MatrixTraits>} model @param {number} i @param {number} j
 * @returns {{ cell: HTMLElement, holder: HTMLElement }} the cell, and what stands for it in its row */
function makeCell(model, i, j) {
  const place = { "data-row": i, "data-col": j, tabindex: -1, ...KEEP_KEYS };
  const inGrid = { role: "gridcell", "aria-colindex": j + 2 };
  const pressable = model.get("pressable");
  const cell = make("div", "attn-cell", { ...(pressable ? { role: "switch" } : inGrid), ...place }, make("span", "attn-text"));
  return { cell, holder: pressable ? make("div", "attn-holder", inGrid, cell) : cell };
}

const textOf = (/** @type {HTMLElement} */ cell) => /** @type {HTMLElement} */ (cell.firstElementChild);

/** @param {Model<MatrixTraits>} model @param {HTMLElement} grid */
function makeCells(model, grid) {
  const rows = model.get("row_labels");
  const columns = model.get("column_labels");
  const [rowRole, columnRole, joint] = [model.get("row_role"), model.get("column_role"), model.get("joint")];
  /** @type {HTMLElement[]} */
  const cells = [];
  const head = make("div", "attn-row", { role: "row", "aria-rowindex": 1 },
    make("div", "attn-corner", { role: "gridcell" }),
    ...columns.map((label) => makeHeader("columnheader", label, columnRole, joint)));
  const body = rows.map((label, i) => {
    const row = make("div", "attn-row", { role: "row", "aria-rowindex": i + 2 },
      makeHeader("rowheader", label, rowRole, joint));
    columns.forEach((_, j) => {
      const { cell, holder } = makeCell(model, i, j);
      cells.push(cell);
      row.append(holder);
    });
    return row;
  });
  grid.style.setProperty("--columns", String(columns.length));
  put(grid, "aria-rowcount", rows.length + 1);
  put(grid, "aria-colcount", columns.length + 1);
  grid.replaceChildren(head, ...body);
  return cells;
}

/** What a grid shows now, so that an update can leave the rest alone.
 * @param {Model<MatrixTraits>} model @param {HTMLElement} grid */
function cellPainter(model, grid) {
  let shape = "";
  /** @type {HTMLElement[]} */
  let cells = [];
  /** @type {ShownCell[]} */
  let shown = [];
  const paint = (/** @type {{ selected: number }} */ shared) => {
    const tiny = model.get("size") === "tiny"; // too small for its text, so that it is told where the mouse rests
    /** @type {(keyof MatrixTraits)[]} */
    const layout = ["row_labels", "column_labels", "row_role", "column_role", "joint", "pressable"];
    const now = JSON.stringify([tiny, ...layout.map((name) => model.get(name))]);
    if (now !== shape) {
      shape = now;
      cells = makeCells(model, grid);
      shown = cells.map(() => ({}));
    }
    const columns = model.get("column_labels").length;
    const texts = model.get("texts");
    const levels = model.get("levels");
    const lit = new Set(model.get("lit"));
    const selected = shared.selected;
    cells.forEach((cell, i) => {
      const old = shown[i];
      const text = texts[i] ?? "";
      const level = levels[i] ?? "";
      const room = roomFor(text);
      const isSelected = i === selected;
      const isLit = lit.has(i);
      if (old.text !== text || old.level !== level) {
        write(textOf(cell), text);
        const spoken = spokenCell(model, Math.floor(i / columns), i % columns, text, level);
        put(cell, "aria-label", spoken);
        if (tiny) put(cell, "title", spoken);
        if (old.level !== level) cell.dataset.level = level;
        if (cell.getAttribute("role") === "switch") put(cell, "aria-checked", level !== "m");
        if (old.room !== room) {
          cell.classList.toggle("attn-long", room > 3);
          cell.style.setProperty("--letters", String(room));
        }
      }
      if (old.isSelected !== isSelected) {
        cell.classList.toggle("attn-selected", isSelected);
        put(/** @type {Element} */ (cell.closest("[role=gridcell]")), "aria-selected", isSelected);
      }
      if (old.isLit !== isLit) cell.classList.toggle("attn-lit", isLit);
      shown[i] = { text, level, room, isSelected, isLit };
    });
  };
  return { paint, cell: (/** @type {number} */ index) => cells[index], get count() { return cells.length; } };
}
