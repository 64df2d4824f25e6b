/** The hex under the glass: ground, costs, who is there with all factors in plain words. */

import { counterPicture } from "./board/counters.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { sentence } from "./question.js";
import { ruleLink } from "./ui.js";

/** @typedef {import("./types.js").Piece} Piece */
/**
 * @typedef {object} Facts
 * @property {string} hex
 * @property {string} [name]
 * @property {string} [title] of a box beside the map
 * @property {{rule: string, text: string}[]} facts
 * @property {{path: string[], whole: boolean, rule: string, text: string}[]} traces
 */

/**
 * @param {Facts} facts
 * @param {Piece[]} pieces
 * @param {SVGSVGElement} glass
 * @param {(piece: string) => void} choose
 */
export function inspector(facts, pieces, glass, choose) {
  const title = h("h3", {}, facts.title ?? facts.hex, facts.name ? ` · ${facts.name}` : "");
  // Who is there comes first: it is what one points at a stack for.
  return h(
    "section",
    { class: "inspector", "aria-label": t("hex.title", { hex: facts.hex }) },
    pieces.length ? title : null,
    pieces.length ? h("ul", { class: "roster" }, ...pieces.map((piece) => rosterRow(piece, choose))) : null,
    h(
      "header",
      {},
      facts.title ? null : glass,
      h(
        "div",
        {},
        pieces.length ? null : title,
        h(
          "ul",
          { class: "facts" },
          ...facts.facts.map((fact) => h("li", {}, sentence(fact.text), " ", ruleLink(fact.rule))),
          ...facts.traces.map((trace) =>
            h(
              "li",
              { class: trace.whole ? "trace-fact" : "trace-fact broken" },
              sentence(trace.text),
              " ",
              ruleLink(trace.rule),
            ),
          ),
        ),
      ),
    ),
    pieces.length ? null : h("p", { class: "quiet-text", text: t("hex.empty") }),
  );
}

/**
 * @param {Piece} piece
 * @param {(piece: string) => void} choose
 */
export function rosterRow(piece, choose) {
  return h(
    "li",
    {},
    h(
      "button",
      { type: "button", class: "roster-row", "data-unit": piece.id, title: piece.id, onclick: () => choose(piece.id) },
      counterPicture(piece),
      h("span", {}, h("b", { text: piece.name }), h("small", { text: piece.words })),
    ),
  );
}
