/** The columns of charts. */

import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import { byResult, headOf, isColumn, tone } from "../../src/grognard/table/client/charts.js";

const chart = /** @type {any} */ ({ kind: "results", title: "", columns: ["1-1", "6-1"], rows: [] });
const turns = /** @type {any} */ ({ kind: "turns", title: "", rows: [] });

test("odds beyond the last column are no column of a chart", () => {
  equal(isColumn([turns, chart], "6-1"), true);
  equal(isColumn([turns, chart], "11-1"), false);
});

test("results that read the same count together where there is no room for what tells them apart", () => {
  const chance = (/** @type {string} */ result, /** @type {number} */ percent) => ({ result, percent, chance: "", text: `advance ${percent}` });
  const merged = byResult([chance("A1/D1", 33), chance("D1", 17), chance("A1/D1", 17)]);
  deepEqual(merged.map(({ result, percent }) => [result, percent]), [["A1/D1", 50], ["D1", 17]]);
  deepEqual(merged.map(({ text }) => text), ["", "advance 17"]);
});

test("the head of a column is what is printed there: odds as they are, of a range its ends", () => {
  const heads = (/** @type {string[]} */ names) => names.map((name, i) => headOf(name, i, names.length));
  deepEqual(heads(["1:3", "1:2", "10:1"]), ["1:3", "1:2", "10:1"]);
  deepEqual(heads(["1-2", "open ground", "10-1"]), ["1-2", "open ground", "10-1"]);
  deepEqual(heads(["-3 or less", "-2 to -1", "0", "+6 or more"]), ["≤ −3", "−2…−1", "0", "≥ +6"]);
});

test("a result is good or bad for the attacker by whose losses it has", () => {
  deepEqual(["DR", "-/2"].map(tone), ["good", "good"]);
  deepEqual(["AL", "3/-"].map(tone), ["bad", "bad"]);
  deepEqual(["A1/D1", "1/1", "-/-", "-", "EX", "1/dis H"].map(tone), Array(6).fill("even"));
});
