// @ts-check
// matrix_edit.js: typing a number into a cell. The box lies over the cell's text, so nothing moves; the view doesn't parse.

// Keys that end typing on a sheet and go to another cell; arrows only where typing began over the old text, not within it.
const goesOn = (/** @type {string} */ key, /** @type {string | undefined} */ typed) => key === "Enter" || (typed !== undefined && key.startsWith("Arrow"));

/** @typedef {{ cell: HTMLElement, box: HTMLInputElement, row: number, column: number, before: string | null }} OpenCell */

/** @param {(message: Message) => void} send @param {(cell: HTMLElement) => void} leave
 * @param {((cell: HTMLElement, key: string) => void) | undefined} go on a sheet: takes a cell and a key that led away from it
 * @param {AbortSignal} signal */
function cellEditor(send, leave, go, signal) {
  /** @type {OpenCell | null} */
  let open = null;

  const close = (/** @type {boolean} */ keep) => {
    if (open === null) return;
    const { cell, box, row, column, before } = open;
    open = null;
    const text = box.value;
    box.remove();
    if (keep && (go || text.trim() !== "") && text !== before) send({ type: "edit", row, column, text });
    leave(cell);
  };

  /** @param {HTMLElement} cell @param {string} [typed] */
  const start = (cell, typed) => {
    close(true);
    const before = textOf(cell).textContent ?? "";
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
    }, { signal });
    for (const kind of ["click", "dblclick", "pointerdown"]) box.addEventListener(kind, (event) => event.stopPropagation(), { signal });
    box.addEventListener("blur", () => close(true), { signal });
  };

  return { start, get active() { return open !== null; } };
}
