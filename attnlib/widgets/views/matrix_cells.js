// matrix_cells.js: the nodes of one grid. Made once per shape; later only texts, levels and states change, where they differ.

// Levels that say more than a shade of the number.
const SAID = { m: "masked", right: "right", wrong: "wrong", coarse: "not enough digits", blank: "blank" };

function spokenCell(model, row, column, text, level) {
  const name = model.get("row_labels")[row] + model.get("joint") + model.get("column_labels")[column];
  return `${name}: ${[SAID[level], text].filter(Boolean).join(", ")}`;
}

// How many digits' widths a text takes: a point is narrower, a minus wider.
function roomFor(text) {
  return text.length - 0.5 * text.split(".").length + 0.25 * text.split("−").length + 0.25;
}

// "W_Q" with a real subscript; only for headings, which are ours, never for tokens.
function writeHeading(node, text) {
  if (node.dataset.said === text) return;
  node.dataset.said = node.title = text;
  node.replaceChildren();
  text.split(/_(\w)/).forEach((part, i) => node.append(i % 2 === 1 ? make("sub", "", {}, part) : part));
}

function makeHeader(role, label, roleWord, joint) {
  const name = joint.trim() === "," ? `${label} (${roleWord})` : `${label} ${roleWord}`;
  const attributes = { role, "aria-label": name, title: name };
  return make("div", `attn-header attn-${role}`, attributes, make("span", "attn-header-text", {}, label));
}

// A cell that can be pressed is a switch inside the grid's cell, since a gridcell can't be on or off.
function makeCell(model, i, j) {
  const place = { "data-row": i, "data-col": j, tabindex: -1, ...KEEP_KEYS };
  const inGrid = { role: "gridcell", "aria-colindex": j + 2 };
  if (!model.get("pressable")) return make("div", "attn-cell", { ...inGrid, ...place }, make("span", "attn-text"));
  const cell = make("div", "attn-cell", { role: "switch", ...place }, make("span", "attn-text"));
  return make("div", "attn-holder", inGrid, cell);
}

function makeCells(model, grid) {
  const rows = model.get("row_labels");
  const columns = model.get("column_labels");
  const [rowRole, columnRole, joint] = ["row_role", "column_role", "joint"].map((name) => model.get(name));
  const cells = [];
  const head = make("div", "attn-row", { role: "row", "aria-rowindex": 1 },
    make("div", "attn-corner", { role: "gridcell" }),
    ...columns.map((label) => makeHeader("columnheader", label, columnRole, joint)));
  const body = rows.map((label, i) => {
    const row = make("div", "attn-row", { role: "row", "aria-rowindex": i + 2 },
      makeHeader("rowheader", label, rowRole, joint));
    columns.forEach((_, j) => {
      const cell = makeCell(model, i, j);
      cells.push(cell.closest(".attn-cell") ?? cell.firstChild);
      row.append(cell);
    });
    return row;
  });
  grid.style.setProperty("--columns", columns.length);
  put(grid, "aria-rowcount", rows.length + 1);
  put(grid, "aria-colcount", columns.length + 1);
  grid.replaceChildren(head, ...body);
  return cells;
}

// What a grid shows now, so that an update can leave the rest alone.
function cellPainter(model, grid) {
  let shape = "";
  let cells = [];
  let shown = [];
  const paint = (shared) => {
    const tiny = model.get("size") === "tiny"; // too small for its text, so that it is told where the mouse rests
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
        write(cell.firstChild, text);
        const spoken = spokenCell(model, Math.floor(i / columns), i % columns, text, level);
        put(cell, "aria-label", spoken);
        if (tiny) put(cell, "title", spoken);
        if (old.level !== level) cell.dataset.level = level;
        if (cell.getAttribute("role") === "switch") put(cell, "aria-checked", level !== "m");
        if (old.room !== room) {
          cell.classList.toggle("attn-long", room > 3);
          cell.style.setProperty("--letters", room);
        }
      }
      if (old.isSelected !== isSelected) {
        cell.classList.toggle("attn-selected", isSelected);
        put(cell.closest("[role=gridcell]"), "aria-selected", isSelected);
      }
      if (old.isLit !== isLit) cell.classList.toggle("attn-lit", isLit);
      shown[i] = { text, level, room, isSelected, isLit };
    });
  };
  return { paint, cell: (index) => cells[index], get count() { return cells.length; } };
}
