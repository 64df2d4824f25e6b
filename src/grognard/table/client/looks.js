/** The drawings of counters and their factors in words: asked for once, then kept. */

import { inLanguage, request } from "./api.js";
import { lang } from "./i18n.js";

/** @typedef {import("./types.js").Piece} Piece */
/** @typedef {{svg: string, words: string}} Look */

const BLANK =
  '<svg xmlns="http://www.w3.org/2000/svg"><rect x="1.5" y="1.5" width="97" height="97" rx="8" fill="#b9b4a6" stroke="#55514a" stroke-width="2.6"/></svg>';
const AT_ONCE = 24;

export class Looks {
  /** @type {Map<string, Look>} */ #known = new Map();
  /** @type {Set<string>} */ #coming = new Set();
  /** @type {WeakMap<Piece[], Piece[]>} */ #dressed = new WeakMap();
  #lang = "";

  /** @param {string} game @param {() => void} arrived all that was asked for has come, or does not come */
  constructor(game, arrived) {
    this.game = game;
    this.arrived = arrived;
  }

  /** Whether drawings are still on their way. */
  get coming() {
    return this.#coming.size > 0;
  }

  /**
   * The pieces with their drawings; those that are not known yet are blank and come later.
   * @param {Piece[]} pieces
   * @returns {Piece[]}
   */
  dress(pieces) {
    if (this.#lang !== lang()) this.#dressed = new WeakMap();
    this.#lang = lang();
    const before = this.#dressed.get(pieces);
    if (before) return before;
    const dressed = this.#dress(pieces);
    this.#dressed.set(pieces, dressed);
    return dressed;
  }

  /** @param {Piece[]} pieces */
  #dress(pieces) {
    /** @type {Map<string, unknown[]>} */
    const wanted = new Map();
    const dressed = pieces.map((piece) => {
      const face = [
        piece.palette, piece.symbol, piece.size, piece.label, piece.name,
        piece.factors, piece.steps, piece.marks,
      ];
      const key = lang() + JSON.stringify(face);
      const look = this.#known.get(key);
      if (!look && !this.#coming.has(key)) wanted.set(key, face);
      return { ...piece, svg: look?.svg ?? BLANK, words: look?.words ?? piece.factors.join("-") };
    });
    const keys = [...wanted.keys()];
    for (let i = 0; i < keys.length; i += AT_ONCE) {
      void this.#fetch(keys.slice(i, i + AT_ONCE), wanted);
    }
    return dressed;
  }

  /** @param {string[]} keys @param {Map<string, unknown[]>} wanted */
  async #fetch(keys, wanted) {
    for (const key of keys) this.#coming.add(key);
    const of = encodeURIComponent(JSON.stringify(keys.map((key) => wanted.get(key))));
    try {
      /** @type {Look[]} */
      const looks = await request(inLanguage(`/api/counters?game=${this.game}&of=${of}`));
      keys.forEach((key, i) => {
        const look = looks[i];
        if (look) this.#known.set(key, look);
      });
      this.#dressed = new WeakMap();
    } finally {
      for (const key of keys) this.#coming.delete(key);
      if (!this.coming) this.arrived();
    }
  }
}
