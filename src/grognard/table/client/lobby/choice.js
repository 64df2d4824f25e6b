/** What is chosen for a new table: a game, its scenario and options, who sits where. */

import { pref } from "../settings.js";
import { knowSides } from "../sides.js";

/** @typedef {import("../types.js").GameInfo} GameInfo */
/** @typedef {import("../types.js").GamePage} GamePage */

export class Choice {
  scenario = "";
  /** @type {Set<string>} */ options = new Set();
  /** the seconds of a turn and of the reserve; '' without clocks */ clock = "";
  /** @type {Record<string, string>} by side: `me`, `link` or `bot:NAME` */ seats = {};

  /** The quick start of a game, or else its first scenario with all seats here. @param {GameInfo} game @param {GamePage} page */
  constructor(game, page) {
    this.game = game;
    this.page = page;
    pref("game", game.name);
    this.scenario = page.quick?.scenario ?? game.scenarios[0]?.id ?? "";
    this.options = new Set(page.quick?.options);
    this.chairs();
  }

  /** The seats under what is chosen; who sat in one of them before stays. */
  chairs() {
    const { game, options, page, scenario, seats: before } = this;
    const chosen = game.seating_options.filter((id) => options.has(id)).join();
    const way = game.seatings.find((each) => each.scenario === scenario && each.options.join() === chosen);
    const there = way?.seats ?? [];
    this.seats = Object.fromEntries(there.map(({ id }) => [id, before[id] ?? page.quick?.seats[id] ?? "me"]));
    knowSides(there);
    return there;
  }

  /** The same choice, with everything said anew. @param {GameInfo} game @param {GamePage} page */
  reworded(game, page) {
    this.game = game;
    this.page = page;
  }

  /** What a bot is called, and what it needs. @param {{name: string, title: string}} bot */
  bot(bot) {
    return this.page.bots?.[bot.name] ?? { title: bot.title };
  }

  /** Seat somebody; the options that a bot needs come and go with it. @param {string} side @param {string} who */
  sit(side, who) {
    /** @param {string} seat */
    const needs = (seat) => this.bot({ name: seat.replace("bot:", ""), title: "" }).options ?? [];
    for (const option of needs(this.seats[side] ?? "")) this.options.delete(option);
    this.seats[side] = who;
    for (const option of Object.values(this.seats).flatMap(needs)) this.options.add(option);
  }
}
