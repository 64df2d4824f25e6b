/** Above and below the map: the question with its answers, the hand of counters to be placed, the status. */

import { counterPicture } from "../board/counters.js";
import { printed } from "../dice.js";
import { find, h, replace } from "../dom.js";
import { t } from "../i18n.js";
import { reasons } from "../log.js";
import { mainVerb } from "../orders.js";
import { outcome, question } from "../question.js";
import { note } from "../ui.js";
import { callsDialog } from "./calls.js";
import { declare } from "./ending.js";

/** @typedef {import("../table.js").Table} Table */
/** @typedef {import("../types.js").Action} Action */
/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../types.js").View} View */

export class Bar {
  /** when the bot began to think; 0 while none does */ thinkingSince = 0;

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    window.setInterval(() => this.thinkingSince && this.ask(), 1000);
  }

  /** A bot that plays out what it has thought of is not said to think. */
  deedSeen() {
    if (this.thinkingSince) this.thinkingSince = Date.now();
  }

  ask() {
    const { table } = this;
    const { shown: view, hello, hands } = table;
    if (!view || !hello) return;
    const host = find(table.root, ".ask");
    if (host.querySelector(".bot-pace:active")) return; // in somebody's hand
    const active = host.contains(document.activeElement) ? document.activeElement : null;
    const focus = active && (active.getAttribute("data-order") ?? "");
    replace(
      host,
      question(
        {
          view,
          sides: hello.sides,
          past: table.past !== null,
          busy: hands.busy,
          plain: this.#plain(),
          selected: this.#selected(view),
          thinking: this.thinkingSince ? Math.round((Date.now() - this.thinkingSince) / 1000) : -1,
          offer: table.past ? null : table.offer,
          clocks: table.past ? null : table.clocks.node(),
          claimable: !table.past && table.clocks.claimable,
          seated: hello.seats.length > 0,
          unmanned: hello.sides.every(({ who }) => who.startsWith("bot:")),
          pace: table.pace,
          news: table.past ? table.log.told(view.at) : table.log.last(view.decision?.side ?? ""),
          why: table.log.why.length > 0,
          held: hands.held,
          ...this.#holds(),
          callsOff: hands.callingOff !== null && !table.mine?.actions.some(({ role }) => role === "calls off"),
        },
        {
          order: (text) => void hands.answer(text),
          live: () => table.moments.live(),
          skip: (turn) => table.link.tell(turn ? { t: "skip", turn } : { t: "skip" }),
          pace: (ms) => table.link.tell({ t: "pace", ms }),
          why: (near) => note({ near, title: t("bot.why"), body: reasons(table.log.why) }),
          throwDie: () => void hands.throwDie(),
          unhold: () => hands.unhold(),
          consent: (to, yes) => void table.link.change({ t: "consent", to, yes }),
          withdraw: () => void table.link.change({ t: "withdraw" }),
          claim: () => void declare(table, { t: "claim" }),
          report: () => void table.report(),
          callMe: () => void callsDialog(table),
          stack: () => void hands.selectStack(),
          unselect: () => hands.unselect(),
          stakes: () => table.dock.show("hex"),
          list: () => table.dock.show("orders"),
          callOff: () => void hands.callingOff?.(),
          consider: (action) => void table.context.consider(action),
        },
      ),
    );
    if (focus !== null) {
      // On the same answer, else on none: who presses twice has answered once.
      const again = host.querySelector(`[data-order="${CSS.escape(focus)}"]`) ?? host.querySelector(".words");
      if (again instanceof HTMLElement) again.focus({ preventScroll: true });
    }
  }

  /** The order that waits for its die, in words, and what it may cost. */
  #holds() {
    const { hands, mine, view, words } = this.table;
    const text = hands.held?.text ?? "";
    const action = mine?.actions.find((each) => each.text === text);
    return { holds: action ? words.answer(action, view) : text, risks: action?.outcome ?? [] };
  }

  /** @param {View} view */
  #selected(view) {
    const chosen = this.table.hands.selection;
    const first = chosen ? view.pieces.find(({ id }) => id === chosen.pieces[0]) : null;
    if (!chosen || !first) return null;
    const many = chosen.pieces.length > 1;
    const words = new Set(this.table.mine?.actions.map(({ word }) => word));
    const mates = this.table.board
      .stack(first.hex)
      .filter(({ id, side }) => (words.has(first.id) ? words.has(id) : side === first.side));
    return {
      name: many ? t("selected.many", { n: chosen.pieces.length }) : first.name,
      reach: chosen.orders.size,
      onward: chosen.onward ?? false,
      aside: !this.table.board.centres.has(first.hex),
      stack: many ? 0 : mates.length,
      // What is said of one is no order for all of them.
      more: many ? [] : this.#alsoOf(first.id),
    };
  }

  /** What else can be done with a counter than what its lit hexes stand for. @param {string} id */
  #alsoOf(id) {
    const all = this.table.mine?.actions ?? [];
    const main = mainVerb(all);
    return all
      .filter(({ word, verb }) => word === id && verb !== main)
      .map(({ text, verb }) => ({ text, label: this.table.words.verb(verb) }));
  }

  /** Answers that are neither a hex nor a counter; of an attack that is built also hexes that say something else than the others. */
  #plain() {
    const { board, mine, view, words } = this.table;
    const pieces = new Set(view?.pieces.map(({ id }) => id));
    const main = mine?.about.attack ? mainVerb(mine.actions) : null;
    const plain = (mine?.actions ?? [])
      .filter(({ verb, word }) => !pieces.has(word) && (!board.centres.has(word) || (main !== null && verb !== main)))
      .map((action) => ({ ...action, label: words.answer(action, view) }));
    return [...this.#forAll(pieces), ...plain];
  }

  /** One answer for all counters that are asked for, where the game has words for it. @param {Set<string>} pieces @returns {Action[]} */
  #forAll(pieces) {
    const { mine, words } = this.table;
    const verb = mainVerb(mine?.actions ?? []);
    const ids = (mine?.actions ?? []).filter((action) => action.verb === verb && pieces.has(action.word)).map(({ word }) => word);
    const label = words.forAll(mine?.kind ?? "", verb, ids.length);
    if (ids.length < 2 || !label) return [];
    return [{ text: `${verb} ${ids.join("+")}`, label, verb, word: "", called: "", role: "", outcome: [] }];
  }

  /** The counters that are to be placed now, like cards in the hand. @param {Piece[]} pieces */
  hand(pieces) {
    const { board, hands, mine, root } = this.table;
    const words = new Set(mine?.actions.map(({ word }) => word));
    const asked = pieces.filter(({ id }) => words.has(id));
    const off = asked.filter(({ hex }) => !board.centres.has(hex));
    const stack = !off.length && this.#oneOfAStack(asked);
    const cards = stack ? asked : off;
    const chosen = new Set(hands.selection?.pieces);
    const host = find(root, ".hand");
    host.classList.toggle("stack", stack);
    host.classList.toggle("high", stack && this.#low(cards[0]?.hex ?? ""));
    replace(
      host,
      ...cards.map((piece) =>
        h(
          "button",
          {
            type: "button",
            class: chosen.has(piece.id) ? "card taken" : "card",
            "data-unit": piece.id,
            "aria-pressed": chosen.has(piece.id) ? "true" : "false",
            title: `${piece.name} · ${piece.words}`,
            "aria-label": `${piece.name} · ${piece.words}`,
            onclick: () => void hands.choose(piece.id),
            onpointerdown: (/** @type {PointerEvent} */ event) => board.pointers.grab(piece, event),
          },
          counterPicture(piece),
          h("small", { text: piece.label.split("|")[0] }),
          outcome({
            outcome: (mine?.actions ?? []).flatMap(({ word, outcome: said }) => (word === piece.id ? said : [])),
          }),
        ),
      ),
    );
  }

  /** Whether a hex lies in the lower half of what is seen of the map. @param {string} hex */
  #low(hex) {
    const { camera, host } = this.table.board;
    const area = host.getBoundingClientRect();
    return (camera.onPage(hex)?.y ?? 0) > area.y + area.height / 2;
  }

  /** Whether the question is which counter of one stack. @param {Piece[]} asked */
  #oneOfAStack(asked) {
    const { board, mine } = this.table;
    if (asked.length < 2 || new Set(asked.map(({ hex }) => hex)).size > 1) return false;
    const units = new Set(asked.map(({ id }) => id));
    return !mine?.actions.some(({ word }) => word && !units.has(word) && board.centres.has(word));
  }

  /** @param {View} view */
  status(view) {
    replace(
      find(this.table.root, ".status"),
      ...view.status.map(([label, value]) =>
        h("div", {}, h("dt", { text: label }), h("dd", { text: printed(value) })),
      ),
    );
  }
}
