/** What the question and the selection light up on the map. */

import { noMarks } from "../board/lights.js";
import { mainVerb } from "../orders.js";
import { served } from "../sides.js";

/** @typedef {import("../table.js").Table} Table */
/** @typedef {import("../board/lights.js").Marks} Marks */

/** @param {Table} table @returns {Marks} */
export function marksOf(table) {
  const marks = noMarks();
  const { board, mine: decision } = table;
  if (!decision) return marks;
  marks.about = new Set(decision.about.units);
  marks.joined = new Set(joined(table));
  const chosen = table.hands.selection;
  /** @param {string} hex */
  const kind = (hex) =>
    board.stack(hex).some(({ side }) => side !== served(decision.side)) ? "target" : "legal";
  const held = table.hands.held?.text.split(/[ +]/);
  if (held) {
    // What the die will fall for, and nothing else.
    for (const word of held) {
      if (board.centres.has(word)) marks.hexes.set(word, kind(word));
      else marks.selected.push(word);
    }
  } else if (chosen) {
    marks.selected = chosen.pieces;
    for (const hex of chosen.orders.keys()) {
      const cost = chosen.reach[hex]?.cost;
      if (cost !== undefined && kind(hex) === "legal") marks.reach.set(hex, cost);
      else marks.hexes.set(hex, kind(hex));
    }
    const { looked } = table.context;
    const path = looked ? chosen.reach[looked]?.path : null;
    if (path) marks.path = [chosen.from, ...path];
  } else {
    const main = mainVerb(decision.actions);
    for (const { verb, word } of decision.actions) {
      if (!board.centres.has(word)) {
        if (word) marks.pieces.add(word);
        continue;
      }
      // What is done to the enemy beside the main thing looks otherwise.
      const aside = verb !== main && kind(word) === "target";
      if (!aside) marks.hexes.set(word, kind(word));
      else if (!marks.hexes.has(word)) marks.hexes.set(word, "target aside");
    }
  }
  for (const [hex, figure] of Object.entries(decision.about.figures)) if (!chosen) marks.reach.set(hex, figure);
  const target = builtAttack(table)?.target ?? decision.about.attack?.target;
  if (target) marks.hexes.set(target, "target");
  marks.named = decision.about.hexes.filter((hex) => !marks.hexes.has(hex) && !marks.reach.has(hex));
  return marks;
}

/** The counters of the side that is asked which take part so far. @param {Table} table */
export function joined({ mine: decision, view }) {
  const units = new Set(decision?.about.attack?.units);
  const own = view?.pieces.filter(({ id, side }) => side === served(decision?.side) && units.has(id)) ?? [];
  return own.map(({ id }) => id);
}

/** The attack that is being built, waits for its die or is stood against, while its ledger is shown. @param {Table} table */
export function builtAttack({ hands: { held }, past, shown: view }) {
  return (past ? null : held?.die.ledger?.aim) ?? view?.ledger?.aim ?? null;
}
