/** Overlays: zones, supply, control and the like as the server tells them, and the moves of the last turn. */

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { sentence } from "../question.js";
import { sideNumber, sidesOf } from "../sides.js";
import { note } from "../ui.js";
import { arrowsOf } from "./chronicle.js";
import { builtAttack } from "./marks.js";

/** @typedef {import("../table.js").Table} Table */
/** @typedef {import("../types.js").Overlay} Overlay */

export class Overlays {
  /** @type {Set<string>} */ #chosen = new Set();
  /** the moves since this moment; -1: of this turn and the last */ #since = -1;

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
    const kinds = [...new Set(all.map(({ kind }) => kind))];
    note({
      near,
      title: t("overlays.title"),
      body: h(
        "div",
        { class: "menu checks" },
        ...kinds.map((kind) => this.#row(all.filter((each) => each.kind === kind))),
        traces ? this.#check("traces", sentence(traces)) : null,
        this.#check("moves", sentence(t("overlay.moves"))),
      ),
      focus: true,
    });
  }

  /** Show the overlays of a kind, of whatever side. @param {string} kind */
  async show(kind) {
    if (kind === "moves") this.#set("moves", true);
    for (const { name } of await this.#ask()) if (name.split(" ")[0] === kind) this.#set(name, true);
  }

  /** Arrows for all that moved since a moment. @param {number} at */
  since(at) {
    this.#since = at;
    this.#set("moves", true);
  }

  /** The arrows since a moment have been seen. */
  seen() {
    if (this.#since >= 0) this.#set("moves", false);
  }

  /** What there is of each side, in one row. @param {Overlay[]} overlays */
  #row(overlays) {
    const [first] = overlays;
    if (!first || overlays.length === 1) {
      return first ? this.#check(first.name, sentence(this.#title(first))) : null;
    }
    const sides = new Map(sidesOf(this.table.hello?.sides ?? []).map(({ id, title }) => [id, title]));
    return h(
      "div",
      { class: "check-row" },
      h("span", { text: sentence(this.#kind(first)) }),
      ...overlays.map((overlay) =>
        this.#check(overlay.name, sides.get(overlay.side ?? "") ?? "", sentence(this.#title(overlay))),
      ),
    );
  }

  /** @param {string} name @param {string} title @param {string} [said] */
  #check(name, title, said = title) {
    return h(
      "label",
      {},
      h("input", {
        type: "checkbox",
        "aria-label": said,
        checked: this.on(name),
        onchange: (/** @type {Event} */ change) =>
          this.#set(name, /** @type {HTMLInputElement} */ (change.target).checked),
      }),
      title,
    );
  }

  /** @param {string} name @param {boolean} on */
  #set(name, on) {
    if (on) this.#chosen.add(name);
    else this.#chosen.delete(name);
    if (name === "moves" && !on) this.#since = -1;
    if (name === "traces" && !on) this.table.board.lights.trace([]);
    void this.draw();
  }

  /** What it shows, whosesoever. @param {Overlay} overlay */
  #kind(overlay) {
    const own = this.table.words.overlays[overlay.kind];
    return own ?? (overlay.title.split(":")[0] || overlay.title);
  }

  /** @param {Overlay} overlay */
  #title(overlay) {
    const side = sidesOf(this.table.hello?.sides ?? []).find(({ id }) => id === overlay.side)?.title;
    return side ? `${this.#kind(overlay)}: ${side}` : this.#kind(overlay);
  }

  /** @returns {Promise<Overlay[]>} */
  async #ask() {
    const frame = await this.table.link.ask({ what: "overlay" });
    return frame.t === "answer" ? frame.overlays : [];
  }

  async draw() {
    const { board, past } = this.table;
    const attack = builtAttack(this.table);
    const arrows = (attack?.origins ?? []).map((from) => ({
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
    const areas = all
      .filter(({ name }) => this.on(name))
      .map((overlay) => ({
        kind: `${overlay.kind} side-${overlay.side ? sideNumber(overlay.side) : "none"}`,
        hexes: overlay.hexes,
        figures: overlay.figures,
        lines: overlay.lines,
      }));
    const moves = this.on("moves") ? await this.#moves() : [];
    this.table.board.lights.overlay(areas, [...moves, ...arrows]);
  }

  /** Everything that moved in the turn before the moment shown, or in this one so far. */
  async #moves() {
    const { log, shown: view } = this.table;
    const turns = log.moments("turn").filter((at) => at <= (view?.at ?? 0));
    const since = this.#since;
    await log.back(since >= 0 ? since + 1 : (turns.at(-2) ?? 0));
    return arrowsOf(
      log.rows.filter((row) => view && row.at <= view.at && (since >= 0 ? row.at > since : row.turn >= view.turn - 1)),
    );
  }
}
