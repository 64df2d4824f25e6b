/** Games that are there already: to go on with, to watch, to bring in. */

import { h } from "../dom.js";
import { lang, t } from "../i18n.js";
import { bringIn } from "./make.js";

/** @typedef {import("../types.js").GameInfo} GameInfo */
/** @typedef {import("../types.js").TableInfo} TableInfo */

/** @param {GameInfo[]} games @param {TableInfo[]} tables */
export function shelf(games, tables) {
  return h(
    "div",
    { class: "shelf" },
    section(
      "continue-title",
      t("lobby.continue"),
      tables.length
        ? h("ul", { class: "tables" }, ...tables.map((table) => row(games, table)))
        : h("p", { class: "quiet-text", text: t("lobby.none") }),
    ),
    section("watch-title", t("lobby.watch"), watch()),
    section("import-title", t("lobby.import"), bring()),
  );
}

/** @param {string} id @param {string} title @param {HTMLElement} body */
function section(id, title, body) {
  return h("section", { "aria-labelledby": id }, h("h2", { id, text: title }), body);
}

/** @param {GameInfo[]} games @param {TableInfo} table */
function row(games, table) {
  const mine = table.decision !== null && table.mine.includes(table.decision);
  const game = games.find(({ name }) => name === table.game);
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
        if (area.value.trim()) await bringIn(area.value);
      },
    },
    area,
    h("div", { class: "line" }, file, h("button", { type: "submit", text: t("lobby.import.go") })),
  );
}
