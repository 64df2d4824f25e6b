/** Dice falling beside the map. */

import { FALLS, thrown } from "../dice.js";
import { find, h, replace } from "../dom.js";
import { linked } from "../names.js";
import { sentence } from "../question.js";

/** @typedef {import("../types.js").Row} Row */

const SHOWN = 3;
const LIE = 3800;

/** The dice among what happened, each with what it led to. @param {HTMLElement} root @param {Row[]} rows */
export function throwDice(root, rows) {
  const told = rows.filter(({ kind }) => kind !== "choice");
  const fell = told.flatMap((row, i) => {
    const next = told[i + 1];
    return FALLS.has(row.kind) ? [{ row, next: next && FALLS.has(next.kind) ? null : next }] : [];
  });
  if (!fell.length) return;
  const tray = find(root, ".dice-tray");
  const figures = fell.slice(-SHOWN).map(({ row, next }) =>
    h(
      "figure",
      { class: "thrown" },
      ...thrown(row, "falling"),
      h(
        "figcaption",
        {},
        ...linked(sentence(row.text)),
        next ? h("b", {}, ...linked(sentence(next.text))) : null,
      ),
    ),
  );
  replace(tray, ...[...tray.children, ...figures].slice(-SHOWN));
  window.setTimeout(() => figures.forEach((figure) => figure.remove()), LIE);
}
