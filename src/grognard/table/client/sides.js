/** A side's sign: told by its shape as well as its colour. */

import { h } from "./dom.js";

/** @type {string[]} */
let order = [];

/** @param {string[]} sides in the order of the game */
export function knowSides(sides) {
  order = sides;
}

/** The dice are on no side. @param {string} side */
export function flag(side) {
  const i = order.indexOf(side);
  return i < 0 ? null : h("i", { class: `flag flag-${i}`, "aria-hidden": "true" });
}
