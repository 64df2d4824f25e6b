import { equal, ok } from "node:assert/strict";
import { test } from "node:test";

import { Near } from "../../src/grognard/table/client/board/near.js";

const SEEN = { x: 100, y: 100, w: 100, h: 100 };
const at = (/** @type {number} */ x, /** @type {number} */ y) => ({ x, y, w: 10, h: 10 });

test("what is seen and a little around it is near", () => {
  const near = new Near();
  equal(near.moved(SEEN), true);
  ok(near.has(at(150, 150)));
  ok(near.has(at(60, 150)));
  ok(!near.has(at(20, 150)));
  ok(!near.has(at(150, 400)));
});

test("a small push changes nothing, a long one adds", () => {
  const near = new Near();
  near.moved(SEEN);
  equal(near.moved({ ...SEEN, x: 140 }), false);
  equal(near.moved({ ...SEEN, x: 300 }), true);
  ok(near.has(at(60, 150)), "what is left behind stays until the map is at rest");
  ok(near.has(at(420, 150)));
});

test("at rest only what is near now is", () => {
  const near = new Near();
  near.moved(SEEN);
  near.moved({ ...SEEN, x: 300 });
  equal(near.rested({ ...SEEN, x: 300 }), true);
  ok(!near.has(at(60, 150)));
  equal(near.rested({ ...SEEN, x: 300 }), false);
});
