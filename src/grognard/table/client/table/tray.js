/** Dice falling beside the map. */

import { die } from "../dice.js";
import { find, h, replace } from "../dom.js";
import { linked } from "../names.js";
import { sentence } from "../question.js";

/** @typedef {import("../types.js").Row} Row */

const SHOWN = 3;
const LIE = 3800;

let clearing = 0;

/** The dice among what happened, each with what it led to. @param {HTMLElement} root @param {Row[]} rows */
export function throwDice(root, rows) {
  const told = rows.filter(({ kind }) => kind !== "choice");
  const thrown = told.flatMap((row, i) =>
    row.kind === "roll" ? [{ row, next: told[i + 1]?.kind === "roll" ? null : told[i + 1] }] : [],
  );
  if (!thrown.length) return;
  const tray = find(root, ".dice-tray");
  replace(
    tray,
    ...thrown.slice(-SHOWN).map(({ row, next }) =>
      h(
        "figure",
        { class: "thrown" },
        die(Number(row.facts.face), "die falling"),
        h(
          "figcaption",
          {},
          sentence(row.text),
          next ? h("b", {}, ...linked(sentence(next.text))) : null,
        ),
      ),
    ),
  );
  clearTimeout(clearing);
  clearing = window.setTimeout(() => replace(tray), LIE);
}
