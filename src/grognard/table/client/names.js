/** Counters and hexes named in a sentence: shown short, said in full, found on the map. */

import { h } from "./dom.js";

/** @typedef {import("./types.js").Piece} Piece */

/** @type {Map<string, Piece>} */
let known = new Map();

/** @param {Piece[]} pieces */
export function know(pieces) {
  known = new Map(pieces.map((piece) => [piece.id, piece]));
}

const WORD = /([A-Z][\w]*(?:-[\w]+)+|\b\d{4}\b)/;

/**
 * A sentence with its counters and hexes marked, so that pointing at them shows them on the map.
 * @param {string} text
 * @returns {(Node | string)[]}
 */
export function linked(text) {
  return text.split(WORD).map((part, i) => {
    if (i % 2 === 0) return part;
    const piece = known.get(part);
    if (piece) {
      return h("span", { class: "named", "data-at-piece": part, title: piece.name, text: piece.label.replace("|", ", ") });
    }
    return /^\d{4}$/.test(part) ? h("span", { class: "named", "data-at-hex": part, text: part }) : part;
  });
}

/** Whose counter it is. @param {string} id */
export function sideOf(id) {
  return known.get(id)?.side;
}

/** The counters that a sentence names. @param {string} text */
export function namedIn(text) {
  return text.split(WORD).filter((part) => known.has(part));
}

/** The counters and hexes that a sentence names. @param {string} text */
export function wordsIn(text) {
  return text.split(WORD).filter((_, i) => i % 2);
}

/** A sentence with the full names of its counters, to be read aloud. @param {string} text */
export function spoken(text) {
  return text
    .split(WORD)
    .map((part, i) => (i % 2 ? (known.get(part)?.name ?? part) : part))
    .join("");
}
