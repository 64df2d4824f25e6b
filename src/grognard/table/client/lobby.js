/** The lobby: start a game, go on with one, watch one, bring one in. */

import { inLanguage, request } from "./api.js";
import { h, replace, tabIcon } from "./dom.js";
import { t } from "./i18n.js";
import { Choice } from "./lobby/choice.js";
import { hero } from "./lobby/hero.js";
import { setUp } from "./lobby/setup.js";
import { Shelf, shelf, waits } from "./lobby/shelf.js";
import { languageSwitch, pref, themeSwitch } from "./settings.js";

/** @typedef {import("./types.js").GameInfo} GameInfo */
/** @typedef {import("./types.js").GamePage} GamePage */
/** @typedef {import("./types.js").TableInfo} TableInfo */

const AGAIN = 60_000; // milliseconds after which the games are looked for anew

export class Lobby {
  /** @type {GameInfo[]} */ #games = [];
  /** @type {TableInfo[]} */ #tables = [];
  /** @type {Map<string, GamePage>} */ #pages = new Map();
  /** @type {Choice | null} */ #choice = null;
  /** @type {Shelf | null} */ #shelf = null;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    void this.#load();
    document.addEventListener("visibilitychange", () => void this.#again());
    window.addEventListener("pageshow", ({ persisted }) => persisted && void this.#again());
    window.setInterval(() => void this.#again(), AGAIN);
  }

  /** Look how the games stand, if somebody looks at them. */
  async #again() {
    if (document.hidden || !this.#shelf) return;
    this.#tables = await request(inLanguage("/api/tables"));
    this.#shelf.take(this.#tables);
    this.#title();
  }

  /** The title and the icon say whether a game waits. */
  #title() {
    const n = this.#tables.filter(waits).length;
    document.title = n ? `● ${t("question.you")} (${n}) · Grognard` : "Grognard";
    tabIcon(n > 0);
  }

  async #load() {
    [this.#games, this.#tables] = await Promise.all([
      /** @type {Promise<GameInfo[]>} */ (request(inLanguage("/api/games"))),
      /** @type {Promise<TableInfo[]>} */ (request(inLanguage("/api/tables"))),
    ]);
    const pages = await Promise.all(
      this.#games.map(({ name }) => request(inLanguage(`/api/games/${name}/page`))),
    );
    this.#games.forEach(({ name }, i) => this.#pages.set(name, pages[i] ?? {}));
    const name = this.#choice?.game.name ?? pref("game");
    const game = this.#games.find((each) => each.name === name) ?? this.#games[0];
    if (game && this.#choice) this.#choice.reworded(game, this.#page(game));
    else if (game) this.#choice = new Choice(game, this.#page(game));
    this.#draw();
  }

  /** @param {GameInfo} game */
  #page(game) {
    return this.#pages.get(game.name) ?? {};
  }

  /** @param {string} name */
  #choose(name) {
    const game = this.#games.find((each) => each.name === name);
    if (game) this.#choice = new Choice(game, this.#page(game));
    this.#draw();
  }

  #draw() {
    const choice = this.#choice;
    if (!choice) return;
    this.#shelf = new Shelf(this.#games, this.#tables);
    this.#title();
    replace(
      this.root,
      h(
        "header",
        { class: "bar" },
        h("span", { class: "brand", text: "Grognard" }),
        h("nav", { class: "lobby-tools", "aria-label": t("settings.title") },
          languageSwitch(() => void this.#load()),
          themeSwitch(() => {}),
        ),
      ),
      h(
        "main",
        {},
        hero(choice),
        h(
          "div",
          { class: "lobby-columns" },
          setUp(this.#games, choice, { game: (name) => this.#choose(name), redraw: () => this.#draw() }),
          shelf(this.#shelf),
        ),
      ),
      h("footer", { class: "colophon" }, h("p", { text: t("lobby.colophon") })),
    );
  }
}
