/** What happened, gathered as a player would tell it. */

import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import { arrowsOf, asFought, battlesBefore, battlesIn, ledTo, marchesOn, ofNow, once, openingOf, stops, summary, wayOf } from "../../src/grognard/table/client/table/chronicle.js";

/** @typedef {import("../../src/grognard/table/client/types.js").Row} Row */

/** @param {number} at @param {string} kind @param {Partial<Row>} [more] @returns {Row} */
function row(at, kind, more = {}) {
  return { at, kind, rule: "", text: kind, facts: {}, side: "allied", turn: 1, phase: "movement", battle: 0, ...more };
}

/** @param {number} at @param {string} unit @param {string} start @param {string} hex */
function leg(at, unit, start, hex) {
  return row(at, "move", { facts: { unit, start, hex } });
}

const BATTLE = [
  row(5, "attack", { battle: 5, phase: "combat" }),
  row(6, "choice", { battle: 5, phase: "combat" }),
  row(6, "result", { battle: 5, phase: "combat" }),
  row(7, "eliminated", { battle: 5, phase: "combat" }),
];

test("rows of one battle lie together, choices are left out", () => {
  const [first, ...others] = battlesIn([], [...BATTLE, row(9, "attack", { battle: 9 })]);
  deepEqual(first?.rows.map(({ kind }) => kind), ["attack", "result", "eliminated"]);
  deepEqual(others.map(({ battle }) => battle), [9]);
});

test("marches are told from end to end, those that went the same way in one line", () => {
  const { marches, ways } = summary([
    leg(1, "A", "0101", "0102"),
    leg(2, "A", "0102", "0103"),
    leg(3, "B", "0101", "0103"),
    leg(4, "C", "0505", "0504"),
    leg(5, "C", "0504", "0505"),
    row(6, "move", { facts: { unit: "D" } }),
  ]);
  equal(marches, 4);
  deepEqual(ways, [{ units: ["A", "B"], start: "0101", hex: "0103" }]);
});

test("what comes later is added to the battle it belongs to, and the old list stays as it was", () => {
  const before = battlesIn([], BATTLE.slice(0, 1));
  const after = battlesIn(before, BATTLE.slice(2));
  equal(before[0]?.rows.length, 1);
  equal(after[0]?.rows.length, 3);
});

test("what is taken back leaves the battles, and a battle without rows is gone", () => {
  const battles = battlesIn([], BATTLE);
  deepEqual(battlesBefore(battles, 6)[0]?.rows.map(({ at }) => at), [5]);
  deepEqual(battlesBefore(battles, 5), []);
});

test("a march goes on while the same unit goes from where it came to", () => {
  const first = leg(1, "A", "0101", "0102");
  equal(marchesOn(first, leg(2, "A", "0102", "0103")), true);
  equal(marchesOn(first, leg(2, "B", "0102", "0103")), false);
  equal(marchesOn(first, leg(2, "A", "0105", "0103")), false);
  equal(marchesOn(undefined, first), false);
  const [one, two] = [leg(1, "A", "0101", "0102"), leg(2, "A", "0102", "0103")];
  equal(marchesOn({ ...one, kind: "advance" }, { ...two, kind: "advance" }), true);
  equal(marchesOn({ ...one, kind: "retreat" }, { ...two, kind: "advance" }), false);
  equal(marchesOn(first, { ...leg(2, "A", "0102", "0103"), phase: "combat" }), false);
});

test("a march of several legs is told from end to end; one that comes back, by where it went", () => {
  const [out, on, back] = [leg(1, "A", "0513", "0512"), leg(2, "A", "0512", "0511"), leg(3, "A", "0512", "0513")];
  deepEqual(wayOf([out, on]), { key: "log.march", fields: { unit: "A", start: "0513", hex: "0511" } });
  deepEqual(wayOf([{ ...out, kind: "retreat" }, { ...back, kind: "retreat" }]), {
    key: "log.retreat.back",
    fields: { unit: "A", start: "0513", hex: "0513", places: "0512" },
  });
  deepEqual(wayOf([{ ...out, kind: "advance" }, { ...back, kind: "advance" }]).key, "log.advance.back");
});

test("a stretch is summed up in marches, battles and losses", () => {
  const told = summary([leg(1, "A", "1", "2"), leg(2, "A", "2", "3"), leg(3, "B", "1", "2"), ...BATTLE]);
  equal(told.marches, 2);
  equal(told.lost, 1);
  deepEqual(told.battles.map(({ attack, result, lost }) => [attack?.kind, result?.kind, lost]), [["attack", "result", 1]]);
});

test("a replay stops after each march and each battle", () => {
  deepEqual(stops([leg(1, "A", "1", "2"), leg(2, "A", "2", "3"), leg(3, "B", "1", "2"), ...BATTLE]), [2, 3, 7]);
});

test("what a die led to is all that happened before the next one", () => {
  const [fails, reduced, die] = [row(2, "breach"), row(2, "reduced"), row(3, "roll")];
  deepEqual(ledTo([fails, reduced]), [fails, reduced]);
  deepEqual(ledTo([fails, die, reduced]), [fails]);
  deepEqual(ledTo([die, fails]), []);
  deepEqual(ledTo([fails, row(4, "pass"), reduced]), [fails]);
  deepEqual(ledTo([fails, row(4, "phase"), reduced]), [fails]);
});

test("a ledger is read as the die was: support that came after it was drawn up counts", () => {
  const lines = [{ amount: "2", text: "defense", rule: "8.1" }];
  const ledger = { title: "", column: "open", ground: true, modifier: 0, table: [], chances: [], lines, notes: lines, aim: null };
  const charted = () => true;
  const defended = row(9, "defence", { facts: { die: 1, modified: 2, result: "-/-" } });
  deepEqual(asFought(ledger, defended, charted), { ...ledger, modifier: 1 });
  const fought = row(9, "result", { facts: { die: 0, column: "3-1", result: "DS" } });
  const other = { ...ledger, column: "3-1", modifier: 2, lines: [], notes: [] };
  deepEqual(asFought({ ...ledger, modifier: 2 }, fought, charted), other, "its lines led to another column");
  deepEqual(asFought({ ...ledger, column: "3-1" }, fought, charted), { ...ledger, column: "3-1" });
  deepEqual(asFought(ledger, fought, () => false), ledger, "odds beyond the last column are read there");
});

test("what two allies are told in the same phase is announced once", () => {
  const rows = [
    { phase: "end", text: "no airborne division can be sent home" },
    { phase: "end", text: "no airborne division can be sent home" },
    { phase: "supply", text: "every unit is in supply" },
    { phase: "end", text: "every unit is in supply" },
  ];
  deepEqual(once(rows), [rows[0], rows[2], rows[3]]);
});

test("what passed in the same phase of the turn before is not announced as of this one", () => {
  const rows = [row(1, "pass", { phase: "reinforcements" }), row(2, "pass", { phase: "combat" }), row(3, "pass", { phase: "reinforcements", turn: 2 })];
  deepEqual(ofNow(rows, { phase: "reinforcements", turn: 2 }), [rows[1], rows[2]]);
});

test("a march is one arrow, however many hexes it has, whoever else moved meanwhile and went the same way", () => {
  deepEqual(
    arrowsOf([
      leg(1, "A", "0101", "0102"),
      leg(2, "B", "0101", "0102"),
      leg(3, "A", "0102", "0103"),
      leg(4, "B", "0102", "0103"),
      leg(5, "C", "0505", "0504"),
      leg(6, "C", "0504", "0505"),
      row(7, "attack", { facts: { origin: "0103", hex: "0104" } }),
      { ...leg(8, "A", "0103", "0104"), kind: "advance" },
    ]),
    [
      { kind: "move", from: "0101", to: "0103" },
      { kind: "attack", from: "0103", to: "0104" },
      { kind: "advance", from: "0103", to: "0104" },
    ],
  );
});

test("dice of the opening are told with what befell their unit, until the player has decided something", () => {
  const opening = [
    row(0, "turn", { side: null }),
    row(1, "roll"),
    row(1, "scatter", { facts: { unit: "A" } }),
    row(1, "pool"),
    row(1, "loss", { facts: { unit: "A" } }),
    row(2, "roll"),
    row(2, "weather"),
  ];
  const told = openingOf(opening, new Set(["allied"]));
  deepEqual(told.map(({ led }) => led.map(({ kind }) => kind)), [["scatter", "loss"], ["weather"]]);
  equal(openingOf([...opening, row(3, "choice", { side: "german" })], new Set(["allied"])).length, 2);
  deepEqual(openingOf([...opening, row(3, "choice")], new Set(["allied"])), []);
});
