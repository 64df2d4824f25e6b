/** A view that tells only what differs is made whole again. */

import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import { whole } from "../../src/grognard/table/client/link.js";

/** @typedef {import("../../src/grognard/table/client/types.js").View} View */

const [a, b, c] = [{ id: "A", hex: "0101" }, { id: "B", hex: "0102" }, { id: "B", hex: "0203" }];
const before = /** @type {View} */ (
  /** @type {unknown} */ ({ rev: 3, pieces: [a, b], boxes: [], tracks: [{ kind: "track" }] })
);

test("what is not told is as it was, and the counters that stay are the same", () => {
  const now = whole({ t: "view", since: 3, view: { rev: 4, boxes: [1] }, changed: {} }, before);
  deepEqual(now, { ...before, rev: 4, boxes: [1] });
  equal(now.pieces, before.pieces);
});

test("a counter that differs comes to its place", () => {
  const now = whole({ t: "view", since: 3, view: { rev: 4 }, changed: { 1: c } }, before);
  deepEqual(now.pieces, [a, c]);
  deepEqual(before.pieces, [a, b]);
});

test("a whole view owes nothing to the one before", () => {
  const view = { rev: 9, pieces: [c], boxes: [], tracks: [] };
  equal(whole({ t: "view", view }, before), view);
});
