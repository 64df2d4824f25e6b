/** The guided first turn: steps that the game's own data describe, shown when their moment comes. */

import { h, iconButton, replace } from "./dom.js";
import { t } from "./i18n.js";
import { pref } from "./settings.js";
import { served } from "./sides.js";
import { ruleLink } from "./ui.js";

/** @typedef {import("./types.js").View} View */
/**
 * @typedef {object} Step
 * @property {string} title
 * @property {string} text
 * @property {string} [rule]
 * @property {string[]} [hexes] what to look at
 * @property {{kind?: string, side?: string, phase?: string}} [until] the question that ends the step
 */

export class Guide {
  /** @type {Step[]} */ #steps = [];
  /** @type {HTMLElement | null} */ #host = null;
  /** @type {View | null} */ #view = null;
  #at = -1;
  #seated = false;
  /** where the game stood when the page was opened */ #from = -1;

  /** @param {string} table @param {{glow: (hexes: string[]) => void, goal: () => void}} on */
  constructor(table, on) {
    this.table = table;
    this.on = on;
    this.#at = Number(pref(`guide-${table}`) ?? -1);
  }

  /** @param {HTMLElement} host */
  mount(host) {
    this.#host = host;
    this.#show();
  }

  /** @param {Step[]} steps */
  take(steps) {
    this.#steps = steps;
    this.#show();
  }

  start() {
    this.#go(0);
  }

  /** @param {View} view @param {boolean} seated */
  see(view, seated) {
    const [offered, begun] = [this.#offered, this.#begun];
    this.#view = view;
    this.#seated = seated;
    if (this.#from < 0) this.#from = view.at;
    if (offered !== this.#offered || begun !== this.#begun) this.#show();
    const step = this.#steps[this.#at];
    if (step?.until && this.#matches(step.until)) this.#go(this.#at + 1);
  }

  /** @param {NonNullable<Step["until"]>} until */
  #matches(until) {
    const view = this.#view;
    const decision = view?.decision;
    return (
      (!until.kind || decision?.kind === until.kind) &&
      (!until.side || served(decision?.side) === until.side) &&
      (!until.phase || view?.phase === until.phase)
    );
  }

  /** @param {number} at */
  #go(at) {
    this.#at = at >= 0 && at < this.#steps.length ? at : -1;
    pref(`guide-${this.table}`, String(this.#at));
    this.#show();
    if (this.#at >= 0 && this.#view) this.see(this.#view, this.#seated);
  }

  /** Until the first turn is over, to a player who has neither taken nor refused it at this table. */
  get #offered() {
    return this.#seated && !this.#view?.outcome && (this.#view?.turn ?? 2) <= 1 && this.#steps.length > 0 && pref(`guide-${this.table}`) === null;
  }

  /** Whether something was decided since the page was opened: on a phone the offer gives way to the map then. */
  get #begun() {
    return this.#from >= 0 && this.#view?.at !== this.#from;
  }

  #welcome() {
    return h(
      "section",
      { class: this.#begun ? "guide welcome begun" : "guide welcome", "aria-label": t("guide.welcome") },
      h(
        "header",
        {},
        h("h2", { text: t("guide.welcome") }),
        iconButton("close", t("guide.refuse"), () => this.#go(-1)),
      ),
      h(
        "p",
        { class: "answers" },
        h("button", { type: "button", class: "quiet", onclick: this.on.goal, text: t("goal.title") }),
        h("button", { type: "button", class: "quiet", onclick: () => this.start(), text: t("guide.start") }),
      ),
    );
  }

  #show() {
    const host = this.#host;
    const step = this.#steps[this.#at];
    if (!host) return;
    this.on.glow(step?.hexes ?? []);
    if (!step) {
      replace(host, this.#offered ? this.#welcome() : null);
      return;
    }
    replace(
      host,
      h(
        "section",
        { class: "guide", "aria-label": t("guide.title") },
        h(
          "header",
          {},
          h("h2", { text: step.title }),
          h("small", { text: `${this.#at + 1} / ${this.#steps.length}` }),
          iconButton("close", t("guide.stop"), () => this.#go(-1)),
        ),
        h("p", {}, step.text, " ", step.rule ? ruleLink(step.rule) : null),
        h(
          "p",
          { class: "answers" },
          this.#at > 0
            ? h("button", {
                type: "button",
                class: "quiet",
                onclick: () => this.#go(this.#at - 1),
                text: t("guide.back"),
              })
            : null,
          h("button", {
            type: "button",
            class: "quiet",
            onclick: () => this.#go(this.#at + 1),
            text: t(this.#at + 1 < this.#steps.length ? "guide.next" : "guide.done"),
          }),
        ),
      ),
    );
  }
}
