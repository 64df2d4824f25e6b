/** Games that are there already: to go on with, to watch, to bring in. */

import { inLanguage, request } from "../api.js";
import { ago, spell } from "../clock.js";
import { h, iconButton, replace } from "../dom.js";
import { lang, t } from "../i18n.js";
import { closeNote, dialog, note, toast } from "../ui.js";
import { bringIn } from "./make.js";

/** @typedef {import("../types.js").GameInfo} GameInfo */
/** @typedef {import("../types.js").TableInfo} TableInfo */

/** @param {Shelf} mine */
export function shelf(mine) {
  return h(
    "div",
    { class: "shelf" },
    section("continue-title", t("lobby.continue"), mine.node),
    section("watch-title", t("lobby.watch"), watch()),
    section("import-title", t("lobby.import"), bring()),
  );
}

/** So many games are shown, and looked through without a search. */
const FEW = 6;
const AWAY = "shelf.away";

/** The games of this browser: those that wait for it first; searched, renamed, put away. */
export class Shelf {
  #words = "";
  #away = false;
  #all = false;

  /** @param {GameInfo[]} games @param {TableInfo[]} tables */
  constructor(games, tables) {
    this.games = games;
    this.tables = tables;
    /** @type {Set<string>} the tables that are out of sight in this browser */
    this.hidden = new Set(JSON.parse(localStorage.getItem(AWAY) ?? "[]"));
    this.list = h("ul", { class: "tables" });
    this.node = h("div", {}, tables.length > FEW ? this.#search() : null, this.list, tables.length ? downloadAll() : null);
    this.#draw();
  }

  /** How they stand now. @param {TableInfo[]} tables */
  take(tables) {
    this.tables = tables;
    this.#draw();
  }

  #search() {
    return h("input", {
      type: "search",
      "aria-label": t("shelf.search"),
      placeholder: t("shelf.search"),
      oninput: (/** @type {Event} */ event) => {
        this.#words = /** @type {HTMLInputElement} */ (event.target).value;
        this.#draw();
      },
    });
  }

  #draw() {
    const out = this.tables.filter(({ id }) => this.hidden.has(id));
    const shown = ordered(found(this.#away ? out : this.tables.filter(({ id }) => !this.hidden.has(id)), this.#words));
    const few = this.#all || this.#words ? shown : shown.slice(0, FEW);
    replace(
      this.list,
      ...few.map((table) => this.#row(table)),
      shown.length ? null : h("li", { class: "quiet-text", text: t("lobby.none") }),
      few.length < shown.length
        ? h("li", {}, h("button", {
            type: "button",
            class: "quiet",
            text: t("shelf.rest", { n: shown.length }),
            onclick: () => {
              this.#all = true;
              this.#draw();
            },
          }))
        : null,
      out.length
        ? h("li", {}, h("button", {
            type: "button",
            class: "quiet",
            text: this.#away ? t("shelf.back") : t("shelf.away", { n: out.length }),
            onclick: () => {
              this.#away = !this.#away;
              this.#draw();
            },
          }))
        : null,
    );
  }

  /** @param {TableInfo} table */
  #row(table) {
    const line = row(this.games, table);
    line.append(
      iconButton("menu", t("shelf.more", { name: nameOf(this.games, table) }), (event) =>
        this.#more(table, /** @type {HTMLElement} */ (event.currentTarget)),
      ),
    );
    return line;
  }

  /** @param {TableInfo} table @param {HTMLElement} near */
  #more(table, near) {
    /** @param {string} text @param {() => void} onclick */
    const button = (text, onclick) =>
      h("button", {
        type: "button",
        text,
        onclick: () => {
          closeNote();
          onclick();
        },
      });
    const name = h("input", { type: "text", maxlength: 80, value: table.name, "aria-label": t("shelf.name") });
    const rename = h(
      "form",
      {
        class: "line",
        onsubmit: (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          closeNote();
          void this.#change(table, { name: name.value });
        },
      },
      name,
      h("button", { type: "submit", text: t("shelf.rename") }),
    );
    note({
      near,
      title: nameOf(this.games, table),
      body: h(
        "div",
        { class: "menu" },
        rename,
        h("a", { href: `/api/tables/${table.id}/record`, download: `grognard-${table.id}.grog`, text: t("shelf.download") }),
        button(this.hidden.has(table.id) ? t("shelf.unhide") : t("shelf.hide"), () => this.#hide(table.id)),
        table.expires
          ? button(t("shelf.keep"), () => void this.#change(table, { discard: false }))
          : button(t("shelf.discard"), () => this.#sure(table)),
      ),
      focus: true,
    });
  }

  /** Deleted, once it has been asked whether that is meant. @param {TableInfo} table */
  #sure(table) {
    const box = dialog(nameOf(this.games, table), [
      h("p", { text: t("shelf.sure") }),
      h("button", {
        type: "button",
        class: "answer wide",
        text: t("shelf.sure.yes"),
        onclick: () => {
          box.close();
          void this.#change(table, { discard: true });
        },
      }),
    ]);
  }

  /** @param {string} id */
  #hide(id) {
    if (!this.hidden.delete(id)) this.hidden.add(id);
    localStorage.setItem(AWAY, JSON.stringify([...this.hidden]));
    this.#draw();
  }

  /** @param {TableInfo} table @param {{name?: string, discard?: boolean}} wish */
  async #change(table, wish) {
    /** @type {{name: string, expires: string | null}} */
    const now = await request(`/api/tables/${table.id}/shelf`, wish);
    table.name = now.name;
    if (wish.discard !== undefined) table.expires = now.expires;
    this.#draw();
  }
}

function downloadAll() {
  return h(
    "p",
    { class: "quiet-text" },
    h("a", { class: "download-all", href: inLanguage("/api/tables/records.zip"), download: "grognard-games.zip", text: t("shelf.all") }),
  );
}

/** Those that wait for this browser first. @param {TableInfo[]} tables */
function ordered(tables) {
  return [...tables.filter(waits), ...tables.filter((table) => !waits(table))];
}

/** Whether it is this browser's turn, or its answer to an offer is waited for, in a game that stays. @param {TableInfo} table */
export function waits({ decision, expires, mine, offer }) {
  if (expires) return false;
  if (offer) return offer.some((seat) => mine.includes(seat));
  return decision !== null && mine.includes(decision);
}

/** @param {TableInfo[]} tables @param {string} text */
function found(tables, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return tables.filter(({ name, names, title, phase_text, seats }) => {
    const all = [name, title, phase_text, ...Object.values(seats), ...Object.values(names)].join(" ").toLowerCase();
    return words.every((word) => all.includes(word));
  });
}

/** @param {GameInfo[]} games @param {TableInfo} table */
function nameOf(games, table) {
  return table.name || games.find(({ name }) => name === table.game)?.title || table.title;
}

/** @param {string} id @param {string} title @param {HTMLElement} body */
function section(id, title, body) {
  return h("section", { "aria-labelledby": id }, h("h2", { id, text: title }), body);
}

/** Who has won, and why. @param {TableInfo} table */
function ended({ outcome }) {
  if (!outcome) return "";
  const won = outcome.winner_title ? t("end.wins", { side: outcome.winner_title }) : t("end.draw");
  return `${won}: ${outcome.text}`;
}

/** @param {GameInfo[]} games @param {TableInfo} table */
function row(games, table) {
  const mine = waits(table);
  const game = games.find(({ name }) => name === table.game);
  const bots = Object.values(game?.bots ?? {}).flat();
  const titles = new Map(game?.seatings.flatMap(({ seats }) => seats).map(({ id, title }) => [id, title]));
  /** @param {string} bot */
  const title = (bot) => bots.find(({ name }) => name === bot)?.title ?? bot;
  /** @param {string} bot */
  const called = (bot) => t("seat.bot", { name: title(bot) });
  const others = Object.entries(table.seats).filter(([seat]) => !table.mine.includes(seat));
  const [only, more] = new Set(others.map(([, who]) => who));
  const against = others.map(([seat, who]) => (who.startsWith("bot:") ? called(who.slice(4)) : table.names[seat] || t("lobby.friend")));
  const alone = only?.startsWith("bot:") && !more ? t("lobby.against", { bot: title(only.slice(4)) }) : "";
  const sides = against.length
    ? [
        t("shelf.side", { side: table.mine.map((seat) => titles.get(seat) ?? seat).join(", ") }),
        alone || t("shelf.against", { who: [...new Set(against)].join(", ") }),
      ]
    : [t("shelf.both")];
  const left = table.left === null ? "" : t("clock.left", { time: spell(table.left) });
  const when = new Date(table.changed);
  const state = table.expires ? t("shelf.doomed") : table.outcome ? t("lobby.over") : mine ? t("question.you") : "";
  return h(
    "li",
    {},
    h(
      "a",
      { href: `/t/${table.id}` },
      h("b", { text: nameOf(games, table) }),
      state ? h("span", { class: mine ? "tag you" : "tag", text: state }) : null,
      h("small", {
        title: when.toLocaleString(lang(), { dateStyle: "medium", timeStyle: "short" }),
        text: t(table.turn ? "lobby.row" : "lobby.row.before", {
          turn: table.turn,
          phase: table.phase_text,
          when: ago(when, Date.now()),
        }),
      }),
      h("small", { text: [...sides, left].filter(Boolean).join(" · ") }),
      table.outcome ? h("small", { class: "ended", text: ended(table) }) : null,
    ),
  );
}

function watch() {
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
        const found = /(?:\/t\/)?([\w-]{6,})(#seat=[\w-]+)?\s*$/.exec(input.value.trim());
        if (found) location.href = `/t/${found[1]}${found[2] ?? ""}`;
        else if (input.value.trim()) toast(t("table.none"), "", "bad");
      },
    },
    input,
    h("button", { type: "submit", text: t("lobby.open") }),
  );
}

function bring() {
  const area = h("textarea", {
    rows: 3,
    "aria-label": t("lobby.import.text"),
    placeholder: t("lobby.import.text"),
    spellcheck: "false",
  });
  const file = h("input", {
    type: "file",
    accept: ".grog,.txt,text/plain",
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
        if (area.value.trim()) await bringIn(area.value);
      },
    },
    area,
    h("div", { class: "line" }, h("label", { class: "file" }, file, h("span", { text: t("lobby.import.choose") })), h("button", { type: "submit", text: t("lobby.import.go") })),
  );
}
