/** Counters and hexes named in a sentence: shown short, said in full, found on the map. */

import { h } from "./dom.js";

/** @typedef {import("./types.js").Piece} Piece */

/** @type {Map<string, Piece>} */
let known = new Map();

/** @type {{has: (label: string) => boolean}} */
let hexes = new Set();

/** @type {Map<string, number>} how many counters bear a label or the first part of a name */
let bearers = new Map();

/** @param {Piece[]} pieces @param {{has: (label: string) => boolean}} places */
export function know(pieces, places) {
  known = new Map(pieces.map((piece) => [piece.id, piece]));
  bearers = new Map();
  for (const { label, name } of pieces) {
    for (const sign of new Set([label, head(name)])) bearers.set(sign, (bearers.get(sign) ?? 0) + 1);
  }
  hexes = places;
}

/** A name without its formation. @param {string} name */
function head(name) {
  return name.split(",")[0] ?? name;
}

/** What is printed on a counter, as it is written in a line: "143/36"; a formation that the unit names itself ("36 Div") is not repeated. @param {string} label */
function printed(label) {
  const [unit = "", formation] = label.split("|");
  if (!formation) return unit;
  const bare = unit.replace(/\s/g, "");
  return bare.startsWith(formation) && /^[A-Za-z(]/.test(bare.slice(formation.length)) ? unit : `${unit}/${formation}`;
}

/** A counter in a sentence: what is printed on it, if that tells it from the others, or else as much of its name as does. @param {Piece} piece */
function short({ label, name }) {
  if (bearers.get(label) === 1 && /\D/.test(label)) return printed(label);
  return bearers.get(head(name)) === 1 ? head(name) : name;
}

/** The short name of a thing that has one. @param {string} id */
export function shortName(id) {
  const piece = known.get(id);
  return piece ? short(piece) : id;
}

/** What may be a name; whether it is one, the counters and the map say. */
const WORD = /([\w-]+)/;

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
      return h("span", { class: "named", "data-at-piece": part, title: piece.name, text: short(piece) });
    }
    // A box that bears a common word for a name ("eliminated") is no name in a sentence.
    return /[\dA-Z]/.test(part) && hexes.has(part) ? h("span", { class: "named", "data-at-hex": part, text: part }) : part;
  });
}

/** Whose counter it is. @param {string} id */
export function sideOf(id) {
  return known.get(id)?.side;
}

/** A sentence with the full names of its counters, to be read aloud. @param {string} text */
export function spoken(text) {
  return text
    .split(WORD)
    .map((part, i) => (i % 2 ? (known.get(part)?.name ?? part) : part))
    .join("");
}
