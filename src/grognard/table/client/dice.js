/** A die as a small picture. */

import { s } from "./dom.js";

/** @type {Record<number, [number, number][]>} */
const PIPS = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

/**
 * @param {number} face
 * @param {string} [className]
 */
export function die(face, className = "die") {
  const pips = PIPS[face];
  return s(
    "svg",
    { class: className, viewBox: "-12 -12 24 24", role: "img", "aria-label": String(face) },
    s("rect", { x: -10.5, y: -10.5, width: 21, height: 21, rx: 5 }),
    ...(pips
      ? pips.map(([x, y]) => s("circle", { cx: x * 5.4, cy: y * 5.4, r: 2 }))
      : [s("text", { y: 4.5, text: face })]),
  );
}
