/** Counters in a sentence are called so that nobody takes one for another. */

import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import { know, shortName } from "../../src/grognard/table/client/names.js";

/** @typedef {import("../../src/grognard/table/client/types.js").Piece} Piece */

/** @param {string} id @param {string} label @param {string} name */
function piece(id, label, name) {
  return /** @type {Piece} */ (/** @type {unknown} */ ({ id, label, name }));
}

test("a unit and its formation are one word, and the formation is not said twice", () => {
  know(
    [
      piece("A", "143|36", "143rd Regiment, 36th Division"),
      piece("B", "36 Div|36", "36th Division artillery"),
      piece("C", "I/64|16Pz", "I Battalion, 64th Regiment, 16th Panzer Division"),
      piece("D", "16|1", "16th Regiment, 1st Division"),
    ],
    new Set(),
  );
  deepEqual(["A", "B", "C", "D"].map(shortName), ["143/36", "36 Div", "I/64/16Pz", "16/1"]);
});

test("a label that two counters bear gives way to the name, in full if need be", () => {
  know(
    [
      piece("A", "1/21", "I Tank Battalion, 21st Panzer Division"),
      piece("B", "1/21", "I Infantry Battalion, 21st Panzer Division"),
      piece("C", "1/15", "I Tank Battalion, 15th Panzer Division"),
      piece("D", "70", "70th Tank Battalion"),
    ],
    new Set(),
  );
  equal(shortName("A"), "I Tank Battalion, 21st Panzer Division");
  equal(shortName("B"), "I Infantry Battalion");
  equal(shortName("D"), "70th Tank Battalion");
});
