/** A card on the map lies where it covers least. */

import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import { clearest } from "../../src/grognard/table/client/board/edge.js";
import { CORNERS, leastCovered } from "../../src/grognard/table/client/table/corner.js";

const CARD = { width: 360, height: 300 };
const [BELOW, ABOVE] = [500, 100];
const AREAS = [BELOW, ABOVE].flatMap((y) => [0, 640].map((x) => ({ x, y, ...CARD })));

test("a card lies below on the left, unless it covers more there than elsewhere", () => {
  deepEqual(CORNERS.map(({ right, above }) => [above, right]), [[false, false], [false, true], [true, false], [true, true]]);
  equal(leastCovered(AREAS, []), 0);
  equal(leastCovered(AREAS, [{ x: 200, y: 700 }]), 1);
  const below = [{ x: 200, y: 700 }, { x: 900, y: 600 }];
  equal(leastCovered(AREAS, below), 2);
  equal(leastCovered(AREAS, [...below, { x: 20, y: 120 }]), 3);
  equal(leastCovered(AREAS, [...below, ...below, { x: 20, y: 120 }, { x: 990, y: 110 }]), 2);
});

test("a spot beside the card is covered too if its counter would be", () => {
  equal(leastCovered(AREAS, [{ x: 380, y: 700 }]), 1);
});

test("a sign at an edge lies in its middle, unless a counter does", () => {
  equal(clearest(600, []), 0.5);
  equal(clearest(600, [310]), 0.35);
  equal(clearest(600, [310, 200]), 0.65);
  equal(clearest(600, [310, 200, 400, 130, 470, 480, 140, 210]), 0.5);
});
