/** A card on the map lies where it covers least. */

import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import { clearest } from "../../src/grognard/table/client/board/edge.js";
import { leastCovered } from "../../src/grognard/table/client/table/corner.js";

const AREA = { x: 0, y: 100, width: 1000, height: 700 };
const CARD = { width: 360, height: 300 };

test("a card lies below on the left, unless it covers more there than elsewhere", () => {
  deepEqual(leastCovered(AREA, CARD, []), { right: false, above: false });
  deepEqual(leastCovered(AREA, CARD, [{ x: 200, y: 700 }]), { right: true, above: false });
  const below = [{ x: 200, y: 700 }, { x: 900, y: 600 }];
  deepEqual(leastCovered(AREA, CARD, below), { right: false, above: true });
  deepEqual(leastCovered(AREA, CARD, [...below, { x: 20, y: 120 }]), { right: true, above: true });
  deepEqual(leastCovered(AREA, CARD, [...below, ...below, { x: 20, y: 120 }, { x: 990, y: 110 }]), { right: false, above: true });
});

test("a spot beside the card is covered too if its counter would be", () => {
  deepEqual(leastCovered(AREA, CARD, [{ x: 380, y: 700 }]), { right: true, above: false });
});

test("a sign at an edge lies in its middle, unless a counter does", () => {
  equal(clearest(600, []), 0.5);
  equal(clearest(600, [310]), 0.35);
  equal(clearest(600, [310, 200]), 0.65);
  equal(clearest(600, [310, 200, 400, 130, 470, 480, 140, 210]), 0.5);
});
