/** From clicks to orders. */

import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import { aim, byHex, likewise, mainVerb, together, unitOf, inForm } from "../../src/grognard/table/client/orders.js";

/** @typedef {import("../../src/grognard/table/client/types.js").Action} Action */

const HEXES = new Set(["0101", "0102", "0103"]);
/** @param {string} text @param {Action["role"]} [role] @returns {Action} */
function order(text, role = "") {
  const [verb = "", ...words] = text.split(" ");
  return { text, verb, word: words.join(" "), called: words.join(" "), label: text, role, outcome: [] };
}

test("an order aims at the first hex it names that is not its own", () => {
  equal(aim("attack 0102 from 0101 go", "0101", HEXES), "0102");
  equal(aim("move A 0101", "0101", HEXES), "0101");
  equal(aim("done", "0101", HEXES), null);
});

test("a click stops before the word that commits, and the first order for a hex counts", () => {
  const found = byHex([order("attack 0102 from 0101 go", "commits"), order("attack 0102 all go", "commits")], "0101", HEXES);
  deepEqual([...found], [["0102", "attack 0102 from 0101"]]);
});

test("a stack goes where all of it can go, in one order", () => {
  const a = new Map([["0102", "move A 0102"], ["0103", "move A 0103"]]);
  const b = new Map([["0103", "move B 0103"]]);
  deepEqual([...together([{ piece: "A", orders: a }, { piece: "B", orders: b }])], [["0103", "move A+B 0103"]]);
  deepEqual([...together([])], []);
});

test("to ask why not, the order is given as for a hex that is open", () => {
  equal(likewise(new Map([["0102", "move A 0102"]]), "0103"), "move A 0103");
  equal(likewise(new Map(), "0103"), null);
});

test("the main verb is that of the answers that name something", () => {
  equal(mainVerb([order("go"), order("support 0102")]), "support");
  equal(mainVerb([order("go")]), "go");
  equal(mainVerb([]), "");
});

test("an order names its unit, also in a stack", () => {
  const pieces = /** @type {import("../../src/grognard/table/client/types.js").Piece[]} */ ([{ id: "A" }, { id: "B" }]);
  equal(unitOf("move B+A 0102", pieces), "B");
  equal(unitOf("done", pieces), null);
});

test("an answer has the game's form for it, or its own word for the verb", () => {
  const verbs = { "retreat *": "Retreat to {word}", "lose lose *": "{word} loses a step", reserve: "Into Reserve", move: "Move" };
  equal(inForm(verbs, "retreat", "retreat", "2029", "2029 (Caen)"), "Retreat to 2029 (Caen)");
  equal(inForm(verbs, "lose", "lose", "A", "8th Regiment"), "8th Regiment loses a step");
  equal(inForm(verbs, "advance", "reserve", "A", "8th Regiment"), "Into Reserve: 8th Regiment");
  equal(inForm(verbs, "move", "move", "A", "8th Regiment"), null);
});
