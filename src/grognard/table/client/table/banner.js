/** A phase or a turn that begins is announced over the map, with what passed on the way to it; so is what the enemy did in between. */

import { thrown } from "../dice.js";
import { find, h, iconButton, replace } from "../dom.js";
import { t } from "../i18n.js";
import { linked } from "../names.js";
import { sentence } from "../question.js";
import { ruleLink } from "../ui.js";
import { ofNow, once, openingOf } from "./chronicle.js";
import { onPhone } from "./sheet.js";

/** @typedef {import("../types.js").Row} Row */
/** @typedef {import("../types.js").View} View */

const STAY = 3200;
const PASSED = 4; // lines of what passed; the log has all of it
const MOST = 0.3; // of the height of the map

let clearing = 0;
/** @type {{turn: number, lines: Row[]}} what hangs over the map now: phases pass more quickly than one reads */
let shown = { turn: 0, lines: [] };

/** A phase is new also where another of its kind is over: others passed in between. @param {View} before @param {View} view @param {Row[]} told */
function newPhase(before, view, told) {
  const passed = told.some(({ kind, phase }) => kind === "pass" && phase !== view.phase);
  return before.turn !== view.turn || before.phase !== view.phase || passed;
}

/** The other player's part of the same phase: he is asked what the first was asked, and nobody fights. @param {View} before @param {View} view @param {Row[]} told */
function newPlayer({ decision: then }, { decision: now }, told) {
  return now?.kind === then?.kind && now?.side !== then?.side && !told.some(({ battle }) => battle);
}

/** What another player did when he was asked in the midst of my phase: my march stops there, and I had better know why. @param {View} before @param {View} view @param {Row[]} told */
function between({ decision: then }, { decision: now }, told) {
  if (!then || !now?.mine || then.side === now.side) return [];
  return told.filter(({ battle, kind, side }) => !battle && side === then.side && kind !== "choice" && kind !== "roll");
}

/** The phase that passed, where it is not the one that is announced. @param {Row} row @param {View} view */
function ofPhase({ phase, phase_text }, view) {
  return phase_text && phase !== view.phase ? h("small", { text: `${sentence(phase_text)} ` }) : null;
}

/**
 * The dice that fell before a player's first decision, each with what it led to; they hang over the map until he decides something, folded where there is little room.
 * @param {HTMLElement} root
 * @param {Row[]} rows the log so far
 * @param {string[]} own the seats of this browser
 */
export function tellOpening(root, rows, own) {
  const fell = openingOf(rows, new Set(own));
  if (!fell.length) return;
  const host = find(root, ".banner");
  const list = h(
    "details",
    { open: !onPhone() },
    h("summary", {}, h("b", { text: t("banner.opening") })),
    h(
      "ul",
      {},
      ...fell.map(({ row, led }) =>
        h(
          "li",
          {},
          ...thrown(row),
          ...(led.length ? led : [row]).flatMap((each, i) => [i ? ". " : "", ...linked(sentence(each.text))]),
          " ",
          ruleLink(row.rule),
        ),
      ),
    ),
  );
  replace(
    host,
    h(
      "div",
      { class: "banner-card opening" },
      iconButton("close", t("banner.close"), () => replace(host), { class: "icon-button small" }),
      list,
    ),
  );
  // Where it would lie over much of the map it is folded: what is asked lies under it.
  if (list.offsetHeight > find(root, ".map-area").clientHeight * MOST) list.open = false;
}

/** @param {HTMLElement} root @param {View | null} before @param {View} view @param {Row[]} told what happened between them */
export function proclaim(root, before, view, told) {
  if (before && before.at !== view.at) root.querySelector(".banner-card.opening")?.remove();
  if (!before || view.outcome) return;
  const begins = newPhase(before, view, told) || newPlayer(before, view, told);
  const lines = begins ? told.filter(({ kind }) => kind === "pass") : between(before, view, told);
  if (!begins && !lines.length) return;
  const turn = before.turn === view.turn ? shown.turn : view.turn;
  shown = { turn, lines: once(ofNow([...shown.lines, ...lines], view)).slice(-PASSED) };
  const words = [
    turn ? t("banner.turn", { n: turn }) : "",
    (begins ? view : before).decision?.side_title ?? "",
    begins ? view.phase_text : "",
  ];
  const host = find(root, ".banner");
  replace(
    host,
    h(
      "div",
      { class: "banner-card" },
      h("b", { text: words.filter(Boolean).map(sentence).join(" · ") }),
      ...shown.lines.map((row) => h("p", {}, ofPhase(row, view), ...linked(sentence(row.text)), " ", ruleLink(row.rule))),
    ),
  );
  clearTimeout(clearing);
  clearing = window.setTimeout(() => {
    shown = { turn: 0, lines: [] };
    replace(host);
  }, STAY + 1500 * shown.lines.length);
}
