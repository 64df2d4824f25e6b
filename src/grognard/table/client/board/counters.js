/** Counters as the server draws them. */

import { parseSvg, s } from "../dom.js";

/** @typedef {import("../types.js").Piece} Piece */

/**
 * The drawing of a counter on a square of 100 units.
 * @param {Piece} piece
 * @returns {Node[]}
 */
export function counterNodes(piece) {
  const drawn = parseSvg(piece.svg);
  for (const node of drawn.querySelectorAll("title, desc")) node.remove();
  return [...drawn.childNodes];
}

/**
 * A counter as a small picture in the page.
 * @param {Piece} piece
 * @param {string} [className]
 */
export function counterPicture(piece, className = "counter") {
  return s(
    "svg",
    { class: className, viewBox: "-4 -4 108 108", "aria-hidden": "true", focusable: "false" },
    ...counterNodes(piece),
  );
}
