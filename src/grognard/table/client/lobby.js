/** The lobby: start a game, go on with one, watch one, bring one in. */

import { inLanguage, Refused, request } from "./api.js";
import { h, icon, replace } from "./dom.js";
import { lang, t } from "./i18n.js";
import { sentence } from "./question.js";
import { languageSwitch, pref, themeSwitch } from "./settings.js";
import { flag, knowSides } from "./sides.js";
import { invite, seatLinks } from "./talk.js";
import { dialog, toast } from "./ui.js";

/** @typedef {import("./types.js").GameInfo} GameInfo */
/** @typedef {import("./types.js").TableInfo} TableInfo */
/** @typedef {import("./types.js").NewTable} NewTable */

export class Lobby {
  /** @type {GameInfo[]} */ games = [];
  /** @type {TableInfo[]} */ tables = [];
  /** @type {GameInfo | null} */ game = null;
  /** @type {Map<string, import("./types.js").GamePage>} */ pages = new Map();
  scenario = "";
  /** @type {Set<string>} */ options = new Set();
  /** @type {Record<string, string>} */ seats = {};

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    document.title = "Grognard";
    void this.load();
  }

  async load() {
    [this.games, this.tables] = await Promise.all([
      /** @type {Promise<GameInfo[]>} */ (request(inLanguage("/api/games"))),
      /** @type {Promise<TableInfo[]>} */ (request(inLanguage("/api/tables"))),
    ]);
    const pages = await Promise.all(
      this.games.map((game) => request(inLanguage(`/api/games/${game.name}/page`))),
    );
    this.games.forEach((game, i) => this.pages.set(game.name, pages[i] ?? {}));
    const name = this.game?.name ?? pref("game");
    const game = this.games.find((each) => each.name === name) ?? this.games[0];
    if (game) this.choose(game, Boolean(this.game));
    this.draw();
  }

  /** @param {GameInfo} game @param {boolean} [keep] what was chosen before */
  choose(game, keep = false) {
    this.game = game;
    knowSides(game.sides.map(({ id }) => id));
    pref("game", game.name);
    if (keep) return;
    this.scenario = game.scenarios[0]?.id ?? "";
    this.options.clear();
    this.seats = {};
    for (const side of game.sides) this.seats[side.id] = "me";
    const quick = this.pages.get(game.name)?.quick;
    if (quick) {
      this.scenario = quick.scenario;
      this.options = new Set(quick.options);
      Object.assign(this.seats, quick.seats);
    }
  }

  /** What a bot is called, and what it needs. @param {GameInfo} game @param {{name: string, title: string}} bot */
  bot(game, bot) {
    return this.pages.get(game.name)?.bots?.[bot.name] ?? { title: bot.title };
  }

  draw() {
    const game = this.game;
    if (!game) return;
    replace(
      this.root,
      h(
        "header",
        { class: "bar" },
        h("span", { class: "brand", text: "Grognard" }),
        h("nav", { class: "lobby-tools", "aria-label": t("settings.title") },
          languageSwitch(() => void this.load()),
          themeSwitch(() => {}),
        ),
      ),
      h(
        "main",
        {},
        this.hero(game),
        h("div", { class: "lobby-columns" }, this.setUp(game), this.shelf()),
      ),
      h("footer", { class: "colophon" }, h("p", { text: t("lobby.colophon") })),
    );
  }

  /** @param {GameInfo} game */
  hero(game) {
    const quick = this.pages.get(game.name)?.quick;
    const me = game.sides.find(({ id }) => quick?.seats[id] === "me");
    const foe = Object.values(quick?.seats ?? {}).find((seat) => seat.startsWith("bot:"));
    const bot = foe ? this.bot(game, { name: foe.slice(4), title: foe.slice(4) }) : null;
    return h(
      "section",
      { class: "hero", "aria-label": game.title },
      h("img", { class: "hero-map", src: `/api/games/${game.name}/map.svg`, alt: "" }),
      h(
        "div",
        { class: "hero-words" },
        h("h1", { text: game.title }),
        h("p", { text: game.scenarios[0]?.summary ?? "" }),
        quick && me && bot
          ? h(
              "button",
              {
                type: "button",
                class: "start",
                onclick: () => void this.start(quick.seats, quick.options, quick.scenario),
              },
              h("b", { text: t("lobby.play", { side: me.title }) }),
              h("small", { text: t("lobby.against", { bot: bot.title }) }),
            )
          : null,
        h("p", { class: "hero-note", text: t("lobby.note") }),
      ),
    );
  }

  /** @param {GameInfo} game */
  setUp(game) {
    return h(
      "section",
      { class: "setup", "aria-labelledby": "setup-title" },
      h("h2", { id: "setup-title", text: t("lobby.setup") }),
      this.games.length > 1
        ? this.select(t("lobby.game"), this.games.map((g) => [g.name, g.title]), game.name, (name) => {
            const next = this.games.find((each) => each.name === name);
            if (next) this.choose(next);
            this.draw();
          })
        : null,
      game.scenarios.length > 1
        ? this.select(t("lobby.scenario"), game.scenarios.map((x) => [x.id, x.title]), this.scenario, (id) => {
            this.scenario = id;
            this.draw();
          })
        : null,
      h(
        "p",
        { class: "quiet-text" },
        h("b", { text: game.scenarios.find(({ id }) => id === this.scenario)?.title ?? "" }),
        " — ",
        game.scenarios.find(({ id }) => id === this.scenario)?.summary ?? "",
      ),
      ...game.sides.map((side) => this.seat(game, side)),
      game.options.length
        ? h(
            "fieldset",
            { class: "options" },
            h("legend", { text: t("lobby.options") }),
            ...game.options.map((option) =>
              h(
                "label",
                { class: "option" },
                h("input", {
                  type: "checkbox",
                  value: option.id,
                  checked: this.options.has(option.id),
                  onchange: (/** @type {Event} */ event) => {
                    if (/** @type {HTMLInputElement} */ (event.target).checked) this.options.add(option.id);
                    else this.options.delete(option.id);
                  },
                }),
                h(
                  "span",
                  {},
                  h("b", { text: option.text }),
                  h("span", { class: "cite", text: option.rule }),
                  h("small", { text: option.rule_text }),
                ),
              ),
            ),
          )
        : null,
      h("button", {
        type: "button",
        class: "answer wide",
        text: t("lobby.begin"),
        onclick: () => void this.start(this.seats, [...this.options], this.scenario),
      }),
    );
  }

  /**
   * @param {string} label
   * @param {string[][]} choices
   * @param {string} value
   * @param {(value: string) => void} changed
   */
  select(label, choices, value, changed) {
    return h(
      "label",
      { class: "choice" },
      label,
      h(
        "select",
        {
          onchange: (/** @type {Event} */ event) =>
            changed(/** @type {HTMLSelectElement} */ (event.target).value),
        },
        ...choices.map(([id = "", title = ""]) =>
          h("option", { value: id, selected: id === value, text: title }),
        ),
      ),
    );
  }

  /** @param {GameInfo} game @param {{id: string, title: string}} side */
  seat(game, side) {
    const bots = (game.bots[side.id] ?? []).filter(
      (bot) => this.bot(game, bot).sides?.includes(side.id) ?? true,
    );
    /** @type {[string, string][]} */
    const choices = [
      ["me", t("lobby.me")],
      ["link", t("lobby.link")],
      ...bots.map((bot) => /** @type {[string, string]} */ ([`bot:${bot.name}`, this.bot(game, bot).title])),
    ];
    return h(
      "fieldset",
      { class: "seat", "data-side": side.id },
      h("legend", {}, flag(side.id), side.title),
      ...choices.map(([value, title]) =>
        h(
          "label",
          { class: "pill" },
          h("input", {
            type: "radio",
            name: `seat-${side.id}`,
            value,
            checked: this.seats[side.id] === value,
            onchange: () => this.sit(game, side.id, value),
          }),
          h("span", { text: sentence(title) }),
        ),
      ),
    );
  }

  /** Seat somebody; the options that a bot needs come and go with it. @param {GameInfo} game @param {string} side @param {string} who */
  sit(game, side, who) {
    /** @param {string} seat */
    const needs = (seat) => this.bot(game, { name: seat.replace("bot:", ""), title: "" }).options ?? [];
    for (const option of needs(this.seats[side] ?? "")) this.options.delete(option);
    this.seats[side] = who;
    for (const option of Object.values(this.seats).flatMap(needs)) this.options.add(option);
    for (const box of this.root.querySelectorAll(".option input")) {
      const input = /** @type {HTMLInputElement} */ (box);
      input.checked = this.options.has(input.value);
    }
  }

  shelf() {
    return h(
      "div",
      { class: "shelf" },
      h(
        "section",
        { "aria-labelledby": "continue-title" },
        h("h2", { id: "continue-title", text: t("lobby.continue") }),
        this.tables.length
          ? h("ul", { class: "tables" }, ...this.tables.map((table) => this.row(table)))
          : h("p", { class: "quiet-text", text: t("lobby.none") }),
      ),
      h(
        "section",
        { "aria-labelledby": "watch-title" },
        h("h2", { id: "watch-title", text: t("lobby.watch") }),
        this.watch(),
      ),
      h(
        "section",
        { "aria-labelledby": "import-title" },
        h("h2", { id: "import-title", text: t("lobby.import") }),
        this.bring(),
      ),
    );
  }

  /** @param {TableInfo} table */
  row(table) {
    const mine = table.decision !== null && table.mine.includes(table.decision);
    const game = this.games.find(({ name }) => name === table.game);
    const state = table.outcome ? t("lobby.over") : mine ? t("question.you") : "";
    return h(
      "li",
      {},
      h(
        "a",
        { href: `/t/${table.id}` },
        h("b", { text: table.name || game?.title || table.title }),
        state ? h("span", { class: mine ? "tag you" : "tag", text: state }) : null,
        h("small", {
          text: t("lobby.row", {
            turn: table.turn,
            phase: table.phase_text,
            when: new Date(table.changed).toLocaleString(lang(), { dateStyle: "medium", timeStyle: "short" }),
          }),
        }),
      ),
    );
  }

  watch() {
    const input = h("input", {
      type: "text",
      "aria-label": t("lobby.watch.link"),
      placeholder: t("lobby.watch.link"),
      autocomplete: "off",
    });
    return h(
      "form",
      {
        class: "line",
        onsubmit: (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          const found = /(?:\/t\/)?([\w-]{6,})(\?seat=[\w-]+)?\s*$/.exec(input.value.trim());
          if (found) location.href = `/t/${found[1]}${found[2] ?? ""}`;
        },
      },
      input,
      h("button", { type: "submit", text: t("lobby.open") }),
    );
  }

  bring() {
    const area = h("textarea", {
      rows: 3,
      "aria-label": t("lobby.import.text"),
      placeholder: t("lobby.import.text"),
      spellcheck: "false",
    });
    const file = h("input", {
      type: "file",
      accept: ".txt,text/plain",
      "aria-label": t("lobby.import.file"),
      onchange: async () => {
        const first = file.files?.[0];
        if (first) area.value = await first.text();
      },
    });
    return h(
      "form",
      {
        class: "bring",
        onsubmit: async (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          if (area.value.trim()) await this.make("/api/tables/import", { record: area.value });
        },
      },
      area,
      h("div", { class: "line" }, file, h("button", { type: "submit", text: t("lobby.import.go") })),
    );
  }

  /** @param {Record<string, string>} seats @param {string[]} options @param {string} scenario */
  async start(seats, options, scenario) {
    if (this.game) await this.make("/api/tables", { game: this.game.name, scenario, options, seats });
  }

  /** @param {string} path @param {object} body */
  async make(path, body) {
    try {
      /** @type {NewTable} */
      const made = await request(path, body);
      seatLinks(made.id, made.links);
      if (Object.keys(made.links).length) this.share(made);
      else location.href = `/t/${made.id}`;
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      toast(refused.message, "", "bad");
    }
  }

  /** @param {NewTable} made */
  share(made) {
    const sides = this.game?.sides ?? [];
    dialog(
      t("share.title"),
      [
        h("p", { text: t("share.text") }),
        ...Object.entries(made.links).map(([side, link]) =>
          h(
            "p",
            { class: "share" },
            flag(side),
            h("b", { text: sides.find(({ id }) => id === side)?.title ?? side }),
            h("input", {
              type: "text",
              readonly: true,
              class: "share-link",
              "aria-label": t("share.link"),
              value: new URL(link, location.href).href,
            }),
            invite(t("seat.copy"), link),
          ),
        ),
        h("a", { class: "answer", href: `/t/${made.id}` }, icon("next"), t("share.go")),
      ],
      "share-sheet",
    );
  }
}
