/** Rules, counters and the order of nodes as lists. */

import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import { rising } from "../../src/grognard/table/client/board/order.js";
import { chapters, matches, struck } from "../../src/grognard/table/client/table/library.js";
import { formationName, formations, named, strength } from "../../src/grognard/table/client/table/roster.js";

/** @param {string} id @param {string} section @param {string} text */
const rule = (id, section, text) => ({ id, section, kind: "", text, ruling: "" });
const RULES = [
  rule("12.7", "Odwrót", "Łączność i przełęcz"),
  rule("12.7a", "Odwrót", "One hex"),
  rule("12.71", "Advance", "One hex more"),
];

test("the rules by chapter, in the order of the book", () => {
  deepEqual(
    chapters(RULES).map(({ section, rows }) => [section, rows.map(({ id }) => id)]),
    [["Odwrót", ["12.7", "12.7a"]], ["Advance", ["12.71"]]],
  );
});

test("a search wants all words, whatever their capitals and accents", () => {
  deepEqual(matches(RULES, "ODWROT przelecz").map(({ id }) => id), ["12.7"]);
  deepEqual(matches(RULES, "lacznosc").map(({ id }) => id), ["12.7"]);
  deepEqual(matches(RULES, "hex advance").map(({ id }) => id), ["12.71"]);
  equal(matches(RULES, "").length, 3);
});

test("a citation strikes its rule and the parts of it, not another number", () => {
  /** @param {string} cited */
  const row = (cited) => ({ at: 1, kind: "retreat", rule: cited, text: "", facts: {}, side: null, turn: 1, phase: "", battle: 0 });
  const log = [row("12.7"), row("12.7a"), row("12.71"), { ...row("12.7a"), kind: "choice" }, row("")];
  deepEqual(struck(log, "12.7a").map(({ rule: cited }) => cited), ["12.7", "12.7a"]);
  deepEqual(struck(log, "12.71").map(({ rule: cited }) => cited), ["12.71"]);
});

test("a unit is found by words of its name, its label or its id", () => {
  const pieces = [
    { id: "AL-504", name: "504th Parachute Regiment", label: "504" },
    { id: "GE-HG-A", name: "Hermann Goering Division, A", label: "HG|A" },
  ];
  deepEqual(named(pieces, "para 504").map(({ id }) => id), ["AL-504"]);
  deepEqual(named(pieces, "hg").map(({ id }) => id), ["GE-HG-A"]);
  deepEqual(named(pieces, "nobody"), []);
});

test("the longest rising run stays, and the rest is moved", () => {
  deepEqual([...rising([3, 1, 2, 5, 4])].sort(), [1, 2, 4]);
  deepEqual([...rising([])], []);
  deepEqual([...rising([2, 1])].length, 1);
});

test("an order of battle: by formation, each by the name its units share or that of who commands", () => {
  /** @param {string} id @param {string} name @param {string} formation @param {[number, number]} steps */
  const unit = (id, name, formation, steps) => ({ id, name, formation, steps });
  const all = [
    unit("X", "A lone gun", "", [1, 1]),
    unit("A", "143rd Regiment, 36th Division", "36", [2, 3]),
    unit("HQ", "Afrika Korps", "", [1, 1]),
    unit("B", "142nd Regiment, 36th Division", "36", [0, 3]),
    unit("C", "36th Division artillery", "36", [1, 1]),
    unit("D", "1/21 tanks, 21st Panzer", "HQ", [4, 4]),
    unit("E", "3/33 flak", "HQ", [1, 1]),
  ];
  deepEqual(
    formations(all).map(({ title, pieces }) => [title, pieces.map(({ id }) => id).join("")]),
    [["36th Division", "ABC"], ["Afrika Korps", "HQDE"], ["", "X"]],
  );
  deepEqual(strength(all.slice(1, 4)), { left: 3, whole: 7 });
  deepEqual(["36", "16Pz"].map((word) => formationName(word, all)), ["36th Division", undefined]);
  const halves = ["A", "B"].map((half) => unit(half, `65th Division, ${half}`, "65", [2, 2]));
  deepEqual([halves, halves.slice(1)].map((some) => formationName("65", some)), ["65th Division", "65th Division"]);
  equal(formationName("VICorps", [unit("V", "VI Corps artillery", "VICorps", [1, 1])]), "VI Corps artillery");
});
