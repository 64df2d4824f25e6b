/** What the game adds to the page as data: answers in words, titles of overlays, boxes beside the map. */

import { inLanguage, request } from "../api.js";
import { inForm } from "../orders.js";
import { sentence } from "../question.js";
import { formationName } from "./roster.js";

/** @typedef {import("../types.js").Action} Action */
/** @typedef {import("../types.js").Box} Box */
/** @typedef {import("../types.js").GamePage} GamePage */
/** @typedef {import("../types.js").View} View */

export class GameWords {
  /** @type {Record<string, string>} */ #verbs = {};
  /** @type {Record<string, string>} titles */ overlays = {};
  /** @type {Map<string, Box>} */ boxes = new Map();
  /** @type {Record<string, import("../types.js").Goal>} by scenario */ goal = {};

  /** In the language of the page. @param {string} game @returns {Promise<GamePage>} */
  async load(game) {
    /** @type {GamePage} */
    const page = await request(inLanguage(`/api/games/${game}/page`));
    this.#verbs = page.verbs ?? {};
    this.overlays = page.overlays ?? {};
    this.goal = page.goal ?? {};
    this.boxes = new Map(
      Object.entries(page.boxes ?? {}).map(([id, box]) => [id, { id, ...box }]),
    );
    return page;
  }

  /** @param {string} verb */
  verb(verb) {
    return this.#verbs[verb] ?? sentence(verb);
  }

  /** An answer for several counters at once, in words; '' where the game gives none for this question. @param {string} kind @param {string} verb @param {number} n */
  forAll(kind, verb, n) {
    return this.#verbs[`${kind} ${verb} +`]?.replace("{n}", String(n)) ?? "";
  }

  /** An answer in words: the game's own for this question, or as the server says it. @param {Action} action @param {View | null} view */
  answer(action, view) {
    const kind = view?.decision?.kind ?? "";
    if (action.word) {
      const { verb, word } = action;
      const pieces = view?.pieces ?? [];
      const named = pieces.find(({ id }) => id === word)?.name ?? formationName(word, pieces) ?? action.called;
      return inForm(this.#verbs, kind, verb, word, named) ?? sentence(action.label);
    }
    return this.#verbs[`${kind} ${action.verb}`] ?? this.#verbs[action.verb] ?? sentence(action.label);
  }
}
