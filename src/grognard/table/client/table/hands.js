/** The player's hands: choosing counters, giving orders, taking them back. */

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { byHex, inPlaceOf, mainVerb, together, unitOf } from "../orders.js";
import { outcome, sentence } from "../question.js";
import { served } from "../sides.js";
import { announce, closeNote, note, toast, unsay } from "../ui.js";
import { joined } from "./marks.js";
import { mayTakeDice } from "./takeback.js";
import { notMine, refuse, refuseSome, why } from "./why.js";

/** @typedef {import("../table.js").Table} Table */
/** @typedef {import("../types.js").Action} Action */
/**
 * @typedef {object} Selection
 * @property {string[]} pieces
 * @property {Map<string, string>} orders by hex
 * @property {Record<string, {cost: string, path: string[]}>} reach
 * @property {string} from where the way begins
 * @property {boolean} [onward] they have marched already: farther is the same march, given anew
 * @property {boolean} [again] the page took them in hand again after an order
 * @property {Selection} [stack] those who set out together, of whom these have not arrived
 */

const SLOW = 400; // milliseconds until an order is seen to be on its way

export class Hands {
  /** @type {Selection | null} */ selection = null;
  /** @type {string | null} the unit of the last order */ #unit = null;
  /** @type {Set<string>} what could be chosen instead of it */ #others = new Set();
  /** the phase in which it was given */ #phase = "";
  #underWay = 0;
  /** the revision on which the last order was given */ #rev = -1;
  /** @type {import("../types.js").Held | null} an order that waits for its die to be wanted */ held = null;
  /** something is taken back here, or waits for consent */ backing = false;
  /** @type {Promise<string>} the counter that is being lifted, or one of its stack that goes in its place */ #lifting = Promise.resolve("");
  /** the stack is lifted, not the counter alone */ #whole = false;
  /** @type {Selection | null} a stack that has marched together */ #marched = null;
  /** the phase in which it set out */ #setOut = "";
  /** @type {Promise<unknown>} */ #sending = Promise.resolve();

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
  }

  /** An order is on its way: what it made of the game has not come yet. */
  get busy() {
    return this.#underWay > 0 && this.table.view?.rev === this.#rev;
  }

  /** A hex or a counter was clicked, or chosen with the keyboard. @param {string} hex @param {string | null} piece */
  async act(hex, piece) {
    const { table } = this;
    this.unhold();
    table.context.clicked(hex);
    const decision = table.mine;
    if (!decision) {
      if (!table.past) notMine(table, hex);
      return;
    }
    const chosen = this.selection;
    const next = this.#next(hex);
    const order = next.length ? undefined : chosen?.orders.get(hex);
    if (order) {
      table.board.stacks.fan(null);
      await this.march(order, hex);
      return;
    }
    if (!order && !table.board.stacks.open(hex) && (await this.#joinAll(hex))) return;
    if (piece && decision.actions.some(({ word }) => word === piece)) {
      if (chosen?.pieces[0] === piece) this.unselect();
      else await this.choose(piece, this.#pile(hex, piece));
      return;
    }
    const here = next.length ? [] : decision.actions.filter(({ word }) => word === hex);
    if (here.length === 1 && here[0]) {
      table.board.stacks.fan(null);
      await this.order(here[0].text);
      return;
    }
    if (here.length > 1) {
      this.#menu({ hex, name: hex }, here);
      return;
    }
    const stack = table.board.stack(hex);
    const lit = stack.filter(({ id }) => decision.actions.some(({ word }) => word === id));
    const own = next.length ? next : stack.filter(({ side }) => side === served(decision.side));
    const candidates = lit.length ? lit : own;
    // A counter that lies in the open is meant itself; of a pile one that may is meant.
    const meant = piece !== null && table.board.stacks.open(hex);
    const wanted = candidates.find(({ id }) => id === piece) ?? (meant ? undefined : candidates.at(-1));
    if (wanted && !(chosen && chosen.pieces.includes(wanted.id))) {
      if (lit.length) {
        await this.choose(wanted.id, this.#pile(hex, piece));
        return;
      }
      // On top may lie one that may not.
      for (const id of meant ? [wanted.id] : [wanted.id, ...this.#asked(wanted.id)]) if (await this.take(id)) return;
    }
    const instead = meant && lit.length > 0 && !wanted;
    await why(table, hex, piece ?? wanted?.id ?? null, instead ? null : chosen);
  }

  /**
   * A pile is clicked while an attack is built: all of it that may join does, and who may not is told why.
   * @param {string} hex
   * @returns {Promise<boolean>} whether it is such a pile
   */
  async #joinAll(hex) {
    const { table } = this;
    const { board, link, mine: decision } = table;
    if (!decision?.about.attack) return false;
    const verb = mainVerb(decision.actions);
    const taking = new Set(joined(table));
    const waiting = board.stack(hex).filter(({ id, side }) => side === served(decision.side) && !taking.has(id));
    const text = (/** @type {string} */ id) => `${verb} ${id}`;
    const offered = (/** @type {string} */ id) => table.mine?.actions.some((action) => action.text === text(id));
    if (waiting.length < 2 || !waiting.some(({ id }) => offered(id))) return false;
    const left = [];
    for (const { id } of waiting) {
      if (!offered(id)) left.push(id);
      else if (!(await this.order(text(id), true))) return true;
    }
    const reasons = await Promise.all(left.map((id) => link.ask({ what: "why", text: text(id) })));
    refuseSome(table, hex, reasons.filter(({ t: kind, legal }) => kind === "answer" && !legal));
    return true;
  }

  /** Whether a click on a hex is an order. @param {string} hex */
  answers(hex) {
    if (this.#next(hex).length) return false;
    return this.selection?.orders.has(hex) || (this.table.mine?.actions.some(({ word }) => word === hex) ?? false);
  }

  /** Who has marched stays in hand, or was let go; a click on counters that wait their turn takes those, and does not send him there. @param {string} hex */
  #next(hex) {
    if (!(this.selection ? this.selection.again : this.table.mine?.otherwise)) return [];
    return this.table.board.stack(hex).filter(({ id }) => this.#others.has(id));
  }

  /** Take a counter in hand; a unit on the move stays where it is then, as when another order is given. @param {string} id */
  async take(id) {
    if (await this.select(id)) return true;
    const { mine: decision } = this.table;
    if (!decision?.otherwise || decision.about.units.includes(id)) return false;
    const frame = await this.table.link.ask({ what: "of", unit: id });
    if (frame.t !== "answer" || !frame.afterwards) return false;
    return (await this.order(decision.otherwise)) && (await this.select(id));
  }

  /** Of a pile in which several counters are offered, who asks the player for one of them; nobody where the counter that was clicked lies in the open. @param {string} hex @param {string | null} piece */
  #pile(hex, piece) {
    const { board, mine: decision } = this.table;
    const offered = new Set(board.stack(hex).map(({ id }) => id));
    const actions = decision?.actions.filter(({ word }) => offered.has(word)) ?? [];
    if (new Set(actions.map(({ word }) => word)).size < 2) return null;
    // The keyboard points at no counter: it is given a list.
    if (piece === null) return () => this.#menu({ hex, name: this.table.hello?.names[hex] ?? hex }, actions);
    return board.stacks.open(hex) ? null : () => board.stacks.fan(hex);
  }

  /** Choose a counter: its orders light up; one that has none is answered at once, unless it lies in a pile. @param {string} id @param {(() => void) | null} [pile] asks which of its pile is meant */
  async choose(id, pile = null) {
    this.unhold();
    const { board, mine: decision, view } = this.table;
    const piece = view?.pieces.find((each) => each.id === id);
    if (!piece) return;
    const onBoard = board.centres.has(piece.hex);
    if (!decision) {
      if (onBoard) board.setCursor(piece.hex);
      return;
    }
    if (await this.select(id)) return;
    if (this.table.view !== view) return; // something else is asked meanwhile
    const direct = decision.actions.filter(({ word }) => word === id);
    if (direct.length && pile) {
      pile();
      return;
    }
    const again = joined(this.table).includes(id);
    if (direct.length && (direct.length > 1 || again) && onBoard) this.#menu(piece, direct);
    else if (direct[0]) await this.order(direct[0].text);
    else if (onBoard) await why(this.table, piece.hex, id, null);
  }

  /** @param {{hex: string, name: string}} where @param {Action[]} actions */
  #menu({ hex, name }, actions) {
    const at = this.table.board.camera.onPage(hex);
    if (!at) return;
    note({
      near: at,
      title: name,
      body: h(
        "div",
        { class: "menu" },
        ...actions.map((action) =>
          h(
            "button",
            {
              type: "button",
              "data-order": action.text,
              onclick: () => {
                closeNote();
                void this.order(action.text);
              },
            },
            h("span", {}, this.table.words.answer(action, this.table.view), outcome(action)),
          ),
        ),
      ),
      focus: true,
    });
  }

  /**
   * Select a counter if it has orders.
   * @param {string} id
   * @param {boolean} [quiet] by the page itself: keep what is looked at
   */
  async select(id, quiet = false) {
    const { link, mine: decision, view } = this.table;
    const piece = view?.pieces.find((each) => each.id === id);
    if (!decision || !piece) return false;
    const [of, reach] = await Promise.all([
      link.ask({ what: "of", unit: id }),
      link.ask({ what: "reach", unit: id }),
    ]);
    if (of.t !== "answer" || this.table.view !== view) return false;
    const orders = byHex(of.orders, piece.hex, this.table.board.centres);
    if (!orders.size) return false;
    this.selection = {
      pieces: [id],
      orders,
      reach: reach.t === "answer" ? reach.reach : {},
      from: piece.hex,
      again: quiet,
    };
    if (!quiet) {
      announce(t("selected.said", { name: piece.name, n: orders.size }));
      this.table.board.stacks.fan(null);
      // A counter that comes from beside the map: the eye has been nowhere on it yet.
      if (!this.table.board.centres.has(piece.hex)) this.table.board.camera.focus([...orders.keys()]);
      this.table.board.camera.seek([...orders.keys()]);
    }
    this.#changed();
    return true;
  }

  /** The whole stack of the selected counter, as far as it can go together. */
  async selectStack() {
    const { board, link, view } = this.table;
    const first = view?.pieces.find(({ id }) => id === this.selection?.pieces[0]);
    if (!first) return;
    const mates = board.stack(first.hex).filter(({ side }) => side === first.side);
    const each = await Promise.all(
      mates.map(async ({ id }) => {
        const frame = await link.ask({ what: "of", unit: id });
        const orders = frame.t === "answer" ? byHex(frame.orders, first.hex, board.centres) : new Map();
        return { piece: id, orders };
      }),
    );
    if (this.table.view !== view || !this.selection) return;
    const able = each.filter(({ orders }) => orders.size);
    const orders = together(able);
    if (!orders.size) return;
    this.selection = { ...this.selection, pieces: able.map(({ piece }) => piece), orders };
    this.#changed();
  }

  unselect() {
    if (!this.selection) return;
    this.selection = null;
    this.#changed();
    this.table.context.unforesee();
  }

  #changed() {
    const { bar, looks, view } = this.table;
    if (this.selection && !this.selection.again) this.table.battles.acted();
    this.table.mark();
    bar.ask();
    bar.hand(looks.dress(view?.pieces ?? []));
  }

  /** A counter is lifted off the map, with its stack or alone. @param {string} piece @param {boolean} whole */
  lift(piece, whole) {
    this.#whole = whole;
    this.#lifting = this.#takeUp(piece, whole);
  }

  /** With a stack go those of it that may: one that may not, though it lies on top, keeps nobody back. @param {string} piece @param {boolean} whole */
  async #takeUp(piece, whole) {
    if (!(await this.take(piece))) {
      const mates = whole ? this.#asked(piece) : [];
      for (const mate of mates) {
        if (!(await this.take(mate))) continue;
        await this.selectStack();
        return mate;
      }
    } else if (whole) await this.selectStack();
    return piece;
  }

  /** Who of a counter's stack is asked for, or may be while another is on the move, if it is not itself. @param {string} piece */
  #asked(piece) {
    const { board, mine: decision, view } = this.table;
    const words = new Set(decision?.actions.map(({ word }) => word));
    const hex = view?.pieces.find(({ id }) => id === piece)?.hex;
    if (!hex || words.has(piece)) return [];
    const mates = board.stack(hex).filter(({ id, side }) => id !== piece && side === served(decision?.side));
    return mates.map(({ id }) => id).filter((id) => decision?.otherwise || words.has(id));
  }

  /** Go somewhere with what is in hand; of a stack go as many as may, and why the others do not is told. @param {string} order @param {string} hex */
  async march(order, hex) {
    const { selection, table: { view } } = this;
    if (!selection || !view) return;
    if (selection.onward && !(await this.#back(false))) return;
    const { text, pieces, left } = await this.#asMany(selection.pieces, order);
    const [all, some] = [selection.pieces.join("+"), pieces.join("+")];
    const orders = new Map([...selection.orders].map(([goal, each]) => [goal, inPlaceOf(each, all, some)]));
    this.#marched = pieces.length > 1 ? { ...selection, pieces, orders } : null;
    this.#setOut = phaseOf(view);
    if (await this.order(text)) refuseSome(this.table, hex, left);
  }

  /** The order for as many of a stack as may go together: there may be no room for all of them. @param {string[]} pieces @param {string} text */
  async #asMany(pieces, text) {
    const { link } = this.table;
    const all = pieces.join("+");
    const whole = { text, pieces, left: /** @type {import("../types.js").Frame[]} */ ([]) };
    if (pieces.length < 2 || !text.split(" ").includes(all)) return whole;
    /** @param {string[]} some */
    const of = (some) => inPlaceOf(text, all, some.join("+"));
    /** @param {string} asked */
    const why = (asked) => link.ask({ what: "why", text: asked });
    const refused = await why(text);
    if (refused.t !== "answer" || refused.legal) return whole;
    const going = /** @type {string[]} */ ([]);
    for (const id of pieces) if ((await why(of([...going, id]))).legal) going.push(id);
    return going.length ? { text: of(going), pieces: going, left: [refused] } : whole;
  }

  /** @param {string} piece */
  mayDrag(piece) {
    const { mine: decision, view } = this.table;
    const found = view?.pieces.find(({ id }) => id === piece);
    return Boolean(decision && found && found.side === served(decision.side));
  }

  /** @param {string} piece @param {string} hex */
  async drop(piece, hex) {
    const { table } = this;
    const from = table.view?.pieces.find(({ id }) => id === piece)?.hex;
    const lifted = await this.#lifting;
    if (!this.selection?.pieces.includes(lifted)) {
      if (!(await this.#sent(piece, from, hex))) await why(table, from ?? hex, piece, null);
      return;
    }
    if (hex === from) return;
    const order = this.selection.orders.get(hex);
    if (order) await this.#put(this.selection.pieces, hex, () => this.march(order, hex));
    else await why(table, hex, lifted, this.selection);
  }

  /**
   * Who is asked for is dropped where he shall go: he answers and goes there in one order, then those of his stack who may; or nobody goes anywhere.
   * @param {string} piece
   * @param {string | undefined} from
   * @param {string} hex
   * @returns {Promise<boolean>} whether he is asked for
   */
  async #sent(piece, from, hex) {
    const { board, link } = this.table;
    const mates = this.#whole && from ? board.stack(from).map(({ id }) => id) : [];
    const asked = [...new Set([piece, ...mates])].filter((id) => this.#to(id));
    if (!asked[0]) return false;
    if (hex === from) return this.order(this.#to(asked[0]));
    await this.#put(asked, hex, async () => {
      for (const id of asked) {
        const text = `${this.#to(id)} ${hex}`.trim();
        const frame = await link.ask({ what: "why", text });
        if (frame.t !== "answer") return;
        if (!frame.legal) {
          if (id === asked[0]) refuse(this.table, hex, frame);
          return;
        }
        if (!(await this.order(text))) return;
      }
    });
    return true;
  }

  /** Counters lie where they were dropped while that is asked for. @param {string[]} ids @param {string} hex @param {() => Promise<unknown>} work */
  async #put(ids, hex, work) {
    this.table.board.putDown(ids, hex);
    await work();
    this.table.board.putAway();
  }

  /** The one answer that names a counter; none where the question is about him alone. @param {string} id */
  #to(id) {
    const { mine: decision } = this.table;
    const named = decision?.actions.filter(({ word }) => word === id) ?? [];
    return named.length === 1 && named[0] ? named[0].text : "";
  }

  /** Give an answer that is no place on the map; who set out in a stack and has not arrived stays in hand. @param {string} text */
  answer(text) {
    if (this.selection?.stack) this.#marched = this.selection;
    return this.order(text);
  }

  /** Whether an order says of itself that it ends or commits something. @param {string} text */
  #says(text) {
    return this.table.mine?.actions.some((action) => action.text === text && action.role) ?? false;
  }

  /** The order that waits is dropped. */
  unhold() {
    if (!this.held) return;
    this.held = null;
    this.#changed();
    this.table.context.unforesee();
  }

  /** Let the die fall for the order that waits. */
  throwDie() {
    return this.held ? this.order(this.held.text, false, true) : Promise.resolve(false);
  }

  /**
   * Give an order.  While another is on its way a click is ignored, a key waits its turn.
   * What looks like a mere choice waits while a die would fall by it.
   * @param {string} text
   * @param {boolean} [waits]
   * @param {boolean} [sure] it is meant, whatever falls by it
   * @returns {Promise<boolean>} whether it was done
   */
  async order(text, waits = false, sure = this.#says(text)) {
    if (this.busy && !waits) return false;
    while (this.busy) await this.#sending;
    const { bar, dock, link, view } = this.table;
    if (!view) return false;
    closeNote();
    unsay();
    this.#underWay += 1;
    this.#rev = view.rev;
    this.#unit = unitOf(text, view.pieces);
    this.#remember(text);
    this.table.battles.acted();
    this.table.overlays.seen();
    this.#phase = phaseOf(view);
    const sending = link.change({ t: "order", rev: view.rev, text, careful: !sure });
    this.#sending = sending;
    const slow = window.setTimeout(() => this.table.waits(), SLOW);
    const frame = await sending;
    clearTimeout(slow);
    this.#underWay -= 1;
    this.held = frame.t === "held" && this.table.view === view ? { text, die: frame.die } : null;
    if (this.held) this.#hold(this.held);
    if (frame.t === "refused") {
      this.#unit = null;
      toast(sentence(frame.text), frame.rule, "bad");
    }
    // After a die the rest of an order may be possible no longer.
    if (frame.t === "done" && frame.note) toast(sentence(frame.note), "", "bad");
    bar.ask();
    if (dock.tab === "orders") dock.draw();
    return frame.t === "done";
  }

  /** Lay out what falls by an order, before it falls. @param {import("../types.js").Held} held */
  #hold({ die }) {
    const { board, context, root } = this.table;
    this.#unit = null;
    this.#changed();
    context.expect(die.ledger);
    if (die.ledger?.aim) board.camera.seek([die.ledger.aim.target]);
    announce(t(die.kind === "draw" ? "die.draws" : "die.falls", { purpose: die.purpose }));
    const throws = root.querySelector(".question .throw-die");
    if (throws instanceof HTMLElement) throws.focus({ preventScroll: true });
  }

  /** Which counters wait their turn while one, or a stack, is on the move. @param {string} text */
  #remember(text) {
    const { mine: decision, view } = this.table;
    const named = new Set(text.split(/[ +]/));
    const pieces = new Set(view?.pieces.map(({ id }) => id));
    const words = decision?.actions.map(({ word }) => word).filter((word) => pieces.has(word)) ?? [];
    if (words.some((word) => named.has(word))) this.#others = new Set(words.filter((word) => !named.has(word)));
  }

  /** After an order, go on with the same unit if it can do more in this phase; who is on the move is in hand, whoever comes to the table. */
  async again() {
    const [ordered, { view }] = [this.#unit, this.table];
    this.#unit = null;
    if (!view) return;
    await this.#sending;
    if (await this.#resume(view)) return;
    const here = phaseOf(view) === this.#phase;
    const moving = view.decision?.otherwise ? view.decision.about.units[0] : null;
    const unit = (here && ordered) || moving;
    if (!unit || (here && this.#goOn(view))) return;
    if (view.pieces.some(({ id }) => id === unit)) await this.select(unit, true);
  }

  /** How the attack that is built is called off: by an answer of the game, or by taking all of it back. */
  get callingOff() {
    const { mine: decision, view } = this.table;
    if (!decision?.about.attack) return null;
    const answer = decision.actions.find(({ role }) => role === "calls off");
    if (answer) return () => this.order(answer.text, true);
    return view?.undo?.order ? () => this.#back(true) : null;
  }

  /** The enemy answered while a stack was on its way: who has not arrived goes on together. @param {import("../types.js").View} view */
  async #resume(view) {
    const set = this.#marched?.stack ?? this.#marched;
    const at = new Map(view.pieces.map(({ id, hex }) => [id, hex]));
    const apart = new Set(set?.pieces.map((id) => at.get(id))).size > 1;
    if (!set || !apart || phaseOf(view) !== this.#setOut) return false;
    this.#marched = null;
    const [mover = ""] = this.table.mine?.about.units ?? [];
    const waiting = set.pieces.filter((id) => id !== mover && at.get(id) === set.from);
    const onWay = set.pieces.includes(mover);
    const first = onWay ? mover : waiting[0];
    if (!first || !(await this.select(first, true)) || !this.selection) return false;
    if (!onWay) {
      await this.selectStack();
      return true;
    }
    const [all, rest] = [set.pieces.join("+"), waiting.join("+")];
    /** @param {string} hex */
    const after = (hex) => {
      const text = set.orders.get(hex);
      return text ? inPlaceOf(text, all, rest).split(" ") : [];
    };
    if (rest) {
      const here = at.get(mover) ?? "";
      const orders = new Map([...this.selection.orders].map(([hex, text]) => [hex, [text, ...after(hex)].join(" ")]));
      if (set.orders.has(here)) orders.set(here, after(here).join(" "));
      this.selection = { ...this.selection, pieces: [mover, ...waiting], orders, stack: set };
    }
    this.#changed();
    return true;
  }

  /** A stack that has marched may go farther as if it had not stopped, while that can be taken back freely. @param {import("../types.js").View} view */
  #goOn(view) {
    const marched = this.#marched;
    this.#marched = null;
    if (!marched || !view.undo?.free || view !== this.table.view) return false;
    const here = view.pieces.find(({ id }) => id === marched.pieces[0])?.hex;
    if (view.pieces.some(({ id, hex }) => marched.pieces.includes(id) && hex !== here)) return false;
    const orders = new Map([...marched.orders].filter(([hex]) => hex !== here));
    this.selection = { ...marched, orders, onward: true, again: true };
    this.#changed();
    return true;
  }

  async undo() {
    const { past, view } = this.table;
    if (past || !(view?.undo?.free || view?.undo?.needs_consent)) return;
    if (view.undo.free && view.undo.marked && !(await mayTakeDice(this.table))) return;
    await this.#back(false);
  }

  /** @param {boolean} order the whole order that is begun */
  async #back(order) {
    const { link, view } = this.table;
    if (!view) return false;
    this.backing = true;
    const frame = await link.change({ t: "undo", rev: view.rev, ...(order ? { order } : {}) });
    this.backing = false;
    if (frame.t === "refused") toast(sentence(frame.text), frame.rule, "bad");
    return frame.t === "done";
  }
}

/** Whose phase of which turn it is. @param {import("../types.js").View} view */
function phaseOf({ decision, phase, turn }) {
  return `${turn} ${phase} ${decision?.side}`;
}
