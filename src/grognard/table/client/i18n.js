/** The page's own sentences; the server translates the game's. */

import en from "./words/en.js";
import it from "./words/it.js";
import pl from "./words/pl.js";

/** @typedef {keyof typeof en} Key */

/** @type {Record<string, Record<Key, string>>} */
const CATALOGUES = { en, pl, it };

export const LANGUAGES = { en: "English", pl: "Polski", it: "Italiano" };

let current = choose();

function choose() {
  const wished = [localStorage.getItem("lang"), ...navigator.languages];
  for (const tag of wished) {
    const short = tag?.slice(0, 2).toLowerCase() ?? "";
    if (short in CATALOGUES) return short;
  }
  return "en";
}

export function lang() {
  return current;
}

/** @param {string} wanted */
export function setLang(wanted) {
  current = wanted;
  localStorage.setItem("lang", wanted);
  document.documentElement.lang = wanted;
}

/**
 * A sentence with its named fields filled in; `{n|hex|hexes}` is a word for one and for any other number, in Polish `{n|heks|heksy|heksów}`.
 * @param {Key} key
 * @param {Record<string, string | number>} [fields]
 */
export function t(key, fields = {}) {
  const words = CATALOGUES[current] ?? en;
  return words[key].replace(/\{(\w+)(?:\|(.*?))?\}/g, (_, name, forms) =>
    forms === undefined ? String(fields[name] ?? "") : form(forms.split("|"), Number(fields[name])),
  );
}

/** The form of a word that goes with a number: for one, where there are three for a few, and for all others. @param {string[]} forms @param {number} n */
function form(forms, n) {
  const kind = new Intl.PluralRules(current).select(n);
  const at = kind === "one" ? 0 : kind === "few" && forms.length > 2 ? 1 : -1;
  return forms.at(at) ?? "";
}

/** @param {number} share */
export function percent(share) {
  return new Intl.NumberFormat(current, { style: "percent", maximumFractionDigits: 1 }).format(share);
}

/** A number in the language's own form. @param {number} value @param {number} [digits] */
export function figure(value, digits = 2) {
  return new Intl.NumberFormat(current, { maximumFractionDigits: digits }).format(value);
}
