// plane_view.js: arrows from the origin of a square plane. Two styles beside the two colours: solid with a filled head,
// dashed with an open head.

const SIZE = 230; // the drawing's own units; the middle of the plane is (0, 0), y goes up
const HALF = 92; // from the middle to the plane's edge; labels may stand outside
const HEAD = 9;
const LINE = 14; // a label's height
const HOLLOW = new Set(["key", "value"]);

// Measured in the widest type that is used, without asking the page for its layout.
const widths = new Map();
const pen = document.createElement("canvas").getContext("2d");
function labelWidth(text) {
  if (!widths.has(text)) {
    const family = getComputedStyle(document.body).getPropertyValue("--jp-ui-font-family");
    pen.font = `700 13.5px ${family || 'system-ui, "DejaVu Sans", sans-serif'}`; // as in theme.css
    widths.set(text, pen.measureText(text).width + 4);
  }
  return widths.get(text);
}

// One label for arrows that end at the same place.
function gathered(arrows, scale) {
  const places = new Map();
  for (const [label, role, x, y] of arrows) {
    const at = [x * scale, -y * scale];
    const key = `${role} ${at.map((v) => Math.round(v / 3)).join(" ")}`;
    if (!places.has(key)) places.set(key, { role, at, names: [] });
    places.get(key).names.push(label);
  }
  return [...places.values()];
}

const overlap = (a, b) =>
  Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y));

const square = ([x, y], size) => ({ x: x - size / 2, y: y - size / 2, w: size, h: size });

const TICKS = [{ x: HALF + 2, y: -8, w: 20, h: 16 }, { x: -10, y: -HALF - 16, w: 20, h: 14 }];

// Beside the tip, away from the origin if there is room: not over another label, as little as can be over the arrows,
// and never out of the drawing.
function placeLabels(groups) {
  const taken = [...TICKS];
  const tips = groups.map(({ at }) => square(at, HEAD));
  const shaft = ({ at }) => [0.5, 0.6, 0.7, 0.8, 0.9].map((part) => square(at.map((v) => v * part), 6));
  const shafts = groups.flatMap(shaft);
  const edge = SIZE / 2 - 1;
  const clamp = (v, size) => Math.min(edge - size, Math.max(-edge, v));
  const sum = (boxes, box) => boxes.reduce((total, other) => total + overlap(box, other), 0);
  for (const group of groups) {
    group.text = group.names.join(", ");
    const w = Math.min(labelWidth(group.text), SIZE - 4);
    const [tipX, tipY] = group.at;
    const out = Math.hypot(tipX, tipY) < 1 ? -Math.PI / 4 : Math.atan2(tipY, tipX);
    let best = null;
    for (const reach of [5, 18, 32, 46]) {
      for (const turn of [0, 0.5, -0.5, 1, -1, 1.6, -1.6, 2.3, -2.3, Math.PI]) {
        const [dx, dy] = [Math.cos(out + turn), Math.sin(out + turn)];
        const x = clamp(tipX + dx * (reach + w / 2) - w / 2, w);
        const y = clamp(tipY + dy * (reach + LINE / 2) - LINE / 2, LINE);
        const box = { x, y, w, h: LINE };
        const own = sum(shaft(group), box);
        const cost = 4 * sum(taken, box) + 2 * sum(tips, box) + own + 0.4 * sum(shafts, box) + 2 * reach + 4 * Math.abs(turn);
        if (best === null || cost < best.cost - 1e-9) best = { box, cost };
      }
    }
    group.box = best.box;
    taken.push(best.box);
  }
  return groups;
}

function arrowShape(x, y) {
  const length = Math.hypot(x, y);
  if (length < 1) return { shaft: "M0 0", head: "M-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0" }; // a zero vector is a dot
  const [ux, uy] = [x / length, y / length];
  const head = Math.min(HEAD, length);
  const [bx, by] = [x - ux * head, y - uy * head];
  const side = head * 0.42;
  const f = (v) => v.toFixed(1);
  return {
    shaft: `M0 0L${f(bx)} ${f(by)}`,
    head: `M${f(x)} ${f(y)}L${f(bx - uy * side)} ${f(by + ux * side)}L${f(bx + uy * side)} ${f(by - ux * side)}Z`,
  };
}

// Nodes are made when first needed and kept; those not needed now are hidden.
function pool(parent, makeNode) {
  const nodes = [];
  return (count) => {
    while (nodes.length < count) {
      const node = makeNode();
      nodes.push(node);
      parent.append(node.root ?? node);
    }
    nodes.forEach((node, i) => put(node.root ?? node, "visibility", i < count ? "visible" : "hidden"));
    return nodes.slice(0, count);
  };
}

function drawPlane(shared, el) {
  const { model } = shared;
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

  const showLegend = (roles) => {
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
      if (labelWidth(text) > box.w) put(node, "textLength", box.w - 4); // squeezed rather than cut
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
