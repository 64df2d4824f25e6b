/** The log in words, and the scrubber over it. */

import { thrown } from "./dice.js";
import { h, iconButton, replace, s } from "./dom.js";
import { t } from "./i18n.js";
import { linked, whose } from "./names.js";
import { sentence } from "./question.js";
import { flag, nameFor } from "./sides.js";
import { course } from "./table/analysis.js";
import { marchesOn, wayOf } from "./table/chronicle.js";
import { ruleLink } from "./ui.js";

/** @typedef {import("./types.js").Row} Row */

const NEAR = 300; // pixels from the top: so near, older lines are asked for

export class Log {
  /** @type {Row[]} */ rows = [];
  /** the length of the trail from which on the rows are known */ from = 0;
  /** @type {Record<string, number[]>} moments before that, by kind */ early = {};
  /** @type {HTMLLIElement[]} */ #nodes = [];
  /** @type {Promise<void> | null} */ #asking = null;
  #shown = -1;

  /**
   * @param {(at: number) => void} go
   * @param {(before: number) => Promise<{from: number, events: Row[]} | null>} ask for the lines before a moment
   */
  constructor(go, ask) {
    this.go = go;
    this.ask = ask;
    this.more = h(
      "li",
      { class: "log-more", hidden: true },
      h("button", { type: "button", class: "quiet", onclick: () => void this.older(), text: t("log.older") }),
    );
    this.list = h("ol", { class: "log", "aria-label": t("log.title"), tabindex: "0" }, this.more);
    this.list.addEventListener("click", (event) => {
      if (!(event.target instanceof Element) || event.target.closest("button.rule, summary")) return;
      const at = event.target.closest("[data-at]")?.getAttribute("data-at");
      if (at) this.go(Number(at));
    });
    this.list.addEventListener("scroll", () => {
      if (this.list.scrollTop < NEAR && this.list.clientHeight) void this.older();
    });
  }

  /** Begin anew with these lines, the last of a log. @param {number} from @param {Row[]} rows @param {Record<string, number[]>} early */
  begin(from, rows, early) {
    this.rows = [];
    for (const node of this.#nodes.splice(0)) node.remove();
    this.early = early;
    this.#reach(from);
    this.take(from, rows);
  }

  /** @param {number} from @param {Row[]} rows */
  take(from, rows) {
    while (this.rows.length && (this.rows.at(-1)?.at ?? 0) >= from) {
      this.rows.pop();
      this.#nodes.pop()?.remove();
    }
    if (from < this.from) this.#reach(from);
    const first = this.rows.length;
    this.rows.push(...rows);
    this.#build(first, this.rows.length);
    this.#nodes[first - 1]?.classList.toggle("under-way", this.#underWay(first - 1));
    this.list.append(...this.#nodes.slice(first));
    this.show(this.#shown);
  }

  /** Ask for older lines; they come above the others, which stay where they are. */
  older() {
    this.#asking ??= this.#older().finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  async #older() {
    const before = this.from;
    const found = before ? await this.ask(before) : null;
    if (!found || this.from !== before) return;
    const height = this.list.scrollHeight;
    const older = found.events;
    this.rows.unshift(...older);
    /** @type {HTMLLIElement[]} */
    const room = Array(older.length);
    this.#nodes.unshift(...room);
    this.#build(0, older.length);
    this.more.after(...this.#nodes.slice(0, older.length));
    for (let i = older.length; i < this.rows.length; i += 1) {
      if (i > older.length && !marchesOn(this.rows[i - 1], /** @type {Row} */ (this.rows[i]))) break;
      const old = this.#nodes[i];
      this.#build(i, i + 1);
      old?.replaceWith(/** @type {HTMLLIElement} */ (this.#nodes[i]));
    }
    this.#reach(found.from);
    this.list.scrollTop += this.list.scrollHeight - height;
  }

  /** Have all lines from a moment on. @param {number} at */
  async back(at) {
    for (let from = -1; this.from > at && this.from !== from; ) {
      from = this.from;
      await this.older();
    }
  }

  /** @param {number} from */
  #reach(from) {
    this.from = from;
    this.more.hidden = from === 0;
  }

  /** Whether the march of a row goes on in the next. @param {number} i */
  #underWay(i) {
    const next = this.rows[i + 1];
    return next !== undefined && marchesOn(this.rows[i], next);
  }

  /** Make the nodes of some rows. @param {number} first @param {number} end */
  #build(first, end) {
    for (let i = first; i < end; i += 1) {
      const node = this.#row(i);
      node.classList.toggle("under-way", this.#underWay(i));
      node.classList.toggle("later", this.#later(i));
      this.#nodes[i] = node;
    }
  }

  /** @param {number} i */
  #later(i) {
    return this.#shown >= 0 && (this.rows[i]?.at ?? 0) > this.#shown;
  }

  /** @param {number} i */
  #row(i) {
    const row = /** @type {Row} */ (this.rows[i]);
    const before = this.rows[i - 1];
    const heading = !before || before.turn !== row.turn || before.phase !== row.phase || before.whose !== row.whose;
    const fought = row.battle && row.kind !== "attack" ? " in-battle" : "";
    const legs = this.#march(i, row);
    return h(
      "li",
      { class: `event event-${row.kind.replaceAll(" ", "-")}${fought}`, "data-at": row.at },
      heading && row.kind !== "turn" && row.phase_text
        ? h("span", { class: "log-phase", text: [row.whose, row.phase_text, nameFor(row.side, row.whose)].filter(Boolean).join(" · ") })
        : null,
      h(
        "span",
        { class: "log-text" },
        ...thrown(row),
        row.side && row.kind !== "turn" ? flag(whose(row)) : null,
        ...linked(sentence(marched(legs, row))),
        " ",
        ruleLink(row.rule),
        legs.length
          ? h("button", {
              type: "button",
              class: "quiet legs",
              "aria-expanded": "false",
              onclick: (/** @type {MouseEvent} */ event) => this.#unfold(event, legs.length),
              text: t("log.legs", { n: legs.length + 1 }),
            })
          : null,
      ),
      row.why?.length
        ? h(
            "details",
            { class: "why" },
            h("summary", { text: t("bot.why") }),
            reasons(row.why),
          )
        : null,
    );
  }

  /** The rows before one that are legs of the same march. @param {number} at its place among the rows @param {Row} row */
  #march(at, row) {
    let first = at;
    let later = row;
    while (marchesOn(this.rows[first - 1], later)) {
      first -= 1;
      later = /** @type {Row} */ (this.rows[first]);
    }
    return this.rows.slice(first, at);
  }

  /** Show the legs of a march, or only the whole of it. @param {MouseEvent} event @param {number} legs */
  #unfold(event, legs) {
    event.stopPropagation();
    const button = /** @type {HTMLElement} */ (event.currentTarget);
    const last = this.#nodes.findIndex((node) => node.contains(button));
    const open = button.getAttribute("aria-expanded") !== "true";
    button.setAttribute("aria-expanded", String(open));
    for (const node of this.#nodes.slice(last - legs, last)) node.classList.toggle("unfolded", open);
  }

  /** @param {HTMLElement} panel @param {number} at */
  lay(panel, at) {
    if (panel.firstChild !== this.list) replace(panel, this.list);
    this.show(at);
  }

  /** Mark the moment that is shown; -1 is now. @param {number} at */
  show(at) {
    this.#shown = at;
    this.#nodes.forEach((node, i) => node.classList.toggle("later", this.#later(i)));
    if (!this.list.isConnected) return;
    if (at >= 0 && at < this.from) {
      // A long log has come without the lines of that moment.
      void this.back(at).then(() => (this.#shown === at && this.from <= at ? this.show(at) : undefined));
    }
    const here = at < 0 ? this.rows.length : this.rows.findLastIndex((row) => row.at <= at) + 1;
    const node = this.#nodes.slice(0, here).findLast(({ offsetHeight }) => offsetHeight > 0);
    if (node) {
      this.list.scrollTop = node.offsetTop - this.list.clientHeight + node.offsetHeight + 12;
    }
  }

  /** Why the last order of a bot was given. */
  get why() {
    return this.rows.findLast((row) => row.why?.length)?.why ?? [];
  }

  /** What a side did last, if nobody else has done anything since. @param {string} side */
  last(side) {
    const at = this.rows.findLastIndex((each) => each.kind !== "choice" || each.side !== side);
    const row = this.rows[at];
    return row?.side === side ? marched(this.#march(at, row), row) : "";
  }

  /** What happened last at a moment; of a march, the march, and not what stopped it. @param {number} moment */
  told(moment) {
    const march = this.rows.findLastIndex(({ at, kind }) => at === moment && kind === "move");
    const at = march >= 0 ? march : this.rows.findLastIndex((row) => row.at === moment && row.kind !== "choice");
    const row = this.rows[at];
    return row ? marched(this.#march(at, row), row) : "";
  }

  /** The moments at which a kind of thing happened. @param {string} kind */
  moments(kind) {
    const known = this.rows.filter((row) => row.kind === kind).map((row) => row.at);
    const early = this.early[kind]?.filter((at) => at < this.from) ?? [];
    return [...new Set([...early, ...known])];
  }
}

/** A row as a sentence; of the last leg of a march, the whole march. @param {Row[]} legs @param {Row} last */
function marched(legs, last) {
  if (!legs.length) return last.text;
  const { key, fields } = wayOf([...legs, last]);
  return t(key, fields);
}

/** @param {import("./types.js").Reason[]} why */
export function reasons(why) {
  return h(
    "ul",
    { class: "reasons" },
    ...why.map(({ rule, text }) => h("li", {}, ...linked(sentence(text)), " ", ruleLink(rule))),
  );
}

/**
 * @typedef {object} ScrubHandlers
 * @property {(at: number) => void} go
 * @property {() => void} live
 * @property {() => void} branch
 * @property {(near: HTMLElement) => void} more
 */

export class Scrubber {
  #at = 0;
  #length = 0;

  /** @param {Log} log @param {ScrubHandlers} on */
  constructor(log, on) {
    this.log = log;
    this.on = on;
    this.range = h("input", {
      type: "range",
      min: 0,
      max: 0,
      step: 1,
      "aria-label": t("scrub.title"),
      oninput: () => this.#slide(),
    });
    this.ticks = h("div", { class: "ticks", "aria-hidden": "true" });
    this.line = s("svg", { class: "rail-line", viewBox: "0 0 100 20", preserveAspectRatio: "none", "aria-hidden": "true" });
    this.where = h("output", { class: "where" });
    this.branch = h("button", {
      type: "button",
      class: "branch",
      onclick: () => on.branch(),
      text: t("scrub.branch"),
    });
    this.node = h(
      "div",
      { class: "scrubber", role: "group", "aria-label": t("scrub.title") },
      iconButton("first", t("scrub.turn.back"), () => this.jump("turn", -1)),
      iconButton("prevBattle", t("scrub.battle.back"), () => this.jump("attack", -1)),
      iconButton("prev", t("scrub.back"), () => this.step(-1)),
      h("div", { class: "rail" }, this.line, this.ticks, this.range),
      iconButton("next", t("scrub.forward"), () => this.step(1)),
      iconButton("nextBattle", t("scrub.battle.forward"), () => this.jump("attack", 1)),
      iconButton("last", t("scrub.turn.forward"), () => this.jump("turn", 1)),
      this.where,
      this.branch,
      iconButton("menu", t("scrub.more"), (event) =>
        on.more(/** @type {HTMLElement} */ (event.currentTarget)),
      ),
    );
  }

  get past() {
    return this.#at < this.#length;
  }

  /** Draw a side's chances over the rail. @param {import("./types.js").Report["advantage"]} moments @param {string} side */
  chances(moments, side) {
    replace(this.line, moments.length > 1 ? s("path", { d: course(moments, side, 100, 20) }) : null);
  }

  #slide() {
    const at = Number(this.range.value);
    if (at >= this.#length) this.on.live();
    else this.on.go(at);
  }

  /** @param {number} by */
  step(by) {
    this.#go(this.#at + by);
  }

  /** To the next or last moment of a kind. @param {string} kind @param {1 | -1} way */
  jump(kind, way) {
    const moments = this.log.moments(kind);
    const goal =
      way > 0 ? moments.find((at) => at > this.#at) : moments.findLast((at) => at < this.#at);
    this.#go(goal ?? (way > 0 ? this.#length : 0));
  }

  /** @param {number} at */
  #go(at) {
    const goal = Math.min(Math.max(at, 0), this.#length);
    if (goal === this.#length) this.on.live();
    else if (goal !== this.#at) this.on.go(goal);
  }

  /** @param {number} at @param {number} length @param {string} text */
  set(at, length, text) {
    const grown = length !== this.#length;
    this.#at = at;
    this.#length = length;
    this.range.max = String(length);
    this.range.value = String(at);
    this.range.setAttribute("aria-valuetext", text);
    this.where.textContent = text;
    this.node.classList.toggle("past", this.past);
    if (grown) this.#tick();
  }

  #tick() {
    const marks = [];
    for (const kind of ["turn", "attack"]) {
      for (const at of this.log.moments(kind)) {
        const tick = h("i", { class: `tick tick-${kind}` });
        tick.style.left = `${(100 * at) / Math.max(this.#length, 1)}%`;
        marks.push(tick);
      }
    }
    replace(this.ticks, ...marks);
  }
}
