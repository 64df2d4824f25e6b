/** Counters and hexes named in a sentence: shown short, said in full, found on the map. */

import { h } from "./dom.js";
import { isSide } from "./sides.js";

/** @typedef {import("./types.js").Piece} Piece */

/** @type {Map<string, Piece>} */
let known = new Map();

/** @type {{has: (label: string) => boolean}} */
let hexes = new Set();

/** @type {Map<string, number>} how many counters bear a label or the beginning of a name */
let bearers = new Map();

/** @type {Map<string, Pick<Piece, "name" | "side">>} counters that lay somewhere once, or lie nowhere yet */
let absent = new Map();

/** @param {Record<string, Pick<Piece, "name" | "side">>} units by their ids */
export function knowAbsent(units) {
  absent = new Map(Object.entries(units));
}

/** @param {Piece[]} pieces @param {{has: (label: string) => boolean}} places */
export function know(pieces, places) {
  for (const piece of known.values()) absent.set(piece.id, piece);
  known = new Map(pieces.map((piece) => [piece.id, piece]));
  for (const id of known.keys()) absent.delete(id);
  bearers = new Map();
  for (const { label, name } of pieces) {
    for (const sign of new Set([label, ...beginnings(name)])) bearers.set(sign, (bearers.get(sign) ?? 0) + 1);
  }
  hexes = places;
}

/** A name and how it begins: without its formation, with the next above it, and so on.  What stands above it is put in brackets, so that a list of names can be read. @param {string} name */
function beginnings(name) {
  const [head = "", ...above] = name.split(", ");
  return [head, ...above.map((_, i) => `${head} (${above.slice(0, i + 1).join(", ")})`)];
}

/** What is printed on a counter, as it is written in a line: "143/36"; a formation that the unit names itself ("36 Div", "VI Corps") is not repeated. @param {string} label */
function printed(label) {
  const [unit = "", formation] = label.split("|");
  if (!formation) return unit;
  const bare = unit.replace(/\s/g, "");
  const repeats = /\D/.test(bare) && (formation.startsWith(bare) || /^[A-Za-z(]/.test(after(bare, formation)));
  return repeats ? unit : `${unit}/${formation}`;
}

/** What follows a beginning; '' where it does not begin so. @param {string} text @param {string} beginning */
function after(text, beginning) {
  return text.startsWith(beginning) ? text.slice(beginning.length) : "";
}

/** Whether what is printed on a counter says more than a name does: not figures alone ("2/33"), nor a word and what it belongs to ("Hillman/SP"), nor the number of a headquarters. @param {Piece} piece */
function telling({ label, symbol }) {
  return /[A-Za-z|]/.test(label) && !/^\D*[a-z]{3}\D*\//.test(printed(label)) && symbol !== "headquarters";
}

/** A counter in a sentence: what is printed on it, if that says to whom it belongs ("143/36") or the name says no more in few words ("3US A"), or else as much of its name as tells it from the others; all of it where it has no formation ("751st Tank Battalion"). @param {Piece} piece */
function short(piece) {
  const { label, name } = piece;
  const names = beginnings(name);
  const own = (!label.includes("|") || names.length === 1) && bearers.get(names[0] ?? "") === 1;
  if (!own && bearers.get(label) === 1 && telling(piece)) return printed(label);
  return names.find((each) => bearers.get(each) === 1) ?? names.at(-1) ?? name;
}

/** As much of the name of a counter that lies nowhere as tells it from all others. @param {string} id */
function absently(id) {
  const name = absent.get(id)?.name;
  if (!name) return null;
  const others = new Set([...absent].flatMap(([other, its]) => (other === id ? [] : beginnings(its.name))));
  return beginnings(name).find((each) => !bearers.get(each) && !others.has(each)) ?? name;
}

/** The short name of a thing that has one. @param {string} id */
export function shortName(id) {
  const piece = known.get(id);
  return piece ? short(piece) : (absently(id) ?? id);
}

/** What may be a name; whether it is one, the counters and the map say. */
const WORD = /([\w-]+)/;

/**
 * A sentence with its counters and hexes marked, so that pointing at them shows them on the map, and "3-1" in one piece.
 * @param {string} text
 * @returns {(Node | string)[]}
 */
export function linked(text) {
  return text.split(WORD).map((part, i) => {
    if (i % 2 === 0) return part;
    const piece = known.get(part);
    if (piece) {
      return h("span", { class: "named", "data-at-piece": part, title: piece.name, text: shortName(part) });
    }
    const gone = absent.get(part)?.name;
    if (gone) return h("span", { class: "named gone", title: gone, text: shortName(part) });
    // A box that bears a common word for a name ("eliminated") is no name in a sentence.
    if (/[\dA-Z]/.test(part) && hexes.has(part)) return h("span", { class: "named", "data-at-hex": part, text: part });
    return /\d-\d/.test(part) ? h("span", { class: "odds", text: part }) : part;
  });
}

/** Whose counter it is. @param {string} id */
export function sideOf(id) {
  return (known.get(id) ?? absent.get(id))?.side;
}

/** Whom a row of the log is about: the side it names, a unit's or the first unit's side, the side that a die chose, or else who gave the order it follows from. @param {import("./types.js").Row} row */
export function whose({ facts, side }) {
  const units = [String(facts.unit ?? facts.hq ?? ""), ...String(facts.units ?? "").split(", ")];
  const owner = units.map(sideOf).find(Boolean);
  const [named, chosen] = [facts.side, facts.result].map((name) => (isSide(name) ? String(name) : null));
  return owner ?? named ?? chosen ?? side ?? "";
}

/** A sentence with the full names of its counters, to be read aloud. @param {string} text */
export function spoken(text) {
  return text
    .split(WORD)
    .map((part, i) => (i % 2 ? (known.get(part)?.name ?? absent.get(part)?.name ?? part) : part))
    .join("");
}
