/** Analysis: who was ahead when, the battles that turned it, and what the computer would do. */

import { h, replace, s } from "../dom.js";
import { percent, t } from "../i18n.js";
import { linked } from "../names.js";
import { sentence } from "../question.js";
import { dialog, ruleLink } from "../ui.js";

/** @typedef {import("../table.js").Table} Table */
/** @typedef {import("../types.js").Report} Report */

const WIDE = 600;
const TALL = 120;

/** The line that a side's chances draw over the game, as the path of a picture. @param {Report["advantage"]} moments @param {string} side @param {number} wide @param {number} tall */
export function course(moments, side, wide, tall) {
  const end = Math.max(1, moments.at(-1)?.at ?? 1);
  return moments
    .map(({ at, score }, i) => {
      const [x, y] = [(wide * at) / end, tall * (1 - (score[side] ?? 0.5))];
      return `${i ? "L" : "M"}${x.toFixed(1)},${y.toFixed(1)}`;
    })
    .join("");
}

/** The first side's chances from the first moment to the last, and the largest swings. @param {Report} report @param {(at: number) => void} go */
export function analysis(report, go) {
  const [side] = report.sides;
  if (!side || report.advantage.length < 2) return null;
  return h(
    "div",
    { class: "analysis" },
    h("p", { class: "quiet-text", text: t("analysis.text", { side: side.title }) }),
    s(
      "svg",
      { class: "advantage", viewBox: `0 0 ${WIDE} ${TALL}`, preserveAspectRatio: "none", role: "img", "aria-label": t("analysis.title") },
      s("path", { class: "even", d: `M0,${TALL / 2}H${WIDE}` }),
      s("path", { class: "course", d: course(report.advantage, side.id, WIDE, TALL) }),
    ),
    h(
      "ol",
      { class: "swings" },
      ...report.swings.map((swing) =>
        h(
          "li",
          {},
          h("button", {
            type: "button",
            class: "quiet",
            text: t("analysis.swing", { turn: swing.turn, side: swing.side_title, gain: percent(swing.gain) }),
            onclick: () => go(swing.at),
          }),
          " ",
          ...linked(sentence(swing.text)),
        ),
      ),
    ),
  );
}

/** Ask a level of the computer what it would do at the moment shown. @param {Table} table */
export function askAdvice(table) {
  const levels = table.hello?.levels ?? [];
  const answer = h("div", { class: "advice", role: "status" });
  const level = h(
    "select",
    { "aria-label": t("advice.level") },
    ...levels.map(({ name, title }) => h("option", { value: name, text: title, selected: name === "veteran" })),
  );
  const ask = h("button", {
    type: "button",
    class: "answer",
    text: t("advice.ask"),
    onclick: async () => {
      replace(answer, h("p", { text: t("loading") }));
      const at = table.past ? { at: table.past.at } : {};
      const frame = await table.link.ask({ what: "advice", name: level.value, ...at });
      if (frame.t !== "answer") {
        replace(answer, h("p", {}, sentence(frame.text), " ", ruleLink(frame.rule)));
        return;
      }
      replace(answer, ...told(/** @type {Advice} */ (/** @type {unknown} */ (frame))));
    },
  });
  dialog(t("advice.title"), [h("p", { class: "advice-ask" }, level, " ", ask), answer], "advice-sheet");
}

/** @typedef {{order: string, why: {rule: string, text: string}[], weighed: {text: string, score: number, playouts: number}[], advantage: Record<string, number>}} Advice */

/** @param {Advice} advice */
function told({ order, why, weighed, advantage }) {
  return [
    h("p", {}, h("b", {}, ...linked(sentence(order)))),
    h("ul", {}, ...why.map(({ rule, text }) => h("li", {}, ...linked(sentence(text)), " ", ruleLink(rule)))),
    weighed.length > 1
      ? h(
          "table",
          { class: "weighed" },
          h("thead", {}, h("tr", {}, h("th", { text: t("advice.plan") }), h("th", { text: t("advice.score") }))),
          h(
            "tbody",
            {},
            ...weighed
              .toSorted((a, b) => b.score - a.score)
              .map((row) => h("tr", {}, h("td", {}, ...linked(sentence(row.text))), h("td", { text: percent(row.score) }))),
          ),
        )
      : null,
    h("p", { class: "quiet-text" }, t("advice.ahead"), " ", Object.entries(advantage).map(([side, score]) => `${side} ${percent(score)}`).join(", ")),
  ];
}
