// matrix_edit.js: typing a number into a cell. The box lies over the cell's text, so nothing moves; the view doesn't parse.

// Keys that end typing on a sheet and go to another cell; arrows only where typing began over the old text, not within it.
const goesOn = (key, typed) => key === "Enter" || (typed !== undefined && key.startsWith("Arrow"));

// `go`, on a sheet: takes a cell and a key that led away from it.
function cellEditor(send, leave, go) {
  let open = null;

  const close = (keep) => {
    if (open === null) return;
    const { cell, box, row, column, before } = open;
    open = null;
    const text = box.value;
    box.remove();
    if (keep && (go || text.trim() !== "") && text !== before) send({ type: "edit", row, column, text });
    leave(cell);
  };

  const start = (cell, typed) => {
    close(true);
    const before = cell.firstChild.textContent;
    const name = cell.getAttribute("aria-label");
    const box = make("input", "attn-edit",
      { type: "text", inputmode: "decimal", spellcheck: "false", "aria-label": `new value of ${name}`, ...KEEP_KEYS });
    box.value = typed ?? before.replace("−", "-");
    open = { cell, box, row: Number(cell.dataset.row), column: Number(cell.dataset.col), before: typed ? null : box.value };
    cell.append(box);
    box.focus();
    if (typed === undefined) box.select();
    box.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (go && !event.shiftKey && goesOn(event.key, typed)) {
        event.preventDefault();
        close(true);
        go(cell, event.key === "Enter" ? "ArrowDown" : event.key);
      } else if (event.key === "Enter" || event.key === "Tab") {
        if (event.key === "Enter") event.preventDefault();
        close(true);
        cell.focus({ preventScroll: true }); // Tab then goes on from the cell
      } else if (event.key === "Escape") {
        event.preventDefault();
        close(false);
        cell.focus({ preventScroll: true });
      }
    });
    for (const kind of ["click", "dblclick", "pointerdown"]) box.addEventListener(kind, (event) => event.stopPropagation());
    box.addEventListener("blur", () => close(true));
  };

  return { start, get active() { return open !== null; } };
}
