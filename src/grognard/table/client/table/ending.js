/** Ends before the end: by resigning, or by agreement. */

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { sentence } from "../question.js";
import { flag, sidesOf } from "../sides.js";
import { closeNote, dialog, toast } from "../ui.js";

/** @typedef {import("../table.js").Table} Table */

/** Something about the whole game: said again where only the table had moved on meanwhile. @param {Table} table @param {Record<string, unknown>} message */
export async function declare(table, message) {
  let frame = await table.link.change({ ...message, rev: table.view?.rev });
  if (frame.kind === "stale") frame = await table.link.change({ ...message, rev: frame.rev });
  if (frame.t === "refused") toast(sentence(frame.text), frame.rule, "bad");
}

/** Give the game up, once it has been asked whether that is meant. @param {Table} table */
export function resign(table) {
  closeNote();
  const sure = dialog(t("resign"), [
    h("p", { text: t("resign.text") }),
    h("button", {
      type: "button",
      class: "answer wide",
      text: t("resign.yes"),
      onclick: () => {
        sure.close();
        void declare(table, { t: "resign" });
      },
    }),
  ]);
}

/** Offer a draw, or that a side has won. @param {Table} table */
export function agreement(table) {
  closeNote();
  /** @param {{what: string, side?: string}} offer @param {...import("../dom.js").Child} words */
  const button = (offer, ...words) =>
    h(
      "button",
      {
        type: "button",
        class: "answer wide",
        onclick: () => {
          box.close();
          void declare(table, { t: "propose", ...offer });
        },
      },
      ...words,
    );
  const box = dialog(
    t("agree.title"),
    [
      h("p", { text: t("agree.text") }),
      button({ what: "draw" }, t("end.draw")),
      ...sidesOf(table.hello?.sides ?? []).map(({ id, title }) =>
        button({ what: "win", side: id }, flag(id), t("end.wins", { side: title })),
      ),
    ],
    "agree-sheet",
  );
}

/** A day more for the other side. @param {Table} table */
export function giveTime(table) {
  closeNote();
  void declare(table, { t: "give" });
}
