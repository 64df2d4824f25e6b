/** What the question and the selection light up on the map. */

import { noMarks } from "../board/lights.js";
import { namedIn, wordsIn } from "../names.js";
import { underWay } from "../orders.js";

/** @typedef {import("../table.js").Table} Table */
/** @typedef {import("../board/lights.js").Marks} Marks */

/** @param {Table} table @returns {Marks} */
export function marksOf(table) {
  const marks = noMarks();
  const { board, mine: decision } = table;
  if (!decision) return marks;
  marks.about = new Set(namedIn(decision.prompt));
  marks.joined = new Set(joined(table));
  const chosen = table.hands.selection;
  /** @param {string} hex */
  const kind = (hex) =>
    board.stack(hex).some(({ side }) => side !== decision.side) ? "target" : "legal";
  if (chosen) {
    marks.selected = chosen.pieces[0] ?? null;
    for (const hex of chosen.orders.keys()) {
      const cost = chosen.reach[hex]?.cost;
      if (cost !== undefined && kind(hex) === "legal") marks.reach.set(hex, cost);
      else marks.hexes.set(hex, kind(hex));
    }
    const { looked } = table.context;
    const path = looked ? chosen.reach[looked]?.path : null;
    const start = table.view?.pieces.find(({ id }) => id === chosen.pieces[0])?.hex;
    if (path && start) marks.path = [start, ...path];
  } else {
    for (const { word } of decision.actions) {
      if (board.centres.has(word)) marks.hexes.set(word, kind(word));
      else if (word) marks.pieces.add(word);
    }
  }
  const enemies = wordsIn(decision.prompt).filter((word) => board.stack(word).length && kind(word) === "target");
  const target = builtAttack(table)?.target ?? enemies[0];
  if (target) marks.hexes.set(target, "target");
  return marks;
}

/** The counters of the side that is asked which the order so far has named. @param {Table} table */
function joined({ mine: decision, view }) {
  const words = underWay(decision?.pending ?? "");
  const own = view?.pieces.filter(({ id, side }) => side === decision?.side && words.has(id)) ?? [];
  return own.map(({ id }) => id);
}

/** The attack that is being built: its target and from where it comes. @param {Table} table */
export function builtAttack({ board, shown: view }) {
  const hexes = board.centres;
  if (!view?.ledger) return null;
  const words = new Set(view.decision?.pending.split(" "));
  const named = [...words].filter((word) => hexes.has(word));
  const titled = view.ledger.title.split(/\W+/).filter((word) => hexes.has(word));
  const target = titled.length === 1 ? titled[0] : (named[0] ?? titled[0]);
  if (!target) return null;
  const defender = board.stack(target)[0]?.side;
  const units = view.pieces.filter(({ id, hex, side }) =>
    words.has(id) && side !== defender && board.ground.touch(hex, target),
  );
  const origins = units.length ? units.map(({ hex }) => hex) : [...named, ...titled];
  return { target, from: [...new Set(origins)].filter((hex) => hex !== target) };
}
