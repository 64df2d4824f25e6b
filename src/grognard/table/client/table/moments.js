/** Other moments of the game: looked at, gone on from. */

import { inLanguage, request } from "../api.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { make } from "../lobby/make.js";
import { seatField, sitters } from "../seating.js";
import { dialog } from "../ui.js";

/** @typedef {import("../table.js").Table} Table */
/** @typedef {import("../types.js").View} View */

const KEPT = 400;

export class Moments {
  /** @type {Map<number, View>} */ #known = new Map();
  #wanted = -1;
  #fetching = false;

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
  }

  /** What is known of moments from this one on no longer holds. @param {number} [from] */
  forget(from = 0) {
    for (const at of this.#known.keys()) if (at >= from) this.#known.delete(at);
  }

  /** @param {number} at @returns {Promise<void>} when it is shown */
  async go(at) {
    const { view } = this.table;
    if (!view) return;
    if (at >= view.length) {
      this.live();
      return;
    }
    this.#wanted = at;
    await this.#fetch();
  }

  async #fetch() {
    if (this.#fetching) return;
    this.#fetching = true;
    while (this.#wanted >= 0) {
      const at = this.#wanted;
      const view = this.#known.get(at) ?? (await this.#ask(at));
      if (this.#wanted === at) this.#wanted = -1;
      if (view) {
        this.table.past = view;
        this.table.hands.selection = null;
        this.table.context.leave();
        this.table.redraw();
      }
    }
    this.#fetching = false;
  }

  /** @param {number} at @returns {Promise<View | null>} */
  async #ask(at) {
    const frame = await this.table.link.ask({ what: "at", at });
    if (frame.t !== "answer") return null;
    this.#known.set(at, frame.view);
    if (this.#known.size > KEPT) {
      this.#known.delete(/** @type {number} */ (this.#known.keys().next().value));
    }
    return frame.view;
  }

  live() {
    this.#wanted = -1;
    this.table.past = null;
    this.table.redraw();
  }

  /** Play on from the moment shown, at a table of its own: who sits where? */
  async branch() {
    const { hello, id, shown } = this.table;
    if (!hello || !shown) return;
    const { game: name } = hello.table;
    /** @type {[import("../types.js").GameInfo[], import("../types.js").GamePage]} */
    const [games, page] = await Promise.all([
      request(inLanguage("/api/games")),
      request(inLanguage(`/api/games/${name}/page`)),
    ]);
    const game = games.find((each) => each.name === name);
    if (!game) return;
    const seats = Object.fromEntries(
      hello.sides.map((side) => [side.id, side.who.startsWith("bot:") ? side.who : "me"]),
    );
    const body = { at: shown.at, seats };
    dialog(
      t("branch.title"),
      [
        h("p", { text: t("branch.text") }),
        ...hello.sides.map((side) =>
          seatField(side, sitters(side, game, page), seats[side.id] ?? "me", (who) => {
            seats[side.id] = who;
          }),
        ),
        h("button", {
          type: "button",
          class: "answer wide",
          text: t("lobby.begin"),
          onclick: () => void make(`/api/tables/${id}/branch`, body, hello.sides),
        }),
      ],
      "branch-sheet",
    );
  }

  /** The scrubber and the log at the moment shown. */
  draw() {
    const { log, past, root, scrubber, shown, view } = this.table;
    if (!shown || !view) return;
    const at = past ? past.at : view.length;
    scrubber.set(
      at,
      view.length,
      t(shown.turn ? "scrub.where" : "scrub.before", { turn: shown.turn, phase: shown.phase_text, at, length: view.length }),
    );
    log.show(past ? past.at : -1);
    root.classList.toggle("in-past", past !== null);
  }
}
