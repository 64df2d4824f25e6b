/** A new table: made, and its links handed out. */

import { Refused, request } from "../api.js";
import { h, icon } from "../dom.js";
import { t } from "../i18n.js";
import { flag } from "../sides.js";
import { invite, seatLinks } from "../talk.js";
import { dialog, toast } from "../ui.js";

/** @typedef {import("../types.js").GameInfo} GameInfo */
/** @typedef {import("../types.js").NewTable} NewTable */
/** @typedef {{scenario: string, options: Iterable<string>, seats: Record<string, string>}} Wish */

/** @param {GameInfo} game @param {Wish} wish */
export async function begin(game, { scenario, options, seats }) {
  await make("/api/tables", { game: game.name, scenario, options: [...options], seats }, game.seatings.flatMap((way) => way.seats));
}

/** A game that was played elsewhere. @param {string} record */
export async function bringIn(record) {
  await make("/api/tables/import", { record }, []);
}

/** @param {string} path @param {object} body @param {GameInfo["sides"]} sides */
async function make(path, body, sides) {
  try {
    /** @type {NewTable} */
    const made = await request(path, body);
    seatLinks(made.id, made.links);
    if (Object.keys(made.links).length) share(made, sides);
    else location.href = `/t/${made.id}`;
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused;
    toast(refused.message, "", "bad");
  }
}

/** @param {NewTable} made @param {GameInfo["sides"]} sides */
function share(made, sides) {
  dialog(
    t("share.title"),
    [
      h("p", { text: t("share.text") }),
      ...Object.entries(made.links).map(([side, link]) =>
        h(
          "p",
          { class: "share" },
          flag(side),
          h("b", { text: sides.find(({ id }) => id === side)?.title ?? side }),
          h("input", {
            type: "text",
            readonly: true,
            class: "share-link",
            "aria-label": t("share.link"),
            value: new URL(link, location.href).href,
          }),
          invite(t("seat.copy"), link),
        ),
      ),
      h("a", { class: "answer", href: `/t/${made.id}` }, icon("next"), t("share.go")),
    ],
    "share-sheet",
  );
}
