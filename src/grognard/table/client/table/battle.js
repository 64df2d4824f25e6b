/** The battle card: who attacked, the odds, the dice, the result and what follows.  It stays until it has been seen, then it steps aside. */

import { isColumn, tone } from "../charts.js";
import { FALLS, thrown } from "../dice.js";
import { find, h, iconButton, replace } from "../dom.js";
import { t } from "../i18n.js";
import { linked, sideOf, whose } from "../names.js";
import { sentence } from "../question.js";
import { flag } from "../sides.js";
import { ruleLink } from "../ui.js";
import { battlesBefore, battlesIn } from "./chronicle.js";
import { CORNERS, leastCovered } from "./corner.js";

/** @typedef {import("../table.js").Table} Table */
/** @typedef {import("../types.js").Row} Row */

const STAY = 6000; // milliseconds into the next phase, where nobody does anything

export class BattleCard {
  /** @type {import("./chronicle.js").Battle[]} those not yet put away */ #battles = [];
  #shown = 0;
  /** the first that is shown with it: one order may end a battle, and the enemy begin the next */ #first = 0;
  /** how many have been seen: the player has done something since */ #seen = 0;
  /** only its result is shown */ #aside = false;
  #leaving = 0;
  #unsettled = false;

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
  }

  /** What happened from a moment on. @param {number} from @param {Row[]} rows */
  see(from, rows) {
    const fought = rows.some(({ battle, kind }) => battle && kind !== "choice");
    const kept = battlesBefore(fought && this.#old ? [] : this.#battles, from);
    this.#seen = Math.min(this.#seen, kept.length);
    const battles = battlesIn(kept, [...this.#begun(kept, from, rows), ...rows]);
    const told = this.#battles.flatMap((battle) => battle.rows).length;
    this.#battles = battles;
    if (fought) {
      this.#shown = battles.length - 1;
      const told = new Set(rows.filter(({ kind }) => kind !== "choice").map(({ battle }) => battle));
      const first = Math.max(0, battles.findIndex(({ battle }) => told.has(battle)));
      // What came of the battle before stays beside the next until it has been seen.
      const unseen = this.table.hello?.seats.length ? Math.max(this.#seen, this.#shown - 1) : first;
      this.#first = Math.min(first, unseen);
      this.#step(false);
    } else if (battles.flatMap((battle) => battle.rows).length !== told) {
      // Something was taken back.
      this.#first = this.#shown = Math.min(this.#shown, battles.length - 1);
      this.draw();
    }
  }

  /** How battles began of which no card lies here: the page was opened after that. @param {import("./chronicle.js").Battle[]} kept @param {number} from @param {Row[]} rows */
  #begun(kept, from, rows) {
    const fought = new Set(rows.map(({ battle }) => battle).filter(Boolean));
    for (const { battle } of kept) fought.delete(battle);
    return this.table.log.rows.filter(({ at, battle }) => at < from && fought.has(battle));
  }

  /** Whether the battles belong to a phase that is over. */
  get #old() {
    const last = this.#battles.at(-1)?.rows.at(-1);
    const { view } = this.table;
    return Boolean(last && view && (last.turn !== view.turn || last.phase !== view.phase));
  }

  /** The game moved on: what nobody puts away steps aside a while after its phase, and leaves those who only watch. */
  movedOn() {
    this.#unsettled = true;
    this.#place();
    const watched = !this.table.hello?.seats.length;
    if (!this.#old || this.#leaving || (this.#aside && !watched)) return;
    this.#leaving = window.setTimeout(() => (this.#aside ? this.close() : this.#step(true)), STAY);
  }

  /** The player turns to something else: the battle has been seen. */
  acted() {
    const { view } = this.table;
    // What an answer within a battle leads to is still to be seen.
    this.#seen = this.#battles.length - (view?.decision?.top ? 0 : 1);
    if (!this.#battles.length || !view?.decision?.top) return;
    if (this.#old) this.close();
    else this.#step(true);
  }

  /** @param {boolean} aside */
  #step(aside) {
    clearTimeout(this.#leaving);
    this.#leaving = 0;
    this.#aside = aside;
    this.draw();
  }

  /** Put all cards away; true if one lay there. */
  close() {
    const lay = this.#battles.length > 0;
    this.#battles = [];
    this.#seen = 0;
    this.#step(false);
    return lay;
  }

  draw() {
    const host = find(this.table.root, ".battle-host");
    const battle = this.#battles[this.#shown];
    if (!battle) {
      replace(host);
      return;
    }
    const shown = this.#battles.slice(Math.min(this.#first, this.#shown), this.#shown + 1);
    const card = this.#aside ? this.#folded(battle) : this.#card(shown);
    replace(host, card);
    // Where two are too long for the card the later one is in sight.
    if (shown.length > 1) card.scrollTop = card.scrollHeight;
    this.#place();
  }

  /** One battle, or those that one order ended and began. @param {import("./chronicle.js").Battle[]} battles */
  #card(battles) {
    const charted = (/** @type {string} */ column) => isColumn(this.table.view?.tracks ?? [], column);
    return h(
      "article",
      { class: "battle-card", "aria-label": t("battle.title") },
      ...battles.flatMap(({ rows: [first, ...rest] }, i) => [
        h(
          "header",
          {},
          first ? flag(whose(first)) : null,
          h("h3", {}, ...(first ? linked(sentence(first.text)) : [])),
          i ? null : this.#pages(),
          i ? null : iconButton("close", t("battle.close"), () => this.close(), { class: "icon-button small" }),
        ),
        ...course(rest, charted),
      ]),
    );
  }

  /** Who was attacked and what came of it, in a line that opens the card again. @param {import("./chronicle.js").Battle} battle */
  #folded({ rows: [first, ...rest] }) {
    // What befell a single unit, such as a tank in the surf, is not what the battle came to.
    const results = rest
      .filter(({ facts }) => facts.result !== undefined && facts.unit === undefined)
      .map(({ facts }) => String(facts.result));
    return h(
      "button",
      { type: "button", class: "battle-folded", title: t("battle.open"), onclick: () => this.#step(false) },
      first ? flag(whose(first)) : null,
      h("span", {}, ...(first ? linked(sentence(first.text)) : [])),
      ...results.filter(isCode).slice(-1).map(cell),
    );
  }

  #pages() {
    const n = this.#battles.length;
    if (n < 2) return null;
    /** @param {number} by */
    const turn = (by) => () => {
      this.#first = this.#shown = (this.#shown + by + n) % n;
      this.draw();
    };
    return h(
      "span",
      { class: "battle-pages" },
      iconButton("prev", t("battle.earlier"), turn(-1), { class: "icon-button small" }),
      `${this.#shown + 1}/${n}`,
      iconButton("next", t("battle.later"), turn(1), { class: "icon-button small" }),
    );
  }

  /** The map is where the question wants it: only now is it seen what lies in the way. */
  settle() {
    if (!this.#unsettled) return;
    this.#unsettled = false;
    this.#place();
  }

  /** The card goes to the corner where it covers least of what was fought over, of what is asked and of what can be chosen now. */
  #place() {
    const host = find(this.table.root, ".battle-host");
    const card = host.firstElementChild;
    const battle = this.#battles[this.#shown];
    if (!battle || !card) return;
    const { board, mine } = this.table;
    const [first, ...rest] = battle.rows;
    const fought = String(rest.find(({ facts }) => facts.target)?.facts.target ?? first?.facts.hex ?? "");
    const asked = [mine?.about.attack?.target ?? "", ...(mine?.about.hexes ?? [])];
    const most = [...(this.#aside ? [] : [fought]), ...asked];
    const places = [...most, ...most, ...most, ...board.choices()].flatMap((place) => board.camera.onPage(place) ?? []);
    const spots = [...places, ...this.#told()];
    /** @param {import("./corner.js").Corner} corner */
    const lie = ({ right, above }) => {
      host.classList.toggle("right", right);
      host.classList.toggle("above", above);
      return card.getBoundingClientRect();
    };
    const best = CORNERS[leastCovered(CORNERS.map(lie), spots)];
    if (best) lie(best);
  }

  /** What is told over the map just now, such as the dice that begin a turn. @returns {import("./corner.js").Point[]} */
  #told() {
    return [...this.table.root.querySelectorAll(".banner-card, .thrown")].flatMap((node) => {
      const { x, y, width, height } = node.getBoundingClientRect();
      return [0, 0.25, 0.5, 0.75, 1].map((part) => ({ x: x + width * part, y: y + height / 2 }));
    });
  }
}

/** A result by the code of a chart; one that is a word ("loss") the sentence beside it says in the player's language. @param {unknown} result */
function isCode(result) {
  return !/^[a-z]{2,}$/.test(String(result));
}

/** What happened after the attack, in its order: dice with the result they gave, then what follows. @param {Row[]} rows @param {(column: string) => boolean} charted */
function course(rows, charted) {
  /** @type {Row[]} */
  let dice = [];
  const told = [];
  for (const row of rows) {
    if (FALLS.has(row.kind)) {
      dice.push(row);
      continue;
    }
    const marked = marksFor(dice, row);
    // Where both sides have rolled, each one's dice lie by themselves.
    if (dice.length > 1) told.push(...dice.splice(0).map((each) => throwOf(each, marked.get(each))));
    told.push(row.facts.result === undefined ? follows(row, dice) : outcome(row, dice, charted, marked));
    dice = [];
  }
  return [...told, ...dice.map((each) => throwOf(each))];
}

/** What each die of some throws did, as what they led to tells it. @param {Row[]} dice @param {Row} row @returns {Map<Row, string[]>} */
function marksFor(dice, { facts }) {
  const marks = Array.isArray(facts.marks) ? facts.marks.map(String) : [];
  let next = 0;
  return new Map(
    dice.map((each) => {
      const count = Array.isArray(each.facts.dice) ? each.facts.dice.length : 1;
      next += count;
      return [each, marks.slice(next - count, next)];
    }),
  );
}

/** A throw in a line of its own. @param {Row} row @param {string[]} [marks] */
function throwOf(row, marks) {
  return h("p", { class: "battle-result" }, thrower(row), ...cast(row, marks));
}

/** The sign of who rolled. @param {Row} row */
function thrower(row) {
  return flag(whose(row));
}

/** @param {string} result */
function cell(result) {
  return h("b", { class: `battle-cell ${tone(result)}`, text: result === "-" ? "–" : result });
}

/** A result: the column, the dice, the cell, and the sentence that sums them up. @param {Row} row @param {Row[]} dice @param {(column: string) => boolean} charted @param {Map<Row, string[]>} marked */
function outcome(row, dice, charted, marked) {
  const { column, result } = row.facts;
  return h(
    "p",
    { class: "battle-result" },
    // The ground of a defence is told by its ledger, odds beyond the last column by the sentence.
    row.kind === "result" && charted(String(column ?? "")) ? h("b", { class: "battle-column", text: column }) : null,
    ...dice.flatMap((each) => [thrower(each), ...cast(each, marked.get(each))]),
    isCode(result) ? cell(String(result)) : null,
    row.means ? h("span", { class: "battle-means", text: sentence(row.means) }) : null,
    h("span", { class: "battle-sum" }, ...linked(sentence(row.text)), " ", ruleLink(row.rule)),
  );
}

/** @param {Row} row @param {Row[]} dice */
function follows(row, dice) {
  const side = sideOf(String(row.facts.unit ?? ""));
  return h(
    "p",
    { class: "battle-after" },
    ...dice.flatMap((each) => cast(each)),
    side ? flag(side) : null,
    ...linked(sentence(row.text)),
    " ",
    ruleLink(row.rule),
  );
}

/** @param {Row} row @param {string[]} [marks] @returns {Element[]} */
function cast(row, marks) {
  return thrown(row, "thrown-die", marks);
}
