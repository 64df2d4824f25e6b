/** A new table: made, and its links handed out. */

import { Refused, request } from "../api.js";
import { h, icon } from "../dom.js";
import { t } from "../i18n.js";
import { pref } from "../settings.js";
import { flag } from "../sides.js";
import { invite, seatCodes, seatLinks } from "../talk.js";
import { dialog, toast } from "../ui.js";

/** @typedef {import("../types.js").GameInfo} GameInfo */
/** @typedef {import("../types.js").NewTable} NewTable */
/** @typedef {{scenario: string, options: Iterable<string>, seats: Record<string, string>, clock?: string}} Wish */

/** @param {GameInfo} game @param {Wish} wish */
export async function begin(game, { scenario, options, seats, clock }) {
  const people = Object.values(seats).filter((seat) => !seat.startsWith("bot:"));
  // With players at different machines nobody alone makes the dice.
  const dice = people.length > 1 && people.includes("link") ? "shared" : "server";
  const mine = Object.keys(seats).filter((seat) => seats[seat] === "me");
  const names = mine.length === 1 ? { [mine[0] ?? ""]: pref("name") ?? "" } : {};
  const [turn, reserve] = (clock ?? "").split(" ").map(Number);
  const timed = clock && people.includes("me") && people.includes("link");
  const wish = { game: game.name, scenario, options: [...options], seats, dice, names, ...(timed ? { clock: { turn, reserve } } : {}) };
  await make("/api/tables", wish, game.seatings.flatMap((way) => way.seats));
}

/** A game that was played elsewhere. @param {string} record */
export async function bringIn(record) {
  await make("/api/tables/import", { record }, []);
}

/** a table is being set */
let making = false;

/** @param {boolean} on */
function busy(on) {
  making = on;
  document.documentElement.classList.toggle("making", on);
}

// Who comes back to this page may set another.
globalThis.addEventListener?.("pageshow", () => busy(false));

/** Set one table, however often the button is pressed. @param {string} path @param {object} body @param {GameInfo["sides"]} sides */
export async function make(path, body, sides) {
  if (making) return;
  busy(true);
  let leaving = false;
  try {
    /** @type {NewTable} */
    const made = await request(path, body);
    made.links = reachable(made);
    seatLinks(made.id, made.links);
    seatCodes(made.id, made.codes);
    if (Object.keys(made.links).length) share(made, sides);
    else {
      leaving = true;
      location.href = `/t/${made.id}`;
    }
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused;
    toast(refused.message, "", "bad");
  } finally {
    if (!leaving) busy(false);
  }
}

/** Whether this page was opened by a name that means every machine itself. */
function here() {
  return /^(localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname);
}

/** The links by an address that works for others, if the server has one. @param {NewTable} made */
function reachable(made) {
  const base = (here() && made.reach[0]) || location.href;
  return Object.fromEntries(Object.entries(made.links).map(([side, link]) => [side, new URL(link, base).href]));
}

/** @param {NewTable} made @param {GameInfo["sides"]} sides */
function share(made, sides) {
  dialog(
    t("share.title"),
    [
      h("p", { text: t("share.text", { n: Object.keys(made.links).length }) }),
      here() && !made.reach.length ? h("p", { class: "quiet-text", text: t("share.local") }) : null,
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
