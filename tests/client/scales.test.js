/** Plots by turn: where values lie. */

import { deepEqual, equal, ok } from "node:assert/strict";
import { test } from "node:test";
import { TALL, WIDE, distance, scale } from "../../src/grognard/table/client/scales.js";

test("the lines behind a plot are round figures, five at most", () => {
  deepEqual([1, 3, 4.5, 12, 40, 260].map(distance), [0.2, 1, 1, 5, 10, 100]);
  equal(distance(0), 1);
});

test("every value and turn lies inside the picture, higher values above", () => {
  const by = scale(-2.3, 7, 12);
  ok(Math.min(...by.marks) <= -2.3 && Math.max(...by.marks) >= 7 && by.marks.includes(0));
  for (const value of [-2.3, 0, 7]) ok(by.y(value) > 0 && by.y(value) < TALL);
  ok(by.y(7) < by.y(0) && by.y(0) < by.y(-2.3));
  ok(by.x(0) > 0 && by.x(11) < WIDE);
});

test("nothing to plot is a plot of nothing, not a fault", () => {
  const by = scale(0, 0, 0);
  ok(Number.isFinite(by.y(0)) && Number.isFinite(by.x(0)));
});
