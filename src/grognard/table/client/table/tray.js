/** Dice falling beside the map. */

import { FALLS, thrown } from "../dice.js";
import { find, h, replace } from "../dom.js";
import { linked } from "../names.js";
import { sentence } from "../question.js";
import { ledTo } from "./chronicle.js";

/** @typedef {import("../types.js").Row} Row */

const SHOWN = 3;
const LIE = 3800;

/** The dice among what happened, each with what it led to. @param {HTMLElement} root @param {Row[]} rows */
export function throwDice(root, rows) {
  const told = rows.filter(({ kind }) => kind !== "choice");
  const fell = told.flatMap((row, i) => (FALLS.has(row.kind) ? [{ row, led: ledTo(told.slice(i + 1)) }] : []));
  if (!fell.length) return;
  const tray = find(root, ".dice-tray");
  const figures = fell.slice(-SHOWN).map(({ row, led }) =>
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
  replace(tray, ...[...tray.children, ...figures].slice(-SHOWN));
  window.setTimeout(() => figures.forEach((figure) => figure.remove()), LIE);
}
