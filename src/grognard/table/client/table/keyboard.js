/** The keyboard: everything that a mouse can do, and shortcuts. */

import { find } from "../dom.js";
import { t } from "../i18n.js";
import { ending } from "../orders.js";
import { sentence } from "../question.js";
import { announce, closeNote, toast } from "../ui.js";
import { finder } from "./finder.js";
import { goalDialog } from "./goal.js";
import { onPhone, setSheet } from "./sheet.js";

/** @typedef {import("../table.js").Table} Table */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const TYPING = 'input:not([type="range"], [type="checkbox"]), textarea, select';
const PAN = 90;

export class Keyboard {
  /** the key pressed last that waits for a second press, by its answer */ #pressed = "";

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const at = event.target instanceof HTMLElement ? event.target : document.body;
    if (at.closest("dialog")) return;
    const { table } = this;
    if (event.key === "Escape") {
      this.#escape(at);
      return;
    }
    if (at.matches(TYPING)) return;
    if (at.id === "field" && this.#onBoard(event)) {
      event.preventDefault();
      return;
    }
    if (at.matches("button.order") && this.#inList(at, event.key)) {
      event.preventDefault();
      return;
    }
    if (/^[1-9e]$/.test(event.key)) {
      if (!event.repeat) this.#answer(event.key);
      return;
    }
    const run = this.#shortcuts()[event.key];
    if (run) {
      event.preventDefault();
      run();
    }
  }

  /** The answer of that number, or the one that ends the phase; what ends it wants the key twice. @param {string} key */
  #answer(key) {
    const { hands, mine, view, words } = this.table;
    const actions = mine?.actions ?? [];
    const action = key === "e" ? ending(actions) : actions[Number(key) - 1];
    if (!action) {
      if (key === "e") toast(this.#unending(), "", "hint");
      return;
    }
    const pressed = `${view?.rev} ${action.text}`;
    if (action.role !== "closes" || this.#pressed === pressed) {
      void hands.order(action.text, true);
      return;
    }
    this.#pressed = pressed;
    toast(t("order.again", { key, order: words.answer(action, view) }), "", "hint");
  }

  /** Why nothing ends here. */
  #unending() {
    const { mine, past, view } = this.table;
    if (past) return t("question.past");
    if (mine) return t("order.unending", { question: sentence(mine.prompt) });
    return view?.decision ? t("question.wait", { side: view.decision.side_title }) : t("order.over");
  }

  /** A key while an order in the list has the keyboard. @param {HTMLElement} at @param {string} key @returns {boolean} whether it meant something */
  #inList(at, key) {
    const orders = [...this.table.root.querySelectorAll("#panel button.order")];
    const here = orders.indexOf(at);
    const goals = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: orders.length - 1 };
    const goal = orders[/** @type {Record<string, number>} */ (goals)[key] ?? -1];
    if (goal instanceof HTMLElement) goal.focus();
    return key in goals;
  }

  /** @param {HTMLElement} at */
  #escape(at) {
    if (closeNote()) return;
    if (at instanceof HTMLInputElement) {
      at.blur();
      if (!this.table.past) return;
    }
    const { hands, moments, past, root } = this.table;
    if (past) moments.live();
    else if (root.classList.contains("dock-open") && onPhone()) setSheet(this.table, false);
    else if (hands.held) hands.unhold();
    else if (hands.selection) hands.unselect();
    else void hands.callingOff?.();
  }

  /** A key while the map has the keyboard. @param {KeyboardEvent} event @returns {boolean} whether it meant something */
  #onBoard(event) {
    const { board, hands } = this.table;
    const arrow = ARROWS[event.key];
    if (arrow) {
      const [dx, dy] = arrow;
      if (event.shiftKey) board.camera.pan(-dx * PAN, -dy * PAN);
      else this.#cursor(board.step(dx, dy));
      return true;
    }
    if (event.key === "Enter" && board.cursor) {
      const stack = board.stack(board.cursor);
      void hands.act(board.cursor, stack.length === 1 ? (stack[0]?.id ?? null) : null);
      return true;
    }
    return false;
  }

  /** @returns {Record<string, () => void>} */
  #shortcuts() {
    const { board, dock, hands, link, root, scrubber } = this.table;
    return {
      "?": () => this.table.help(),
      g: () => void goalDialog(this.table),
      r: () => void this.table.rules(),
      i: () => finder(this.table),
      "+": () => board.zoom(1.3),
      "=": () => board.zoom(1.3),
      "-": () => board.zoom(1 / 1.3),
      0: () => board.camera.fit(),
      m: () => find(root, "#field").focus(),
      n: () => this.#nextLit(1),
      p: () => this.#nextLit(-1),
      u: () => void hands.undo(),
      "[": () => scrubber.step(-1),
      "]": () => scrubber.step(1),
      "{": () => scrubber.jump("turn", -1),
      "}": () => scrubber.jump("turn", 1),
      "(": () => scrubber.jump("attack", -1),
      ")": () => scrubber.jump("attack", 1),
      l: () => dock.show("log", true),
      o: () => {
        dock.show("orders", true);
        this.#focus("#panel button.order");
      },
      f: () => dock.show("forces", true),
      t: () => dock.show("talk", true),
      k: () => dock.show("tracks", true),
      s: () => link.tell({ t: "skip" }),
      w: () => void hands.selectStack(),
      "/": () => {
        dock.show("orders");
        this.#focus(".order-line");
      },
    };
  }

  /** @param {string} selector */
  #focus(selector) {
    const found = this.table.root.querySelector(selector);
    if (found instanceof HTMLElement) found.focus();
  }

  /** Go round what can be chosen on the map. @param {1 | -1} way */
  #nextLit(way) {
    const { board, hands, mine, root, view } = this.table;
    const words = hands.selection
      ? [...hands.selection.orders.keys()]
      : (mine?.actions.map(({ word }) => word) ?? []);
    const places = words.flatMap((word) => {
      const piece = view?.pieces.find(({ id }) => id === word);
      const hex = piece ? piece.hex : word;
      return board.centres.has(hex) ? [hex] : [];
    });
    const hexes = [...new Set(places)].sort();
    if (!hexes.length) return;
    const here = hexes.indexOf(board.cursor ?? "");
    find(root, "#field").focus();
    this.#cursor(here < 0 && way < 0 ? (hexes.at(-1) ?? null) : (hexes[(here + way + hexes.length) % hexes.length] ?? null));
  }

  /** @param {string | null} hex */
  #cursor(hex) {
    if (!hex) return;
    const { board, context, hands, hello } = this.table;
    board.setCursor(hex);
    void context.inspect(hex);
    if (hands.selection) {
      this.table.mark();
      void context.foresee(hex);
    }
    const who = board.stack(hex).map((piece) => `${piece.name}, ${piece.words}`);
    const cost = hands.selection?.reach[hex]?.cost;
    const said = [
      hex,
      hello?.names[hex],
      hello?.board.terrain[hex],
      ...who,
      cost ? t("cost.said", { cost }) : "",
    ];
    announce(said.filter(Boolean).join(". "));
  }
}
