/** Counters in a sentence are called so that nobody takes one for another. */

import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import { know, knowAbsent, shortName, sideOf, spoken } from "../../src/grognard/table/client/names.js";

/** @typedef {import("../../src/grognard/table/client/types.js").Piece} Piece */

/** @param {string} id @param {string} label @param {string} name @param {string} [symbol] */
function piece(id, label, name, symbol) {
  return /** @type {Piece} */ (/** @type {unknown} */ ({ id, label, name, symbol }));
}

test("a unit and its formation are one word, and the formation is not said twice", () => {
  know(
    [
      piece("A", "143|36", "143rd Regiment, 36th Division"),
      piece("B", "36 Div|36", "36th Division artillery"),
      piece("C", "I/64|16Pz", "I Battalion, 64th Regiment, 16th Panzer Division"),
      piece("D", "16|1", "16th Regiment, 1st Division"),
      piece("E", "VI Corps|VICorps", "VI Corps artillery"),
      piece("F", "6|6", "6th Airlanding Brigade, 6th Airborne Division"),
    ],
    new Set(),
  );
  const names = ["143/36", "36th Division artillery", "I/64/16Pz", "16/1", "VI Corps artillery", "6/6"];
  deepEqual(["A", "B", "C", "D", "E", "F"].map(shortName), names);
});

test("who belongs to no formation is called by the name, also where a kind is printed in its place", () => {
  know(
    [
      piece("A", "751|Tk", "751st Tank Battalion"),
      piece("B", "A|Gar", "Garrison A"),
      piece("C", "4(-)|4A", "4th Armoured Brigade (remainder)"),
      piece("D", "HG Rec|HG", "Reconnaissance, Hermann Göring Division"),
    ],
    new Set(),
  );
  const names = ["751st Tank Battalion", "Garrison A", "4th Armoured Brigade (remainder)", "HG Rec"];
  deepEqual(["A", "B", "C", "D"].map(shortName), names);
});

test("a label that two counters bear, of figures alone, of a word, or of a headquarters gives way to the name, in full if need be", () => {
  know(
    [
      piece("A", "1/21", "I Tank Battalion, 21st Panzer Division"),
      piece("B", "1/21", "I Infantry Battalion, 21st Panzer Division"),
      piece("C", "1/15", "I Tank Battalion, 15th Panzer Division"),
      piece("D", "70", "70th Tank Battalion"),
      piece("E", "XX", "XX Italian Corps", "headquarters"),
      piece("F", "7/7", "Battalion, 7th Motor Brigade, 7th Armoured Division"),
      piece("G", "7/7", "Battalion, 4th Brigade, 7th Armoured Division"),
      piece("H", "2/33", "II Battalion, 33rd Flak Regiment"),
      piece("I", "2/18", "II Battalion, 18th Flak Regiment"),
      piece("K", "Hillman|SP", "Strongpoint Hillman"),
    ],
    new Set(),
  );
  equal(shortName("A"), "I Tank Battalion (21st Panzer Division)");
  equal(shortName("B"), "I Infantry Battalion");
  equal(shortName("D"), "70th Tank Battalion");
  equal(shortName("E"), "XX Italian Corps");
  equal(shortName("F"), "Battalion (7th Motor Brigade)");
  equal(shortName("H"), "II Battalion (33rd Flak Regiment)");
  equal(shortName("K"), "Strongpoint Hillman");
});

test("a cipher gives way to a name of few words, and stays where only more of the name would tell", () => {
  know(
    [
      piece("A", "10H/1", "10th Hussars, 1st Armoured Division"),
      piece("B", "By/1", "Queen's Bays, 1st Armoured Division"),
      piece("C", "2 French", "2nd Free French Brigade"),
      piece("D", "3US A", "3rd Infantry Division, A"),
      piece("E", "3US B", "3rd Infantry Division, B"),
    ],
    new Set(),
  );
  const names = ["10th Hussars", "Queen's Bays", "2nd Free French Brigade", "3US A", "3US B"];
  deepEqual(["A", "B", "C", "D", "E"].map(shortName), names);
});

test("a counter that lies nowhere any more keeps its name, and none that lies there bears it", () => {
  knowAbsent({
    S: { name: "Battalion, 4th Brigade", side: "allied" },
    T: { name: "II Battalion, 2nd Regiment", side: "axis" },
  });
  know([piece("A", "2/1", "II Battalion, 1st Regiment"), piece("B", "7", "7th Motor Brigade")], new Set());
  know([piece("A", "2/1", "II Battalion, 1st Regiment")], new Set());
  equal(shortName("B"), "7th Motor Brigade");
  equal(shortName("S"), "Battalion");
  equal(shortName("T"), "II Battalion (2nd Regiment)");
  equal(spoken("S retreats"), "Battalion, 4th Brigade retreats");
  equal(shortName("X"), "X");
  equal(sideOf("T"), "axis");
});
