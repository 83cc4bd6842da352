// @ts-check
// svg.js: what the drawn views share: the width of a text, and nodes that are kept.

/** @type {Map<string, number>} */
const textWidths = new Map();
const pen = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));

/** Measured in the widest type that is used, without asking the page for its layout.
 * @param {string} text @param {number} size in pixels, as in the view's style */
function textWidth(text, size) {
  const key = `${size} ${text}`;
  let width = textWidths.get(key);
  if (width === undefined) {
    const family = getComputedStyle(document.body).getPropertyValue("--jp-ui-font-family");
    pen.font = `700 ${size}px ${family || 'system-ui, "DejaVu Sans", sans-serif'}`;
    width = pen.measureText(text).width + 4;
    textWidths.set(key, width);
  }
  return width;
}

/** Nodes are made when first needed and kept; those not needed now are hidden.
 * @template {SVGElement | Rooted} Kept
 * @param {Element} parent @param {() => Kept} makeNode */
function pool(parent, makeNode) {
  /** @type {Kept[]} */
  const nodes = [];
  const rootOf = (/** @type {Kept} */ node) => (node instanceof SVGElement ? node : node.root);
  return (/** @type {number} */ count) => {
    while (nodes.length < count) {
      const node = makeNode();
      nodes.push(node);
      parent.append(rootOf(node));
    }
    nodes.forEach((node, i) => put(rootOf(node), "visibility", i < count ? "visible" : "hidden"));
    return nodes.slice(0, count);
  };
}
