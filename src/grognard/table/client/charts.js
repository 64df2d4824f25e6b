/** The charts of a game: on which of them, and in which column, a ledger is read. */

/** @typedef {import("./types.js").Ledger} Ledger */
/** @typedef {import("./types.js").Chart} Chart */
/** @typedef {import("./types.js").View} View */

/** The chart on which the die of a ledger is read. @param {View["tracks"]} tracks @param {Ledger} ledger @returns {Chart | null} */
export function chartOf(tracks, ledger) {
  const charts = chartsIn(tracks);
  return charts.find((chart) => columnOf(chart, ledger) >= 0) ?? charts[0] ?? null;
}

/** @param {View["tracks"]} tracks */
function chartsIn(tracks) {
  return tracks.flatMap((track) =>
    track.kind === "results" || (track.kind === "chart" && track.lowest !== undefined)
      ? [/** @type {Chart} */ (track)]
      : [],
  );
}

/** Whether a chart has such a column. @param {View["tracks"]} tracks @param {string} column */
export function isColumn(tracks, column) {
  return chartsIn(tracks).some((chart) => columnOf(chart, { column }) >= 0);
}

/** @param {Chart} chart @param {Pick<Ledger, "column">} ledger */
export function columnOf(chart, { column }) {
  return chart.columns.findIndex(
    (name) => name === column || (figures(name) !== "" && figures(name) === figures(column)),
  );
}

/** The figures of a column's name, which is what is left of it in every language. @param {string} name */
export function figures(name) {
  return (name.match(/[+-]?\d+/g) ?? []).join(" ");
}

/** A column's head without words. @param {string} name @param {number} i @param {number} n */
export function headOf(name, i, n) {
  if (/^\d+[-:]\d+$/.test(name) || !figures(name)) return name;
  const found = figures(name).replaceAll("-", "−").split(" ");
  if (found.length > 1) return found.join("…");
  return i === 0 ? `≤ ${found[0]}` : i === n - 1 ? `≥ ${found[0]}` : found[0];
}

/** The chances of each result, where some differ only in what is not told by its code. @param {import("./types.js").Chance[]} chances */
export function byResult(chances) {
  /** @type {Map<string, import("./types.js").Chance>} */
  const found = new Map();
  for (const chance of chances) {
    const same = found.get(chance.result);
    found.set(chance.result, same ? { ...same, percent: same.percent + chance.percent, text: "" } : chance);
  }
  return [...found.values()];
}

/** Good or bad for the attacker, by whose letter or losses ("2/-", his and the defender's) are in the code. @param {string} result */
export function tone(result) {
  if (/^A.*D/.test(result)) return "even";
  if (result.startsWith("D") || /^-\/\d+$/.test(result)) return "good";
  if (result.startsWith("A") || /^\d+\/-$/.test(result)) return "bad";
  return "even";
}
