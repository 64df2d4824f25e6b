/** The rulebook as lists: chapters, a search, where a rule struck.  Pure. */

/** @typedef {import("../types.js").Row} Row */
/** @typedef {import("../types.js").RuleRow} RuleRow */

/** The rules by chapter, in the order of the book. @param {RuleRow[]} rules @returns {{section: string, rows: RuleRow[]}[]} */
export function chapters(rules) {
  /** @type {Map<string, RuleRow[]>} */
  const found = new Map();
  for (const rule of rules) {
    const rows = found.get(rule.section);
    if (rows) rows.push(rule);
    else found.set(rule.section, [rule]);
  }
  return [...found].map(([section, rows]) => ({ section, rows }));
}

/** The rules that have all the words that are looked for, in any form of letters. @param {RuleRow[]} rules @param {string} text @returns {RuleRow[]} */
export function matches(rules, text) {
  const words = plain(text).split(/\s+/).filter(Boolean);
  return rules.filter(({ id, section, text: said }) => {
    const all = plain(`${id} ${section} ${said}`);
    return words.every((word) => all.includes(word));
  });
}

/** Without capitals and accents. @param {string} text */
function plain(text) {
  return text.toLowerCase().replaceAll("ł", "l").normalize("NFD").replace(/\p{M}/gu, "");
}

/** What a rule brought about in this game. @param {Row[]} log @param {string} rule @returns {Row[]} */
export function struck(log, rule) {
  return log.filter((row) => row.kind !== "choice" && (row.rule === rule || covers(row.rule, rule)));
}

/** Whether a citation means a rule among others: 12.7 is about 12.7a. @param {string} cited @param {string} rule */
function covers(cited, rule) {
  return cited !== "" && rule.startsWith(cited) && /^\.?[a-z]\d*$/.test(rule.slice(cited.length));
}
