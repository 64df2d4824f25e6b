/** The columns of charts. */

import { equal } from "node:assert/strict";
import { test } from "node:test";
import { isColumn } from "../../src/grognard/table/client/charts.js";

const chart = /** @type {any} */ ({ kind: "results", title: "", columns: ["1-1", "6-1"], rows: [] });
const turns = /** @type {any} */ ({ kind: "turns", title: "", rows: [] });

test("odds beyond the last column are no column of a chart", () => {
  equal(isColumn([turns, chart], "6-1"), true);
  equal(isColumn([turns, chart], "11-1"), false);
});
