/** The upper part of the dock: the ledger while there is a battle, else the hex looked at. */

import { chartOf, isColumn } from "../charts.js";
import { find, h, replace } from "../dom.js";
import { t } from "../i18n.js";
import { inspector } from "../inspector.js";
import { ledgerView } from "../ledger.js";
import { sentence } from "../question.js";
import { asFought } from "./chronicle.js";

/** @typedef {import("../table.js").Table} Table */
/** @typedef {import("../types.js").Ledger} Ledger */
/** @typedef {import("../types.js").Row} Row */
/** @typedef {import("../types.js").View} View */

/** An attack is built, and nobody has been told to take part. @param {View} view */
function nobodyYet({ decision }) {
  const attack = decision?.mine ? decision.about.attack : null;
  return Boolean(attack && !attack.units.length && !attack.origins.length);
}

export class Context {
  /** @type {string | null} the hex looked at */ looked = null;
  /** @type {Ledger | null} another allocation to compare with */ #held = null;
  /** @type {Ledger | null} of the attack that a click would begin or add to */ #preview = null;
  /** @type {string} the order whose ledger is asked for */ #considered = "";
  /** what the preview supposes, in words */ #supposed = "";
  /** @type {{ledger: Ledger, row: Row} | null} */ #fought = null;
  #title = "";

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
  }

  /** The game moved on. @param {View | null} before @param {View} now */
  movedOn(before, now) {
    this.#preview = null;
    if (before && (before.turn !== now.turn || before.phase !== now.phase)) this.#fought = null;
    if (!now.ledger && before?.ledger && !this.#fought) this.#held = null;
    this.again();
  }

  /** What is told of a hex is told anew: something there has changed, or its counters are drawn now. */
  again() {
    if (this.looked && this.#tells) void this.inspect(this.looked);
  }

  /** Whether a hex is told of. */
  get #tells() {
    return find(this.table.root, "#context").querySelector(".inspector") !== null;
  }

  /** A hex is clicked: the pointer over it has usually asked what there is to tell. @param {string} hex */
  clicked(hex) {
    if (this.looked !== hex || !this.#tells) void this.inspect(hex);
  }

  /** A new attack is built. */
  begun() {
    this.#fought = null;
  }

  /** The die fell. @param {Ledger} ledger @param {Row} row */
  fought(ledger, row) {
    const charted = (/** @type {string} */ column) => isColumn(this.table.view?.tracks ?? [], column);
    this.#fought = { ledger: asFought(ledger, row, charted), row };
    this.#held = null;
  }

  /** Another moment is shown. */
  leave() {
    this.#preview = null;
    this.#fought = null;
  }

  /** What a die may do that waits to be thrown. @param {Ledger | null} ledger */
  expect(ledger) {
    this.#considered = "";
    this.#preview = ledger;
    this.#supposed = "";
    this.draw();
  }

  unforesee() {
    this.#preview = null;
    this.draw();
  }

  draw() {
    const { past, root, shown: view } = this.table;
    if (!view) return;
    const host = find(root, "#context");
    const built = this.#preview ?? view.ledger;
    const title = built?.title ?? "";
    if (title !== this.#title) host.scrollTop = 0;
    this.#title = title;
    find(root, ".dock").classList.toggle("battle", Boolean(built ?? this.#fought));
    if (built) {
      /** @param {Ledger | null} ledger */
      const hold = (ledger) => () => {
        this.#held = ledger;
        this.draw();
      };
      const compare = view.ledger && !past ? { hold: hold(built), drop: hold(null) } : {};
      const chart = chartOf(view.tracks, built);
      const supposed = this.#preview ? this.#supposed : nobodyYet(view) ? t("ledger.everybody") : "";
      replace(host, ledgerView(built, { chart, supposed, held: this.#held, ...compare }));
      return;
    }
    if (this.#fought && !past) {
      const { ledger, row } = this.#fought;
      replace(host, ledgerView(ledger, { chart: chartOf(view.tracks, ledger), fought: row }));
      return;
    }
    if (host.querySelector(".ledger")) replace(host);
    if (!host.firstChild) {
      replace(host, h("p", { class: "quiet-text", text: t("hex.hint") }));
    }
  }

  /** @param {string} hex */
  async inspect(hex) {
    this.looked = hex;
    const { table } = this;
    const { board, shown: view } = table;
    const box = table.words.boxes.get(hex);
    const frame = await table.link.ask({ what: "hex", hex });
    if (this.looked !== hex || table.shown !== view || !view) return;
    if (frame.t !== "answer" && !box) return;
    const told = frame.t === "answer" ? frame : { facts: [], traces: [], name: "" };
    board.lights.trace(table.overlays.on("traces") ? told.traces : []);
    if (view.ledger || this.#preview || !board.centres.has(hex)) return;
    this.#fought = null;
    find(table.root, ".dock").classList.remove("battle");
    replace(
      find(table.root, "#context"),
      inspector(
        { facts: told.facts, traces: told.traces, hex, name: told.name, ...(box ? { title: box.title } : {}) },
        table.looks.dress(view.pieces.filter((piece) => piece.hex === hex)),
        board.glass.over(hex),
        (id) => void table.hands.choose(id),
      ),
    );
  }

  /** @param {string | null} hex */
  hover(hex) {
    const before = this.looked;
    if (hex) void this.inspect(hex);
    if (this.table.mine?.about.attack && before !== hex) {
      void this.consider(this.#meantAt(hex));
    } else if (this.table.hands.selection && before !== hex) {
      this.table.mark();
      void this.foresee(hex);
    }
  }

  /** The answer that a place stands for: itself, or all its counters that are offered. @param {string | null} hex @returns {import("../types.js").Action | null} */
  #meantAt(hex) {
    const { board, mine } = this.table;
    const actions = mine?.actions.filter(({ word }) => word) ?? [];
    const place = actions.find(({ word }) => word === hex);
    if (place || !hex) return place ?? null;
    const there = new Set(board.stack(hex).map(({ id }) => id));
    const [first, ...others] = actions.filter(({ word }) => there.has(word));
    if (!first || others.some(({ verb }) => verb !== first.verb)) return null;
    const all = [first, ...others];
    return { ...first, text: `${first.verb} ${all.map(({ word }) => word).join("+")}`, label: all.map(({ label }) => label).join(", ") };
  }

  /** What an answer would make of the attack that is built. @param {import("../types.js").Action | null} action */
  async consider(action) {
    const { hands, link, mine: decision, view } = this.table;
    if (hands.held) return; // what is about to fall stays laid out
    const adds = decision?.about.attack && action && !action.role;
    const text = adds ? action.text : "";
    this.#considered = text;
    const frame = text ? await link.ask({ what: "odds", text }) : null;
    if (this.#considered !== text || this.table.view !== view) return;
    const preview = frame?.t === "answer" ? frame.ledger : null;
    if (preview === this.#preview) return;
    this.#preview = preview;
    this.#supposed = preview && action ? t("ledger.supposed", { answer: sentence(action.label) }) : "";
    this.draw();
  }

  /** The odds of the attack that a click on this hex would begin. @param {string | null} hex */
  async foresee(hex) {
    const { table } = this;
    const text = hex ? table.hands.selection?.orders.get(hex) : null;
    const enemy = hex && table.board.stack(hex).some(({ side }) => side !== table.mine?.side);
    if (!text || !enemy || table.view?.ledger) {
      if (this.#preview) this.unforesee();
      return;
    }
    const frame = await table.link.ask({ what: "odds", text });
    if (frame.t !== "answer" || this.looked !== hex || table.view?.ledger) return;
    this.#preview = frame.ledger;
    this.#supposed = "";
    this.draw();
  }
}
