/** Where things lie on the map. */

import { deepEqual, equal, ok } from "node:assert/strict";
import { test } from "node:test";
import { Ground } from "../../src/grognard/table/client/board/ground.js";

/** Two hexes side by side, with a name under the first. */
function ground() {
  const made = new Ground();
  made.read({
    width: 300,
    height: 200,
    unit: 72,
    radius: 41.6,
    orientation: "pointy",
    hexes: { "0101": [100, 100], "0201": [172, 100] },
    names: [[80, 116, 120, 130]],
    chief: [],
  });
  return made;
}

test("a spot lies in the hex whose middle is nearest, or in none", () => {
  const map = ground();
  equal(map.hexAt({ x: 110, y: 90 }), "0101");
  equal(map.hexAt({ x: 150, y: 100 }), "0201");
  equal(map.hexAt({ x: 20, y: 20 }), null);
});

test("a box beside the map is no hex", () => {
  const map = ground();
  map.lay([{ id: "E1", title: "", near: "0101", at: [0, 0], size: [1, 1] }], new Set());
  equal(map.hexAt({ x: 142, y: 120 }), "0201");
  ok(map.isBox("E1"));
});

test("a cost covers no name where it can be written elsewhere", () => {
  const map = ground();
  const over = map.chip("0101", { x: 100, y: 100 }, 16, false);
  ok(over.y < 100, "above, since a name stands below");
  const under = map.chip("0201", { x: 172, y: 100 }, 16, false);
  ok(under.y > 100);
  const beside = map.chip("0201", { x: 172, y: 100 }, 16, true);
  ok(beside.x < 172 - 20, "beside the counters that lie there");
});

test("a figure in a hex goes to a corner without a name", () => {
  const map = ground();
  deepEqual(map.corner({ x: 100, y: 100 }, 12), { x: 121.6, y: 78.4 });
  ok(map.corner({ x: 90, y: 145 }, 12).y > 145, "below, since a name stands above");
});

test("a line may end in a hexside, and places that are not shown are left out", () => {
  const map = ground();
  equal(map.line(["0101", "0101/0201"]), "M100,100L136,100");
  equal(map.line(["0101", "nowhere"]), "");
});

test("what is out of sight is told by the edge beyond which it lies", () => {
  const map = ground();
  map.seen = { x: 0, y: 0, w: 130, h: 200 };
  deepEqual(map.outOfSight(["0101", "0201"]), { right: ["0201"] });
});

test("from afar the figures of counters cannot be read", () => {
  const map = ground();
  map.zoom = 0.3;
  ok(map.far);
  map.zoom = 1;
  ok(!map.far);
});

test("the border of an area leaves out the sides between its hexes", () => {
  const map = new Ground();
  map.read({
    width: 400,
    height: 300,
    unit: 72,
    radius: 41.57,
    orientation: "pointy",
    hexes: { "0101": [100, 100.5], "0201": [172, 100.49], "0102": [136, 162.86] },
    names: [],
    chief: [],
  });
  const sides = (/** @type {string[]} */ ...hexes) => map.border(hexes).split("M").length - 1;
  equal(sides("0101"), 6);
  equal(sides("0101", "0201"), 10);
  equal(sides("0101", "0201", "0102"), 12);
});
