// @ts-check
// plane_labels.js: where the arrows' names stand. The plane's measures are here, since a label has to keep inside them.

const SIZE = 230; // the drawing's own units; the middle of the plane is (0, 0), y goes up
const HALF = 92; // from the middle to the plane's edge; labels may stand outside
const HEAD = 9;
const LINE = 14; // a label's height
const TYPE = 13.5; // pixels of a label, as in theme.css

/** A token, its role, and where its arrow ends.
 * @typedef {[label: string, role: string, x: number, y: number]} Arrow */
/** @typedef {{ x: number, y: number, w: number, h: number }} Box */
/** Arrows that end at the same place.
 * @typedef {{ role: string, at: number[], names: string[] }} Group */

/** One label for arrows that end at the same place.
 * @param {Arrow[]} arrows @param {number} scale */
function gathered(arrows, scale) {
  /** @type {Map<string, Group>} */
  const places = new Map();
  for (const [label, role, x, y] of arrows) {
    const at = [x * scale, -y * scale];
    const key = `${role} ${at.map((v) => Math.round(v / 3)).join(" ")}`;
    const group = places.get(key) ?? { role, at, names: [] };
    places.set(key, group);
    group.names.push(label);
  }
  return [...places.values()];
}

const overlap = (/** @type {Box} */ a, /** @type {Box} */ b) =>
  Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y));

/** @param {number[]} middle @param {number} size @returns {Box} */
const square = ([x, y], size) => ({ x: x - size / 2, y: y - size / 2, w: size, h: size });

/** @type {Box[]} */
const TICKS = [{ x: HALF + 2, y: -8, w: 20, h: 16 }, { x: -10, y: -HALF - 16, w: 20, h: 14 }];

/** Beside the tip, away from the origin if there is room: not over another label, as little as can be over the arrows,
 * and never out of the drawing.
 * @param {Group[]} groups */
function placeLabels(groups) {
  const taken = [...TICKS];
  const tips = groups.map(({ at }) => square(at, HEAD));
  const shaft = (/** @type {Group} */ { at }) => [0.5, 0.6, 0.7, 0.8, 0.9].map((part) => square(at.map((v) => v * part), 6));
  const shafts = groups.flatMap(shaft);
  const edge = SIZE / 2 - 1;
  const clamp = (/** @type {number} */ v, /** @type {number} */ size) => Math.min(edge - size, Math.max(-edge, v));
  const sum = (/** @type {Box[]} */ boxes, /** @type {Box} */ box) => boxes.reduce((total, other) => total + overlap(box, other), 0);
  return groups.map((group) => {
    const text = group.names.join(", ");
    const w = Math.min(textWidth(text, TYPE), SIZE - 4);
    const [tipX, tipY] = group.at;
    const out = Math.hypot(tipX, tipY) < 1 ? -Math.PI / 4 : Math.atan2(tipY, tipX);
    let best = { box: { x: 0, y: 0, w, h: LINE }, cost: Infinity };
    for (const reach of [5, 18, 32, 46]) {
      for (const turn of [0, 0.5, -0.5, 1, -1, 1.6, -1.6, 2.3, -2.3, Math.PI]) {
        const [dx, dy] = [Math.cos(out + turn), Math.sin(out + turn)];
        const x = clamp(tipX + dx * (reach + w / 2) - w / 2, w);
        const y = clamp(tipY + dy * (reach + LINE / 2) - LINE / 2, LINE);
        const box = { x, y, w, h: LINE };
        const own = sum(shaft(group), box);
        const cost = 4 * sum(taken, box) + 2 * sum(tips, box) + own + 0.4 * sum(shafts, box) + 2 * reach + 4 * Math.abs(turn);
        if (cost < best.cost - 1e-9) best = { box, cost };
      }
    }
    taken.push(best.box);
    return { role: group.role, text, box: best.box };
  });
}
