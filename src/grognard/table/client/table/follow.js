/** The map goes where the others move and fight. */

import { pref } from "../settings.js";

/** @typedef {import("../table.js").Table} Table */
/** @typedef {import("../types.js").Row} Row */

const HURRY = 250; // milliseconds: what happens faster is not followed

export class Follow {
  #last = 0;

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
  }

  get on() {
    return pref("follow") !== "off";
  }

  set on(on) {
    pref("follow", on ? "on" : "off");
  }

  /** What happened, and not by an order from here. @param {Row[]} rows */
  see(rows) {
    const { hands, past } = this.table;
    if (!this.on || past || hands.busy || !rows.some((row) => placesOf(row).length)) return;
    const since = performance.now() - this.#last;
    this.#last = performance.now();
    if (since > HURRY) this.to(rows);
  }

  /** To the last place that rows tell of. @param {Row[]} rows */
  to(rows) {
    const { board } = this.table;
    const places = rows.map(placesOf).findLast(({ length }) => length);
    if (places && !board.pointers.pressed && !board.drag.on) board.camera.follow(places);
  }
}

/** From where to where something went. @param {Row} row */
function placesOf({ facts }) {
  return [facts.start, facts.origin, facts.target, facts.hex].filter(Boolean).map(String);
}
