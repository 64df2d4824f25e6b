/** The battle card: who attacked, the odds, the dice, the result and what follows.  It stays until it has been seen. */

import { FALLS, thrown } from "../dice.js";
import { find, h, iconButton, replace } from "../dom.js";
import { t } from "../i18n.js";
import { tone } from "../ledger.js";
import { linked, sideOf } from "../names.js";
import { sentence } from "../question.js";
import { flag } from "../sides.js";
import { ruleLink } from "../ui.js";
import { battlesBefore, battlesIn } from "./chronicle.js";

/** @typedef {import("../table.js").Table} Table */
/** @typedef {import("../types.js").Row} Row */

export class BattleCard {
  /** @type {import("./chronicle.js").Battle[]} those not yet put away */ #battles = [];
  #shown = 0;

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
  }

  /** What happened from a moment on. @param {number} from @param {Row[]} rows */
  see(from, rows) {
    const kept = battlesBefore(this.#battles, from);
    const battles = battlesIn(kept, rows);
    const news = battles.length !== this.#battles.length || rows.some(({ battle }) => battle);
    this.#battles = battles;
    if (!news) return;
    this.#shown = battles.length - 1;
    this.draw();
  }

  /** Put all cards away; true if one lay there. */
  close() {
    const lay = this.#battles.length > 0;
    this.#battles = [];
    this.draw();
    return lay;
  }

  draw() {
    const host = find(this.table.root, ".battle-host");
    const battle = this.#battles[this.#shown];
    if (!battle) {
      replace(host);
      return;
    }
    const [first, ...rest] = battle.rows;
    const target = String(rest.find(({ facts }) => facts.target)?.facts.target ?? first?.facts.hex ?? "");
    const { left, low } = this.#quarter(target);
    host.classList.toggle("right", left);
    host.classList.toggle("above", low);
    replace(
      host,
      h(
        "article",
        { class: "battle-card", "aria-label": t("battle.title") },
        h(
          "header",
          {},
          first?.side ? flag(first.side) : null,
          h("h3", {}, ...(first ? linked(sentence(first.text)) : [])),
          this.#pages(),
          iconButton("close", t("battle.close"), () => this.close(), { class: "icon-button small" }),
        ),
        ...course(rest),
      ),
    );
  }

  #pages() {
    const n = this.#battles.length;
    if (n < 2) return null;
    /** @param {number} by */
    const turn = (by) => () => {
      this.#shown = (this.#shown + by + n) % n;
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

  /** In which part of what is seen a hex lies: the card goes to another. @param {string} hex */
  #quarter(hex) {
    const { camera, host } = this.table.board;
    const area = host.getBoundingClientRect();
    const spot = camera.onPage(hex);
    if (!spot) return { left: false, low: false };
    return { left: spot.x < area.x + area.width / 2, low: spot.y > area.y + area.height / 2 };
  }
}

/** What happened after the attack, in its order: dice with the result they gave, then what follows. @param {Row[]} rows */
function course(rows) {
  /** @type {Row[]} */
  let dice = [];
  const told = [];
  for (const row of rows) {
    if (FALLS.has(row.kind)) {
      dice.push(row);
      continue;
    }
    told.push(row.facts.result === undefined ? follows(row, dice) : outcome(row, dice));
    dice = [];
  }
  if (dice.length) told.push(h("p", { class: "battle-result" }, ...dice.flatMap(cast)));
  return told;
}

/** A result: the column, the dice, the cell, and the sentence that sums them up. @param {Row} row @param {Row[]} dice */
function outcome(row, dice) {
  const { column, result } = row.facts;
  return h(
    "p",
    { class: "battle-result" },
    column === undefined ? null : h("b", { class: "battle-column", text: column }),
    ...dice.flatMap(cast),
    h("b", { class: `battle-cell ${tone(String(result))}`, text: result === "-" ? "–" : result }),
    h("span", { class: "battle-sum" }, ...linked(sentence(row.text)), " ", ruleLink(row.rule)),
  );
}

/** @param {Row} row @param {Row[]} dice */
function follows(row, dice) {
  const side = sideOf(String(row.facts.unit ?? ""));
  return h(
    "p",
    { class: "battle-after" },
    ...dice.flatMap(cast),
    side ? flag(side) : null,
    ...linked(sentence(row.text)),
    " ",
    ruleLink(row.rule),
  );
}

/** @param {Row} row @returns {Element[]} */
function cast(row) {
  return thrown(row, "thrown-die");
}
