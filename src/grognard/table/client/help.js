/** The keys, and where to begin. */

import { h } from "./dom.js";
import { t } from "./i18n.js";
import { dialog } from "./ui.js";

/** @type {[string, import("./i18n.js").Key][]} */
const KEYS = [
  ["1 – 9", "key.digit"],
  ["e", "key.end"],
  ["o", "key.orders"],
  ["/", "key.type"],
  ["m", "key.map"],
  ["← ↑ → ↓", "key.arrows"],
  ["Enter", "key.enter"],
  ["n  p", "key.next"],
  ["w", "key.stack"],
  ["Esc", "key.escape"],
  ["u", "key.undo"],
  ["+  −  0", "key.zoom"],
  ["Shift + ← ↑ → ↓", "key.pan"],
  ["[  ]", "key.step"],
  ["(  )", "key.battle"],
  ["{  }", "key.turn"],
  ["l  f  k  t", "key.tabs"],
  ["s", "key.skip"],
  ["g", "goal.title"],
  ["r", "book.title"],
  ["i", "find.title"],
  ["?", "key.help"],
];

/** @param {() => void} guide */
export function helpDialog(guide) {
  const box = dialog(
    t("help.title"),
    [
      h("p", { text: t("help.mouse") }),
      h("p", { text: t("help.touch") }),
      h("p", { text: t("help.rules") }),
      h("button", {
        type: "button",
        class: "answer",
        text: t("guide.start"),
        onclick: () => {
          box.close();
          guide();
        },
      }),
      h("h3", { text: t("help.keys") }),
      h(
        "dl",
        { class: "keys" },
        ...KEYS.flatMap(([keys, key]) => [
          h("dt", {}, ...keys.split("  ").map((each) => h("kbd", { text: each }))),
          h("dd", { text: t(key) }),
        ]),
      ),
    ],
    "help",
  );
}
