// @ts-check
// plane.js: arrows from the origin of a square plane. Two styles beside the two colours: solid with a filled head,
// dashed with an open head.

/** @typedef {{ arrows: Arrow[], limit: number, reading: string, size: number }} PlaneTraits */

const HOLLOW = new Set(["key", "value"]);

/** @param {number} x @param {number} y */
function arrowShape(x, y) {
  const length = Math.hypot(x, y);
  if (length < 1) return { shaft: "M0 0", head: "M-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0" }; // a zero vector is a dot
  const [ux, uy] = [x / length, y / length];
  const head = Math.min(HEAD, length);
  const [bx, by] = [x - ux * head, y - uy * head];
  const side = head * 0.42;
  const f = (/** @type {number} */ v) => v.toFixed(1);
  return {
    shaft: `M0 0L${f(bx)} ${f(by)}`,
    head: `M${f(x)} ${f(y)}L${f(bx - uy * side)} ${f(by + ux * side)}L${f(bx + uy * side)} ${f(by - ux * side)}Z`,
  };
}

/** @param {Shared<PlaneTraits>} shared @param {HTMLElement} el */
function drawPlane({ model }, el) {
  /** @param {number} x @param {number} y @param {string} anchor */
  const tick = (x, y, anchor) => makeSvg("text", { class: "attn-tick", x, y, "text-anchor": anchor });
  const [right, top] = [tick(HALF + 4, 4, "start"), tick(0, -HALF - 5, "middle")];
  const arrowLayer = makeSvg("g");
  const labelLayer = makeSvg("g");
  const svg = makeSvg("svg", { class: "attn-plane-svg", role: "img", viewBox: `${-SIZE / 2} ${-SIZE / 2} ${SIZE} ${SIZE}` },
    makeSvg("path", { class: "attn-plane-frame", d: `M${-HALF} ${-HALF}H${HALF}V${HALF}H${-HALF}Z` }),
    makeSvg("path", { class: "attn-plane-grid", d: [-0.5, 0.5].map((s) => `M${-HALF} ${s * HALF}H${HALF}M${s * HALF} ${-HALF}V${HALF}`).join("") }),
    makeSvg("path", { class: "attn-plane-axes", d: `M${-HALF} 0H${HALF}M0 ${-HALF}V${HALF}` }), right, top, arrowLayer, labelLayer);
  const legend = make("div", "attn-plane-legend", { "aria-hidden": "true" });
  const frame = make("div", "attn-plane", {}, svg, legend);
  el.append(frame);

  const arrows = pool(arrowLayer, () => {
    const [shaft, head] = [makeSvg("path", { class: "attn-shaft" }), makeSvg("path", { class: "attn-head" })];
    return { root: makeSvg("g", {}, shaft, head), shaft, head };
  });
  const labels = pool(labelLayer, () => makeSvg("text", { class: "attn-arrow-label" }));
  let keys = "";

  const showLegend = (/** @type {string[]} */ roles) => {
    if (roles.join() === keys) return;
    keys = roles.join();
    legend.replaceChildren(...roles.map((role) => {
      const { shaft, head } = arrowShape(30, 0);
      const mark = makeSvg("svg", { class: "attn-legend-mark", viewBox: "-2 -6 34 12", "data-role": role, "data-hollow": HOLLOW.has(role) },
        makeSvg("path", { class: "attn-shaft", d: shaft }), makeSvg("path", { class: "attn-head", d: head }));
      return make("span", "attn-legend-item", {}, mark, role);
    }));
  };

  const refresh = () => {
    const list = model.get("arrows");
    const limit = model.get("limit");
    const scale = HALF / limit;
    const size = `${model.get("size")}px`;
    if (svg.style.width !== size) svg.style.width = svg.style.height = size;
    put(svg, "aria-label", model.get("reading"));
    write(right, String(limit));
    write(top, String(limit));
    const roles = [...new Set(list.map(([, role]) => role))];
    showLegend(roles);
    arrows(list.length).forEach((node, i) => {
      const [, role, x, y] = list[i];
      const { shaft, head } = arrowShape(x * scale, -y * scale);
      put(node.root, "data-role", role);
      put(node.root, "data-hollow", HOLLOW.has(role));
      put(node.shaft, "d", shaft);
      put(node.head, "d", head);
    });
    const groups = placeLabels(gathered(list, scale));
    labels(groups.length).forEach((node, i) => {
      const { box, text, role } = groups[i];
      put(node, "data-role", role);
      put(node, "x", (box.x + 2).toFixed(1));
      put(node, "y", (box.y + LINE - 3).toFixed(1));
      if (textWidth(text, TYPE) > box.w) put(node, "textLength", box.w - 4); // squeezed rather than cut
      else node.removeAttribute("textLength");
      write(node, text);
    });
  };
  return { refresh };
}

export default () =>
  sharedView({
    traits: ["arrows", "limit", "reading", "size"],
    start: () => ({}),
    draw: drawPlane,
  });
