/** Overlays: zones, supply, control and the like as the server tells them, and the moves of the last turn. */

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { sentence } from "../question.js";
import { note } from "../ui.js";
import { builtAttack } from "./marks.js";

/** @typedef {import("../table.js").Table} Table */
/** @typedef {import("../types.js").Overlay} Overlay */
/** @typedef {import("../board/lights.js").Arrow} Arrow */

const MOVES = ["move", "retreat", "advance"];

export class Overlays {
  /** @type {Set<string>} */ #chosen = new Set();

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
  }

  /** @param {string} name */
  on(name) {
    return this.#chosen.has(name);
  }

  /** @param {MouseEvent} event */
  async menu(event) {
    const near = /** @type {HTMLElement} */ (event.currentTarget);
    const all = await this.#ask();
    const { traces } = this.table.words.overlays;
    const names = [
      ...all.map((overlay) => ({ name: overlay.name, title: this.#title(overlay) })),
      ...(traces ? [{ name: "traces", title: traces }] : []),
      { name: "moves", title: t("overlay.moves") },
    ];
    note({
      near,
      title: t("overlays.title"),
      body: h(
        "div",
        { class: "menu checks" },
        ...names.map(({ name, title }) =>
          h(
            "label",
            {},
            h("input", {
              type: "checkbox",
              checked: this.on(name),
              onchange: (/** @type {Event} */ change) =>
                this.#set(name, /** @type {HTMLInputElement} */ (change.target).checked),
            }),
            sentence(title),
          ),
        ),
      ),
      focus: true,
    });
  }

  /** @param {string} name @param {boolean} on */
  #set(name, on) {
    if (on) this.#chosen.add(name);
    else this.#chosen.delete(name);
    if (name === "traces" && !on) this.table.board.lights.trace([]);
    void this.draw();
  }

  /** @param {Overlay} overlay */
  #title(overlay) {
    const own = this.table.words.overlays[overlay.name.split(" ")[0] ?? ""];
    const side = this.table.hello?.sides.find(({ id }) => id === overlay.side)?.title;
    return own ? [own, side].filter(Boolean).join(": ") : overlay.title;
  }

  /** @returns {Promise<Overlay[]>} */
  async #ask() {
    const frame = await this.table.link.ask({ what: "overlay" });
    return frame.t === "answer" ? frame.overlays : [];
  }

  async draw() {
    const { board, hello, past } = this.table;
    const attack = builtAttack(this.table);
    const arrows = (attack?.from ?? []).map((from) => ({
      kind: "attack",
      from,
      to: attack?.target ?? "",
    }));
    if (!this.#chosen.size) {
      board.lights.overlay([], arrows);
      return;
    }
    const named = [...this.#chosen].some((name) => name !== "moves" && name !== "traces");
    const all = named && !past ? await this.#ask() : [];
    const sides = hello?.sides.map(({ id }) => id) ?? [];
    const areas = all
      .filter(({ name }) => this.on(name))
      .map((overlay) => ({
        kind: `${overlay.name.split(" ")[0]} side-${Math.max(sides.indexOf(overlay.side ?? ""), 0)}`,
        hexes: overlay.hexes,
        lines: overlay.lines,
      }));
    this.table.board.lights.overlay(areas, [...(this.on("moves") ? this.#moves() : []), ...arrows]);
  }

  /** Everything that moved in the turn before the moment shown, or in this one so far. */
  #moves() {
    const { log, shown: view } = this.table;
    /** @type {Arrow[]} */
    const arrows = [];
    for (const row of log.rows) {
      if (!view || row.at > view.at || row.turn < view.turn - 1) continue;
      const { start, hex, origin } = row.facts;
      if (MOVES.includes(row.kind) && start && hex) {
        arrows.push({ kind: row.kind, from: String(start), to: String(hex) });
      } else if (row.kind === "attack" && origin && hex) {
        arrows.push({ kind: "attack", from: String(origin), to: String(hex) });
      }
    }
    return arrows;
  }
}
