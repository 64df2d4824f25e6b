/** A phase or a turn that begins is announced over the map, with what passed on the way to it. */

import { find, h, replace } from "../dom.js";
import { t } from "../i18n.js";
import { linked } from "../names.js";
import { sentence } from "../question.js";
import { ruleLink } from "../ui.js";

/** @typedef {import("../types.js").Row} Row */
/** @typedef {import("../types.js").View} View */

const STAY = 3200;
const PASSED = 4; // lines of what passed; the log has all of it

let clearing = 0;

/** @param {View} before @param {View} view */
function newPhase(before, view) {
  return before.turn !== view.turn || before.phase !== view.phase;
}

/** The other player's part of the same phase: he is asked what the first was asked, and nobody fights. @param {View} before @param {View} view @param {Row[]} told */
function newPlayer({ decision: then }, { decision: now }, told) {
  return now?.kind === then?.kind && now?.side !== then?.side && !told.some(({ battle }) => battle);
}

/** @param {HTMLElement} root @param {View | null} before @param {View} view @param {Row[]} told what happened between them */
export function proclaim(root, before, view, told) {
  if (!before || view.outcome || !(newPhase(before, view) || newPlayer(before, view, told))) return;
  const passed = told.filter(({ kind }) => kind === "pass").slice(-PASSED);
  const host = find(root, ".banner");
  const words = [
    before.turn === view.turn ? "" : t("banner.turn", { n: view.turn }),
    view.decision?.side_title ?? "",
    view.phase_text,
  ];
  replace(
    host,
    h(
      "div",
      { class: "banner-card" },
      h("b", { text: words.filter(Boolean).map(sentence).join(" · ") }),
      ...passed.map((row) => h("p", {}, ...linked(sentence(row.text)), " ", ruleLink(row.rule))),
    ),
  );
  clearTimeout(clearing);
  clearing = window.setTimeout(() => replace(host), STAY + 1500 * passed.length);
}
