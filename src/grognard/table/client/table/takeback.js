/** Dice taken back against the computer: asked once in a game. */

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { pref } from "../settings.js";
import { dialog, toast } from "../ui.js";

/** @typedef {import("../table.js").Table} Table */

/** Whether dice may be taken back at this table, where nobody else has to agree. @param {Table} table @returns {Promise<boolean>} */
export async function mayTakeDice({ hello, id }) {
  if (!hello?.sides.some(({ who }) => who.startsWith("bot:"))) return true;
  const key = `take-dice-${id}`;
  const said = pref(key) ?? (await asked());
  if (said === null) return false;
  pref(key, said);
  if (said !== "yes") toast(t("takeback.never"));
  return said === "yes";
}

/** @returns {Promise<"yes" | "no" | null>} null if it was not answered */
function asked() {
  return new Promise((done) => {
    /** @param {"yes" | "no"} answer @param {"takeback.yes" | "takeback.no"} text */
    const button = (answer, text) =>
      h("button", {
        type: "button",
        class: answer === "yes" ? "answer closing" : "answer",
        "data-answer": answer,
        text: t(text),
        onclick: () => {
          done(answer);
          box.close();
        },
      });
    const box = dialog(
      t("takeback.ask"),
      [
        h("p", { text: t("takeback.text") }),
        h("p", { class: "answers" }, button("no", "takeback.no"), button("yes", "takeback.yes")),
      ],
      "takeback-sheet",
    );
    box.addEventListener("close", () => done(null));
  });
}
