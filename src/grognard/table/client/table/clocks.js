/** The players' clocks: what is left for this turn and in reserve, counted down here as on the server. */

import { spell } from "../clock.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { flag, titled } from "../sides.js";

/** @typedef {import("../table.js").Table} Table */
/** @typedef {import("../types.js").Clocks} Clocks */

export class ClockFace {
  /** @type {Clocks | null} */ #clocks = null;
  #since = 0;
  #fell = false;

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    window.setInterval(() => this.#tick(), 1000);
  }

  /** @param {Clocks | null} clocks as the server has just told */
  set(clocks) {
    this.#clocks = clocks;
    this.#since = Date.now();
    this.#fell = this.fallen !== null;
  }

  /** What is left of a seat's turn and reserve, in seconds. @param {string} seat @returns {[number, number]} */
  left(seat) {
    const [turn, reserve] = this.#clocks?.seats[seat] ?? [0, 0];
    const gone = this.#clocks?.runs === seat ? (Date.now() - this.#since) / 1000 : 0;
    return [Math.max(0, turn - gone), Math.max(0, reserve - Math.max(0, gone - turn))];
  }

  /** The seat whose time has run out while it decides. */
  get fallen() {
    const seat = this.#clocks?.runs ?? null;
    return seat !== null && this.left(seat).every((each) => each === 0) ? seat : null;
  }

  /** Whether the victory can be claimed here. */
  get claimable() {
    const { hello } = this.table;
    const late = hello?.sides.find(({ id }) => id === this.fallen);
    const own = hello?.sides.filter(({ id }) => hello.seats.includes(id)) ?? [];
    return late !== undefined && own.some(({ side }) => side !== late.side);
  }

  /** The clocks, for the question. */
  node() {
    const { hello } = this.table;
    if (!this.#clocks || !hello) return null;
    const { runs, seats } = this.#clocks;
    return h(
      "p",
      { class: "clocks", title: t("clock.hint") },
      ...hello.sides
        .filter(({ id }) => id in seats)
        .map(({ id, title }) =>
          h(
            "span",
            { class: id === runs ? "clock runs" : "clock", title: titled(id, title) },
            flag(id),
            h("span", { "data-clock": id, text: this.#text(id) }),
          ),
        ),
    );
  }

  /** @param {string} seat */
  #text(seat) {
    const [turn, reserve] = this.left(seat);
    if (turn + reserve === 0) return t("clock.out");
    return reserve ? `${spell(turn)} + ${spell(reserve)}` : spell(turn);
  }

  #tick() {
    if (!this.#clocks?.runs) return;
    for (const node of this.table.root.querySelectorAll("[data-clock]")) {
      node.textContent = this.#text(node.getAttribute("data-clock") ?? "");
    }
    if (this.fallen !== null && !this.#fell) {
      this.#fell = true;
      this.table.bar.ask();
    }
  }
}
