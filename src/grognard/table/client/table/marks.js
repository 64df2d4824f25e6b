/** What the question and the selection light up on the map. */

/** @typedef {import("../table.js").Table} Table */
/** @typedef {import("../board/lights.js").Marks} Marks */

/** @param {Table} table @returns {Marks} */
export function marksOf(table) {
  /** @type {Marks} */
  const marks = { hexes: new Map(), pieces: new Set(), selected: null, reach: new Map(), path: [] };
  const { board, mine: decision } = table;
  if (!decision) return marks;
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
  const attack = builtAttack(table);
  if (attack) marks.hexes.set(attack.target, "target");
  return marks;
}

/** The attack that is being built: its target and who joins it. @param {Table} table */
export function builtAttack(table) {
  const view = table.shown;
  const hexes = table.board.centres;
  if (!view?.ledger) return null;
  const named = (view.decision?.pending ?? "").split(" ").filter((word) => hexes.has(word));
  const titled = view.ledger.title.split(/\W+/).filter((word) => hexes.has(word));
  const target = named[0] ?? titled[0];
  if (!target) return null;
  const from = new Set([...named, ...titled].filter((hex) => hex !== target));
  return { target, from: [...from] };
}
