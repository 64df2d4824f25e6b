/** What happened, gathered as a player would tell it: battles and marches.  Pure. */

import { FALLS } from "../dice.js";

/** @typedef {import("../types.js").Row} Row */
/** @typedef {{battle: number, rows: Row[]}} Battle */
/** @typedef {{units: string[], start: string, hex: string}} Way */

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

/** The rows without those that say in the same phase what another has said: each of two allies is told it. @template {Pick<Row, "phase" | "text">} R @param {R[]} rows @returns {R[]} */
export function once(rows) {
  return rows.filter(
    ({ phase, text }, i) => rows.findIndex((other) => other.phase === phase && other.text === text) === i,
  );
}

/** The rows without those of the same phase of an earlier turn, which would be read as told of the one that begins. @template {Pick<Row, "phase" | "turn">} R @param {R[]} rows @param {{phase: string, turn: number}} now @returns {R[]} */
export function ofNow(rows, now) {
  return rows.filter(({ phase, turn }) => phase !== now.phase || turn === now.turn);
}

const GOES = new Set(["move", "retreat", "advance"]);

/** Whether a row carries on the march, retreat or advance of the row before it. @param {Row | undefined} before @param {Row} row */
export function marchesOn(before, row) {
  return (
    before !== undefined &&
    GOES.has(row.kind) &&
    before.kind === row.kind &&
    row.facts.unit !== undefined &&
    row.facts.unit === before.facts.unit &&
    row.facts.start === before.facts.hex &&
    row.phase === before.phase
  );
}

/** The sentences for a way: on to another hex, and back to the first. */
const GONE = {
  advance: /** @type {const} */ (["log.advance", "log.advance.back"]),
  move: /** @type {const} */ (["log.march", "log.march.back"]),
  retreat: /** @type {const} */ (["log.retreat", "log.retreat.back"]),
};

/** The sentence for a march, retreat or advance of several legs; one that ends where it began is told by the places between. @param {Pick<Row, "kind" | "facts">[]} legs */
export function wayOf(legs) {
  const { kind, facts } = /** @type {Pick<Row, "kind" | "facts">} */ (legs.at(-1));
  const start = String(legs[0]?.facts.start);
  const fields = { unit: String(facts.unit), start, hex: String(facts.hex) };
  const [on, back] = GONE[/** @type {keyof typeof GONE} */ (kind)] ?? GONE.move;
  if (fields.hex !== start) return { key: on, fields };
  const places = legs.slice(0, -1).map((leg) => String(leg.facts.hex));
  return { key: back, fields: { ...fields, places: places.join(", ") } };
}

/** Who marched from where to where. @param {Row[]} rows @returns {Way[]} */
function marchesIn(rows) {
  /** @type {Way[]} */
  const found = [];
  rows.forEach((row, i) => {
    if (row.kind !== "move") return;
    const { unit, start, hex } = row.facts;
    const last = found.at(-1);
    if (last && marchesOn(rows[i - 1], row)) last.hex = String(hex);
    else found.push({ units: [String(unit)], start: String(start ?? ""), hex: String(hex ?? "") });
  });
  return found;
}

/** What moved and what was attacked, an arrow each: a march is one, however many hexes and units it has. @param {Row[]} rows */
export function arrowsOf(rows) {
  /** @type {Map<string, {kind: string, from: string, to: string}>} the last of each unit */
  const last = new Map();
  const found = [];
  for (const { kind, facts, phase, turn } of rows) {
    const { hex, origin, start, unit } = facts;
    if (kind === "attack" && origin && hex) found.push({ kind, from: String(origin), to: String(hex) });
    if (!GOES.has(kind) || !start || !hex) continue;
    const key = `${turn} ${phase} ${kind} ${unit}`;
    const march = last.get(key);
    if (march && march.to === start) {
      march.to = String(hex);
      continue;
    }
    const arrow = { kind, from: String(start), to: String(hex) };
    last.set(key, arrow);
    found.push(arrow);
  }
  const gone = found.filter(({ from, to }) => from !== to);
  return [...new Map(gone.map((arrow) => [`${arrow.kind} ${arrow.from} ${arrow.to}`, arrow])).values()];
}

/** Those that went the same way in one line. @param {Way[]} marches @returns {Way[]} */
function together(marches) {
  /** @type {Map<string, Way>} */
  const ways = new Map();
  for (const { units, start, hex } of marches) {
    const way = ways.get(`${start} ${hex}`) ?? { units: [], start, hex };
    ways.set(`${start} ${hex}`, { ...way, units: [...way.units, ...units] });
  }
  return [...ways.values()].filter(({ start, hex }) => start && hex && start !== hex);
}

/** What happened in a stretch of the log, in a few lines. @param {Row[]} rows */
export function summary(rows) {
  const battles = battlesIn([], rows);
  const marches = marchesIn(rows);
  return {
    marches: marches.length,
    ways: together(marches),
    battles: battles.map(({ rows: told }) => ({
      attack: told[0],
      result: told.find(({ kind }) => kind === "result"),
      lost: told.filter(({ kind }) => kind === "eliminated").length,
    })),
    lost: rows.filter(({ kind }) => kind === "eliminated").length,
  };
}

/** The moments at which to stop when a stretch of the log is shown again: after each march and each battle. @param {Row[]} rows @returns {number[]} */
export function stops(rows) {
  const found = rows.filter((row, i) => {
    const next = rows[i + 1];
    if (row.kind === "choice") return false;
    if (!next) return true;
    if (row.battle) return next.battle !== row.battle;
    return row.at !== next.at && !marchesOn(row, next);
  });
  return [...new Set(found.map(({ at }) => at))];
}

const LED = 2; // lines of what a die led to; the log has all of it

const NEXT = new Set(["pass", "phase", "turn"]);

/** The dice of the opening, as long as nobody of these seats has decided anything: each with what it led to, of the unit it was for. @param {Row[]} rows @param {Set<string>} own @returns {{row: Row, led: Row[]}[]} */
export function openingOf(rows, own) {
  const begins = (/** @type {Row} */ row, /** @type {number} */ i) => i === 0 || rows[i - 1]?.at !== row.at;
  if (rows.some((row, i) => begins(row, i) && row.at > 0 && !FALLS.has(row.kind) && own.has(row.side ?? ""))) return [];
  return rows.flatMap((row, i) => {
    if (!FALLS.has(row.kind)) return [];
    const rest = rows.slice(i + 1);
    const next = rest.findIndex(({ kind }) => FALLS.has(kind) || NEXT.has(kind));
    const after = rest.slice(0, next < 0 ? rest.length : next);
    const unit = after[0]?.facts.unit;
    return [{ row, led: after.filter(({ facts }, n) => n === 0 || (unit !== undefined && facts.unit === unit)) }];
  });
}

/** What came of a die: all that happened before the next one, or before a phase began or passed. @param {Row[]} after */
export function ledTo(after) {
  const next = after.findIndex(({ kind }) => FALLS.has(kind) || NEXT.has(kind));
  return after.slice(0, next < 0 ? LED : Math.min(next, LED));
}

/** A ledger as the die was read: the column and what is added may be others than when it was drawn up, and lines that lead to another column are left out. @param {import("../types.js").Ledger} ledger @param {Row} row @param {(column: string) => boolean} charted whether there is such a column: odds beyond the last are read there */
export function asFought(ledger, { facts: { column, die, modified } }, charted) {
  const modifier = modified === undefined ? ledger.modifier : Number(modified) - Number(die);
  if (!column || !charted(column) || column === ledger.column) return { ...ledger, modifier };
  return { ...ledger, column, modifier, lines: [], notes: [] };
}
