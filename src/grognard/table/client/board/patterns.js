/** Hatchings and arrow heads, so that nothing on the map is told by its hue alone. */

import { s } from "../dom.js";

/** @param {string} id @param {number} size @param {number} turn @param {SVGElement} body */
function pattern(id, size, turn, body) {
  return s(
    "pattern",
    {
      id,
      width: size,
      height: size,
      patternUnits: "userSpaceOnUse",
      patternTransform: `rotate(${turn})`,
    },
    body,
  );
}

/** @param {string} kind */
function tip(kind) {
  return s(
    "marker",
    {
      id: `tip-${kind}`,
      class: `tip tip-${kind}`,
      viewBox: "0 0 10 10",
      refX: 7,
      refY: 5,
      markerWidth: 4.2,
      markerHeight: 4.2,
      orient: "auto",
    },
    s("path", { d: "M0,0L10,5L0,10z" }),
  );
}

export function patterns() {
  return [
    pattern("hatch-0", 9, 45, s("path", { class: "hatch-0", d: "M0,0V9" })),
    pattern("hatch-1", 9, -45, s("path", { class: "hatch-1", d: "M0,0V9" })),
    pattern("hatch-none", 9, 0, s("path", { class: "hatch-none", d: "M0,0V9" })),
    pattern("hatch-2", 8, 0, s("path", { class: "hatch-2", d: "M0,0V8M0,0H8" })),
    pattern("dots", 8, 0, s("circle", { class: "dot", cx: 4, cy: 4, r: 1.4 })),
    ...["move", "attack", "retreat", "advance", "enter"].map(tip),
  ];
}
