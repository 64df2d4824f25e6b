/** The lobby: start a game, go on with one, watch one, bring one in. */

import { inLanguage, request } from "./api.js";
import { h, replace } from "./dom.js";
import { t } from "./i18n.js";
import { Choice } from "./lobby/choice.js";
import { hero } from "./lobby/hero.js";
import { setUp } from "./lobby/setup.js";
import { shelf } from "./lobby/shelf.js";
import { languageSwitch, pref, themeSwitch } from "./settings.js";

/** @typedef {import("./types.js").GameInfo} GameInfo */
/** @typedef {import("./types.js").GamePage} GamePage */
/** @typedef {import("./types.js").TableInfo} TableInfo */

export class Lobby {
  /** @type {GameInfo[]} */ #games = [];
  /** @type {TableInfo[]} */ #tables = [];
  /** @type {Map<string, GamePage>} */ #pages = new Map();
  /** @type {Choice | null} */ #choice = null;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    document.title = "Grognard";
    void this.#load();
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
          shelf(this.#games, this.#tables),
        ),
      ),
      h("footer", { class: "colophon" }, h("p", { text: t("lobby.colophon") })),
    );
  }
}
