/** Figures as they are printed. */

import { deepEqual } from "node:assert/strict";
import { test } from "node:test";
import { printed, signed } from "../../src/grognard/table/client/dice.js";

test("a negative figure has a minus, odds and words keep their hyphen", () => {
  deepEqual(["-2", "-1 of 14", "+1", "4-1", "-", "Sainte-Mère"].map(printed), [
    "−2",
    "−1 of 14",
    "+1",
    "4-1",
    "-",
    "Sainte-Mère",
  ]);
  deepEqual([-1, 2].map(signed), ["−1", "+2"]);
});
