/** After the game, or so far: losses, front, dice and luck. */

import { request, text as fetchText } from "./api.js";
import { h, replace, s } from "./dom.js";
import { figure, percent, t } from "./i18n.js";
import { bars, lines } from "./plots.js";
import { Secrets } from "./secrets.js";
import { flag, nameOf, titled } from "./sides.js";
import { analysis } from "./table/analysis.js";
import { dialog, ruleLink } from "./ui.js";

/** @typedef {import("./types.js").Report} Report */
/** @typedef {import("./types.js").View} View */

/**
 * @param {Report} report
 * @param {View} view
 * @param {string} table
 * @param {(at: number) => void} go to a moment of the game
 */
export function showReport(report, view, table, go) {
  const outcome = report.outcome;
  const told = new Set(Object.values(report.luck).map(({ text }) => text));
  const sheet = dialog(
    t(report.over ? "report.title" : "report.sofar"),
    [
      outcome
        ? h(
            "p",
            { class: "verdict" },
            h("b", {
              text: outcome.winner_title
                ? t("end.wins", { side: outcome.winner_title })
                : t("end.draw"),
            }),
            " — ",
            outcome.text,
            " ",
            ruleLink(outcome.rule),
          )
        : null,
      ...report.text.filter((text) => !told.has(text)).map((text) => h("p", { text })),
      report.taken_back ? h("p", { text: t("report.takenback", { n: report.taken_back }) }) : null,
      report.advantage.length > 1 ? h("h3", { text: t("analysis.title") }) : null,
      analysis(report, (at) => {
        sheet.close();
        go(at);
      }),
      h("h3", { text: t("report.luck") }),
      h("div", { class: "luck" }, ...report.sides.map((side) => luck(report, side))),
      luckByTurn(report),
      h("h3", { text: t("report.losses") }),
      ...losses(report),
      report.front.length > 1 ? h("h3", { text: t("report.front") }) : null,
      report.front.length > 1 ? front(report) : null,
      h("h3", { text: t("report.proof") }),
      proof(view, table),
    ],
    "report",
  );
}

/** Who played a side: the seats that serve it, where there are several, and the players' names. @param {Report} report @param {{id: string}} side */
function players({ seats }, side) {
  const own = seats.filter((seat) => seat.side === side.id);
  const called = own.map(({ id, title }) => (own.length > 1 ? titled(id, title) : nameOf(id))).filter(Boolean);
  return called.length ? h("small", { class: "players", text: ` ${called.join(", ")}` }) : null;
}

/** @param {Report} report @param {{id: string, title: string}} side */
function luck(report, side) {
  const said = report.luck[side.id];
  const dice = report.dice[side.id];
  if (!said || !dice) return null;
  const least = Math.min(said.low, said.actual, said.expected) - 1;
  const most = Math.max(said.high, said.actual, said.expected) + 1;
  /** @param {number} value */
  const x = (value) => (200 * (value - least)) / (most - least);
  const sorts = Math.max(6, ...Object.keys(dice.faces).map(Number));
  const faces = Array.from({ length: sorts }, (_, i) => dice.faces[i + 1] ?? 0);
  const top = Math.max(1, ...faces);
  const caption = h("figcaption", {}, flag(side.id), " ", h("b", { text: side.title }), players(report, side));
  if (!dice.rolls) return h("figure", {}, caption, h("p", { text: said.text }));
  return h(
    "figure",
    {},
    caption,
    s(
      "svg",
      { class: "luck-line", viewBox: "-8 0 216 30", "aria-hidden": "true" },
      s("path", { class: "axis", d: "M0,15H200" }),
      s("rect", {
        class: "span",
        x: x(said.low),
        y: 9,
        width: Math.max(2, x(said.high) - x(said.low)),
        height: 12,
        rx: 3,
      }),
      s("path", { class: "mean", d: `M${x(said.expected)},5V25` }),
      s("circle", { class: "actual", cx: x(said.actual), cy: 15, r: 5.5 }),
    ),
    h("p", { text: said.text }),
    h("p", { class: "quiet-text" }, t("report.dice", { n: dice.rolls, mean: figure(dice.mean) })),
    s(
      "svg",
      { class: "faces", viewBox: `0 0 ${sorts * 30} 44`, "aria-hidden": "true" },
      ...faces.flatMap((n, i) => [
        s("rect", { x: i * 30 + 5, y: 30 - (26 * n) / top, width: 20, height: (26 * n) / top }),
        s("text", { x: i * 30 + 15, y: 41, text: i + 1 }),
      ]),
    ),
  );
}

/** Which tint is whose. @param {Report} report */
function key(report) {
  return h(
    "p",
    { class: "plot-key" },
    ...report.sides.map(({ title }, i) => h("span", {}, h("i", { class: `plot-${i}` }), " ", title)),
  );
}

/** The steps that the dice gained against expectation, summed up turn by turn. @param {Report} report */
function luckByTurn(report) {
  const sides = report.sides.map(({ id, title }) => {
    const course = report.luck[id]?.course ?? [];
    return {
      title,
      values: report.turns.map((turn) => course.findLast((each) => each.turn <= turn)?.gained ?? null),
    };
  });
  if (report.turns.length < 2 || sides.every(({ values }) => values.every((value) => value === null))) return null;
  return h(
    "figure",
    { class: "plotted" },
    h("figcaption", { text: t("report.luckturns") }),
    key(report),
    lines(t("report.luckturns"), report.turns, sides, (value) => figure(value, 1)),
  );
}

/** The turns in which somebody lost something. @param {Report} report */
function losses(report) {
  const all = Object.values(report.losses).flat();
  const bloody = report.turns.filter((turn) =>
    all.some((row) => row.turn === turn && row.reduced + row.eliminated),
  );
  if (!bloody.length) return [h("p", { text: t("report.nolosses") })];
  const lost = report.sides.map(({ id, title }) => ({
    title,
    values: report.turns.map((turn) => {
      const row = report.losses[id]?.find((each) => each.turn === turn);
      return row ? row.reduced + row.eliminated : 0;
    }),
  }));
  return [
    key(report),
    bars(t("report.losses"), report.turns, lost),
    h(
    "table",
    { class: "losses" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col", text: t("report.turn") }),
        ...report.sides.map((side) => h("th", { scope: "col", text: side.title })),
      ),
    ),
    h(
      "tbody",
      {},
      ...bloody.map((turn) =>
        h(
          "tr",
          {},
          h("th", { scope: "row", text: turn }),
          ...report.sides.map((side) => {
            const row = report.losses[side.id]?.find((each) => each.turn === turn);
            if (!row || (!row.reduced && !row.eliminated)) return h("td", { text: "–" });
            return h("td", {
              title: row.units.join(", "),
              text: t("report.lost", { reduced: row.reduced, eliminated: row.eliminated }),
            });
          }),
        ),
      ),
    ),
  ),
  ];
}

/** The share of the map that each side holds, turn by turn. @param {Report} report */
function front(report) {
  if (report.sides.length < 2) return null;
  const sides = report.sides.map(({ id, title }) => ({
    title,
    values: report.front.map((row) => row.share[id] ?? null),
  }));
  return h(
    "div",
    { class: "front" },
    key(report),
    lines(t("report.front"), report.front.map(({ turn }) => turn), sides, (value) => percent(value), [0, 1]),
  );
}

const PROVEN = /** @type {const} */ ({ asked: "proof.asked", server: "proof.server", shared: "proof.shared" });

/** Who gave no secret for some of the dice, and what was begun and never thrown. @param {View["dice"]} dice */
function remarks(dice) {
  if (dice.kind !== "shared") return [];
  const told = dice.missed.map(({ title, count }) => t("proof.missed", { count, all: dice.throws, side: title }));
  return dice.void ? [...told, t("proof.void", { count: dice.void })] : told;
}

/** @param {View} view @param {string} table */
export function proof(view, table) {
  const said = h("p", { class: "verified", role: "status" });
  return h(
    "div",
    { class: "proof" },
    h("p", { class: "quiet-text", text: t(PROVEN[view.dice.kind]) }),
    ...remarks(view.dice).map((text) => h("p", { class: "quiet-text", text })),
    view.commitment
      ? h("p", {}, t("proof.commitment"), " ", h("code", { text: view.commitment }))
      : null,
    view.seed ? h("p", {}, t("proof.seed"), " ", h("code", { text: view.seed })) : null,
    h("button", {
      type: "button",
      class: "quiet",
      text: t("proof.verify"),
      onclick: async () => {
        /** @type {{ok: boolean, faults: string[]}} */
        const found = await request(`/api/tables/${table}/verify`, {});
        if (view.dice.kind === "shared") {
          const others = new Secrets().missing(await fetchText(`/api/tables/${table}/record`));
          if (others.length) found.faults.push(t("proof.other", { n: others.join(", ") }));
        }
        const ok = !found.faults.length;
        said.className = ok ? "verified ok" : "verified";
        replace(said, ok ? t(view.dice.kind === "shared" ? "proof.ok.shared" : "proof.ok") : found.faults.join(" "));
      },
    }),
    said,
  );
}
