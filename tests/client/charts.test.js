/** The columns of charts. */

import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import { byResult, isColumn } from "../../src/grognard/table/client/charts.js";

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
