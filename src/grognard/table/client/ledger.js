/** The battle ledger: what decides an attack, before the die and when it has fallen. */

import { columnOf, headOf, tone } from "./charts.js";
import { die, printed, signed } from "./dice.js";
import { h } from "./dom.js";
import { percent, t } from "./i18n.js";
import { linked } from "./names.js";
import { sentence } from "./question.js";
import { ruleLink } from "./ui.js";

/** @typedef {import("./types.js").Ledger} Ledger */
/** @typedef {import("./types.js").Chart} Chart */
/** @typedef {import("./types.js").Row} Row */

const MANY = 12; // outcomes: more are no longer read at a glance
const RARE = 2; // percent

/** The row in which a face of the die is read. @param {Chart} chart @param {Ledger} ledger @param {number} face */
function rowOf(chart, ledger, face) {
  return Math.min(Math.max(face + ledger.modifier - chart.lowest, 0), chart.rows.length - 1);
}

/**
 * @param {Ledger} ledger
 * @param {object} how
 * @param {Ledger | null} [how.held] another allocation to compare with
 * @param {string} [how.supposed] what it supposes: an answer that is only pointed at
 * @param {Chart | null} [how.chart]
 * @param {Row | null} [how.fought] what the die did
 * @param {() => void} [how.hold]
 * @param {() => void} [how.drop]
 */
export function ledgerView(ledger, { held = null, chart = null, fought = null, supposed = "", hold, drop }) {
  const thrown = fought ? Number(fought.facts.die) : null;
  const many = ledger.chances.length > MANY;
  const notes = ledger.notes.map((line) =>
    h("p", { class: "ledger-note" }, ...linked(sentence(line.text)), " ", ruleLink(line.rule)),
  );
  return h(
    "section",
    { class: "ledger", "aria-label": t("ledger.title") },
    h("h3", {}, ...linked(sentence(ledger.title))),
    supposed ? h("p", { class: "ledger-supposed", text: supposed }) : null,
    fought
      ? h("p", { class: "ledger-result" }, ...linked(sentence(fought.text)), " ", ruleLink(fought.rule))
      : null,
    ledger.column
      ? h(
          "p",
          { class: "ledger-sum" },
          ledger.ground
            ? h("span", {}, h("b", { text: sentence(ledger.column) }))
            : h("span", {}, t("ledger.column"), " ", h("b", { text: ledger.column })),
          ledger.modifier ? h("span", {}, t("ledger.die"), " ", h("b", { text: signed(ledger.modifier) })) : null,
        )
      : null,
    strip(ledger, chart, thrown),
    // What it comes to on average is seen before the many ways in which it may come.
    ...(many ? [...notes, lines(ledger)] : []),
    fought ? null : held
      ? h(
          "div",
          { class: "compare" },
          bars(held, t("ledger.held", { title: held.title })),
          bars(ledger, t("ledger.now", { title: ledger.title })),
        )
      : bars(ledger, t("ledger.chances")),
    ...(many ? [] : [lines(ledger), ...notes]),
    chart && ledger.column ? chartView(chart, ledger, thrown) : null,
    hold && drop
      ? h(
          "p",
          { class: "ledger-tools" },
          held
            ? h("button", { type: "button", class: "quiet", onclick: drop, text: t("ledger.drop") })
            : h("button", { type: "button", class: "quiet", onclick: hold, text: t("ledger.hold") }),
        )
      : null,
  );
}

/** @param {Ledger} ledger */
function lines(ledger) {
  return h(
    "table",
    { class: "ledger-lines" },
    h(
      "tbody",
      {},
      ...ledger.lines.map((line) =>
        h(
          "tr",
          {},
          h("td", { class: "amount", text: printed(line.amount) }),
          h("td", {}, ...linked(sentence(line.text))),
          h("td", { class: "cite" }, ruleLink(line.rule)),
        ),
      ),
    ),
  );
}

/**
 * What each face of the die would do.
 * @param {Ledger} ledger
 * @param {Chart | null} chart
 * @param {number | null} thrown
 */
function strip(ledger, chart, thrown) {
  const column = chart ? columnOf(chart, ledger) : -1;
  return h(
    "ol",
    { class: "strip", "aria-label": t("ledger.faces") },
    ...ledger.table.map(([face, listed]) => {
      const row = chart ? rowOf(chart, ledger, face) : 0;
      const result = chart?.rows[row]?.[column] ?? listed;
      const shade = chart?.shades?.[row]?.[column];
      return h(
        "li",
        { class: `${tone(result)}${face === thrown ? " fallen" : ""}${shade ? ` shade-${shade}` : ""}` },
        die(face),
        h("b", { text: result === "-" ? "–" : result }),
      );
    }),
  );
}

/**
 * The chance of every outcome; where there are many, the rare ones on demand.
 * @param {Ledger} ledger
 * @param {string} title
 */
function bars({ chances }, title) {
  const rare = chances.length > MANY ? chances.filter((chance) => chance.percent < RARE) : [];
  return h(
    "div",
    { class: "bars" },
    h("h4", { text: title }),
    outcomes(chances.filter((chance) => !rare.includes(chance))),
    rare.length
      ? h(
          "details",
          {},
          h("summary", { text: t("ledger.rare", { n: rare.length, percent: percent(RARE / 100) }) }),
          outcomes(rare),
        )
      : null,
  );
}

/** @param {Ledger["chances"]} chances */
function outcomes(chances) {
  return h(
    "dl",
    {},
    ...chances.flatMap((chance) => {
      const bar = h("span", { class: "bar" });
      bar.style.setProperty("--share", `${chance.percent}%`);
      return [
        h("dt", { class: tone(chance.result) }, h("b", { text: chance.result }), " ", ...linked(chance.text)),
        h(
          "dd",
          { class: tone(chance.result) },
          h("span", { class: "figure", title: chance.chance, text: percent(chance.percent / 100) }),
          bar,
        ),
      ];
    }),
  );
}

/** The printed chart as it is. @param {Chart} chart */
export function wholeChart(chart) {
  return chartView(chart, null, null);
}

/**
 * The printed chart with the column lit and the cells that the die can reach.
 * @param {Chart} chart
 * @param {Ledger | null} ledger
 * @param {number | null} thrown
 */
function chartView(chart, ledger, thrown) {
  const column = ledger ? columnOf(chart, ledger) : -1;
  const reached = new Set(ledger?.table.map(([face]) => rowOf(chart, ledger, face)));
  const fallen = !ledger || thrown === null ? -1 : rowOf(chart, ledger, thrown);
  return h(
    "div",
    { class: "chart" },
    h("h4", {}, chart.title ?? t("ledger.chart"), " ", ruleLink(chart.rule)),
    h(
      "div",
      { class: "chart-scroll", tabindex: "0", role: "region", "aria-label": t("ledger.chart") },
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("td", {}),
            ...chart.columns.map((name, i) =>
              h("th", { scope: "col", class: i === column ? "on" : "", text: headOf(name, i, chart.columns.length) }),
            ),
          ),
        ),
        h(
          "tbody",
          {},
          ...chart.rows.map((cells, r) =>
            h(
              "tr",
              {},
              h("th", { scope: "row", text: chart.heads[r] }),
              ...cells.map((cell, c) => {
                const here = c === column && reached.has(r);
                const at = c === column && r === fallen ? " fallen" : "";
                const shade = chart.shades?.[r]?.[c];
                return h("td", {
                  class: `${c === column ? "on" : ""}${here ? ` can ${tone(cell)}` : ""}${at}${shade ? ` shade-${shade}` : ""}`,
                  text: cell === "-" ? "–" : cell,
                });
              }),
            ),
          ),
        ),
      ),
    ),
    ...(chart.legend ?? []).map(([shade, text, rule]) =>
      h("p", { class: "chart-legend" }, h("i", { class: `shade-${shade}` }), text, " ", ruleLink(rule)),
    ),
  );
}
