/** The rules browser: the whole book in our words, by chapter, searched, each rule with where it struck in this game. */

import { inLanguage, request } from "./api.js";
import { h, replace } from "./dom.js";
import { t } from "./i18n.js";
import { linked } from "./names.js";
import { sentence } from "./question.js";
import { chapters, matches, struck } from "./table/library.js";
import { dialog } from "./ui.js";

/** @typedef {import("./types.js").RuleRow} RuleRow */

const SHOWN = 4;

/** @param {string} game @returns {Promise<RuleRow[]>} */
export async function rulesOf(game) {
  return request(inLanguage(`/api/games/${game}/rules`));
}

/**
 * @param {object} what
 * @param {string} what.game
 * @param {import("./log.js").Log} what.log
 * @param {(at: number) => void} what.go to a moment of the game
 * @param {import("./dom.js").Child[]} what.charts
 */
export async function rulesDialog({ game, log, go, charts }) {
  const rules = await rulesOf(game);
  const book = h("div", { class: "book" });
  const search = h("input", {
    type: "search",
    class: "book-search",
    placeholder: t("book.search"),
    "aria-label": t("book.search"),
    oninput: () => fill(),
  });
  const count = h("p", { class: "quiet-text", role: "status" });
  const box = dialog(
    t("book.title"),
    [
      h(
        "div",
        { class: "book-tools" },
        search,
        h("button", { type: "button", class: "quiet", onclick: () => window.print(), text: t("book.print") }),
      ),
      count,
      book,
      h("details", { class: "book-charts" }, h("summary", { text: t("book.charts") }), ...charts),
    ],
    "book-sheet",
  );

  function fill() {
    const found = matches(rules, search.value);
    count.textContent = search.value.trim() ? t("book.found", { n: found.length }) : "";
    replace(
      book,
      ...chapters(found).map(({ section, rows }) =>
        h(
          "details",
          { class: "chapter", open: Boolean(search.value.trim()) },
          h("summary", {}, section, " ", h("small", { text: rows.length })),
          ...rows.map((rule) => entry(rule)),
        ),
      ),
    );
  }

  /** @param {RuleRow} rule */
  function entry(rule) {
    const places = struck(log.rows, rule.id);
    return h(
      "div",
      { class: "book-rule", id: `rule-${rule.id}` },
      h("b", { text: rule.id }),
      h(
        "div",
        {},
        h("p", { text: rule.text }),
        rule.ruling
          ? h("details", { class: "ruling" }, h("summary", { text: t("book.ruling") }), h("p", { text: rule.ruling }))
          : null,
        places.length
          ? h(
              "ul",
              { class: "struck" },
              ...places.slice(-SHOWN).map((row) =>
                h(
                  "li",
                  {},
                  h(
                    "button",
                    {
                      type: "button",
                      class: "quiet",
                      onclick: () => {
                        box.close();
                        go(row.at);
                      },
                    },
                    t("banner.turn", { n: row.turn }),
                  ),
                  " ",
                  ...linked(sentence(row.text)),
                ),
              ),
            )
          : null,
      ),
    );
  }

  fill();
  search.focus();
  if (log.from) {
    await log.back(0);
    if (box.open) fill();
  }
}
