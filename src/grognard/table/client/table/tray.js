/** Dice falling beside the map. */

import { FALLS, thrown } from "../dice.js";
import { find, h, replace } from "../dom.js";
import { t } from "../i18n.js";
import { linked } from "../names.js";
import { sentence } from "../question.js";
import { ledTo } from "./chronicle.js";
import { onPhone } from "./sheet.js";

/** @typedef {import("../types.js").Row} Row */

const SHOWN = 6; // throws that are told in words; those before them fold
const ON_PHONE = 3;
const LIE = 3800; // milliseconds
const LONGER = 900; // for each further throw: there is more to read

/** The dice since the last order of these seats, each with what it led to. @param {HTMLElement} root @param {Row[]} rows what happened @param {string[]} own */
export function throwDice(root, rows, own) {
  const tray = find(root, ".dice-tray");
  if (rows.some(({ kind, side }) => kind === "choice" && own.includes(side ?? ""))) replace(tray);
  const told = rows.filter(({ battle, kind }) => !battle && kind !== "choice");
  const fell = told.flatMap((row, i) => (FALLS.has(row.kind) ? [{ row, led: ledTo(told.slice(i + 1)) }] : []));
  if (!fell.length) return;
  const life = LIE + LONGER * (fell.length - 1);
  const figures = fell.map(({ row, led }) =>
    h(
      "figure",
      { class: "thrown" },
      ...thrown(row, "falling"),
      h(
        "figcaption",
        {},
        ...linked(sentence(row.text)),
        ...led.map(({ text }) => h("b", {}, ...linked(sentence(text)))),
      ),
    ),
  );
  for (const figure of figures) figure.style.animationDuration = `${life}ms`;
  tray.append(...figures);
  fold(tray);
  window.setTimeout(() => {
    for (const figure of figures) figure.remove();
    if (!tray.querySelector(".thrown:not(.earlier)")) replace(tray);
  }, life);
}

/** Of many throws the first are dice without words, in one line: the log has the words. @param {HTMLElement} tray */
function fold(tray) {
  const lying = /** @type {HTMLElement[]} */ ([...tray.querySelectorAll(".thrown:not(.earlier)")]);
  const surplus = lying.slice(0, -(onPhone() ? ON_PHONE : SHOWN));
  if (!surplus.length) return;
  const before = tray.querySelector(".earlier");
  const all = [before, ...surplus].flatMap((figure) => [...(figure?.querySelectorAll(".die, .drawn") ?? [])]);
  for (const each of all) each.classList.remove("falling");
  for (const figure of [before, ...surplus]) figure?.remove();
  tray.prepend(h("figure", { class: "thrown earlier" }, h("figcaption", {}, t("tray.earlier"), " ", ...all)));
}
