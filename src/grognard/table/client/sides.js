/** A side's sign: told by its shape as well as its colour. */

import { h } from "./dom.js";

/** @type {string[]} */
let order = [];

/** @param {string[]} sides in the order of the game */
export function knowSides(sides) {
  order = sides;
}

/** @param {string} side */
export function flag(side) {
  return h("i", { class: `flag flag-${order.indexOf(side)}`, "aria-hidden": "true" });
}
