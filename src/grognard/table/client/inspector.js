/** The hex under the glass: ground, costs, who is there with all factors in plain words. */

import { counterPicture } from "./board.js";
import { h, s } from "./dom.js";
import { t } from "./i18n.js";
import { ruleLink } from "./ui.js";

/** @typedef {import("./types.js").Piece} Piece */
/**
 * @typedef {object} Facts
 * @property {string} hex
 * @property {string | null} name
 * @property {{rule: string, text: string}[]} facts
 */

/**
 * @param {Facts} facts
 * @param {Piece[]} pieces
 * @param {SVGSVGElement} world the board, for the glass
 * @param {{x: number, y: number}} centre
 * @param {number} radius
 * @param {(piece: string) => void} choose
 */
export function inspector(facts, pieces, world, centre, radius, choose) {
  return h(
    "section",
    { class: "inspector", "aria-label": t("hex.title", { hex: facts.hex }) },
    h(
      "header",
      {},
      glass(world, centre, radius),
      h(
        "div",
        {},
        h("h3", {}, facts.hex, facts.name ? ` · ${facts.name}` : ""),
        h(
          "ul",
          { class: "facts" },
          ...facts.facts.map((fact) => h("li", {}, fact.text, " ", ruleLink(fact.rule))),
        ),
      ),
    ),
    pieces.length
      ? h("ul", { class: "roster" }, ...pieces.map((piece) => rosterRow(piece, choose)))
      : h("p", { class: "quiet-text", text: t("hex.empty") }),
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
      { type: "button", class: "roster-row", "data-unit": piece.id, onclick: () => choose(piece.id) },
      counterPicture(piece),
      h("span", {}, h("b", { text: piece.name }), h("small", { text: piece.words })),
    ),
  );
}

/**
 * The hex and its neighbours, magnified.
 * @param {SVGSVGElement} world
 * @param {{x: number, y: number}} centre
 * @param {number} radius
 */
function glass(world, centre, radius) {
  const r = radius * 1.25;
  const map = world.querySelector(".map");
  const id = "glass-map";
  if (map && !map.id) map.id = id;
  return s(
    "svg",
    {
      class: "glass",
      viewBox: `${centre.x - r} ${centre.y - r} ${2 * r} ${2 * r}`,
      "aria-hidden": "true",
      focusable: "false",
    },
    s("use", { href: `#${map?.id ?? id}` }),
  );
}
