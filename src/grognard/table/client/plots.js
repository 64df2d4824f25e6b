/** Plots of a game by turn: bars and lines, as pictures without any library.  A side is told by its tint and by its pattern. */

import { s } from "./dom.js";
import { figure, t } from "./i18n.js";
import { LEFT, TALL, WIDE, scale } from "./scales.js";

/** @typedef {{title: string, values: (number | null)[]}} Series */
/** @typedef {import("./scales.js").Scale} Scale */

/** @param {Scale} by @param {number[]} turns @param {(value: number) => string} said */
function ground({ marks, x, y }, turns, said) {
  const every = Math.ceil(turns.length / 14);
  return [
    ...marks.flatMap((value) => [
      s("path", { class: value === 0 ? "plot-zero" : "plot-grid", d: `M${LEFT},${y(value).toFixed(1)}H${WIDE}` }),
      s("text", { class: "plot-mark", x: LEFT - 6, y: (y(value) + 4).toFixed(1), text: said(value) }),
    ]),
    ...turns.map((turn, i) =>
      i % every ? null : s("text", { class: "plot-turn", x: x(i).toFixed(1), y: TALL - 4, text: turn }),
    ),
  ];
}

/** @param {string} name @param {Series[]} sides @param {(SVGElement | null)[]} body */
function frame(name, sides, body) {
  return s(
    "svg",
    { class: "plot", viewBox: `0 0 ${WIDE} ${TALL}`, role: "img", "aria-label": `${name}: ${sides.map(({ title }) => title).join(", ")}` },
    ...body.filter((each) => each !== null),
  );
}

/**
 * Bars side by side for each turn.
 * @param {string} name
 * @param {number[]} turns
 * @param {Series[]} sides
 */
export function bars(name, turns, sides) {
  const by = scale(0, Math.max(1, ...sides.flatMap(({ values }) => values.map((v) => v ?? 0))), turns.length);
  const wide = Math.min(18, (by.step * 0.8) / Math.max(1, sides.length));
  return frame(name, sides, [
    ...ground(by, turns, (value) => figure(value)),
    ...sides.flatMap(({ title, values }, k) =>
      values.map((value, i) =>
        value
          ? s(
              "rect",
              {
                class: `plot-bar plot-${k}`,
                x: (by.x(i) + (k - sides.length / 2) * wide).toFixed(1),
                y: by.y(value).toFixed(1),
                width: wide.toFixed(1),
                height: (by.y(0) - by.y(value)).toFixed(1),
              },
              s("title", { text: `${t("report.turn")} ${turns[i]}, ${title}: ${figure(value)}` }),
            )
          : null,
      ),
    ),
  ]);
}

/**
 * A line for each side; what is not known is not drawn.
 * @param {string} name
 * @param {number[]} turns
 * @param {Series[]} sides
 * @param {(value: number) => string} said
 * @param {[number, number]} [range] what the plot spans at least
 */
export function lines(name, turns, sides, said, range = [0, 0]) {
  const known = sides.flatMap(({ values }) => values.filter((value) => value !== null));
  const by = scale(Math.min(range[0], ...known), Math.max(range[1], ...known), turns.length);
  return frame(name, sides, [
    ...ground(by, turns, said),
    ...sides.flatMap(({ title, values }, k) => {
      const points = values.flatMap((value, i) => (value === null ? [] : [{ value, i }]));
      const way = points.map(({ value, i }, n) => `${n ? "L" : "M"}${by.x(i).toFixed(1)},${by.y(value).toFixed(1)}`);
      return [
        s("path", { class: `plot-line plot-${k}`, d: way.join("") }),
        ...points.map(({ value, i }) =>
          s(
            "circle",
            { class: `plot-dot plot-${k}`, cx: by.x(i).toFixed(1), cy: by.y(value).toFixed(1), r: 3.5 },
            s("title", { text: `${t("report.turn")} ${turns[i]}, ${title}: ${said(value)}` }),
          ),
        ),
      ];
    }),
  ]);
}
