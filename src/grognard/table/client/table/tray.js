/** Dice falling beside the map. */

import { die } from "../dice.js";
import { find, h, replace } from "../dom.js";
import { sentence } from "../question.js";

/** @typedef {import("../types.js").Row} Row */

const SHOWN = 3;
const LIE = 3800;

let clearing = 0;

/** @param {HTMLElement} root @param {Row[]} rolled */
export function throwDice(root, rolled) {
  const tray = find(root, ".dice-tray");
  replace(
    tray,
    ...rolled.slice(-SHOWN).map((row) =>
      h(
        "figure",
        { class: "thrown" },
        die(Number(row.facts.face), "die falling"),
        h("figcaption", { text: sentence(row.text) }),
      ),
    ),
  );
  clearTimeout(clearing);
  clearing = window.setTimeout(() => replace(tray), LIE);
}
