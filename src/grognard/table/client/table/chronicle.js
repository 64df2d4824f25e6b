/** What happened, gathered as a player would tell it: battles and marches.  Pure. */

/** @typedef {import("../types.js").Row} Row */
/** @typedef {{battle: number, rows: Row[]}} Battle */

/** The battles that rows tell of, added to those told before. @param {Battle[]} before @param {Row[]} rows @returns {Battle[]} */
export function battlesIn(before, rows) {
  const found = before.map(({ battle, rows: told }) => ({ battle, rows: [...told] }));
  for (const row of rows) {
    if (!row.battle || row.kind === "choice") continue;
    const known = found.find(({ battle }) => battle === row.battle);
    if (known) known.rows.push(row);
    else found.push({ battle: row.battle, rows: [row] });
  }
  return found;
}

/** Battles without what was taken back from this moment on. @param {Battle[]} battles @param {number} from @returns {Battle[]} */
export function battlesBefore(battles, from) {
  return battles
    .map(({ battle, rows }) => ({ battle, rows: rows.filter(({ at }) => at < from) }))
    .filter(({ rows }) => rows.length);
}

/** Whether a row carries on the march of the row before it. @param {Row | undefined} before @param {Row} row */
export function marchesOn(before, row) {
  return (
    before !== undefined &&
    row.kind === "move" &&
    before.kind === "move" &&
    row.facts.unit !== undefined &&
    row.facts.unit === before.facts.unit &&
    row.facts.start === before.facts.hex &&
    row.phase === before.phase
  );
}
