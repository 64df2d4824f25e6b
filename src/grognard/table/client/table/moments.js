/** Other moments of the game: looked at, gone on from. */

import { request } from "../api.js";
import { t } from "../i18n.js";

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

  async branch() {
    const at = this.table.shown?.at ?? 0;
    /** @type {import("../types.js").NewTable} */
    const made = await request(`/api/tables/${this.table.id}/branch`, { at });
    location.href = `/t/${made.id}`;
  }

  /** The scrubber and the log at the moment shown. */
  draw() {
    const { log, past, root, scrubber, shown, view } = this.table;
    if (!shown || !view) return;
    const at = past ? past.at : view.length;
    scrubber.set(
      at,
      view.length,
      t("scrub.where", { turn: shown.turn, phase: shown.phase_text, at, length: view.length }),
    );
    log.show(past ? past.at : -1);
    root.classList.toggle("in-past", past !== null);
  }
}
