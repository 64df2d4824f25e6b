/** Coming back after hours: what happened since, in a few lines, or shown again at a readable pace. */

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { linked } from "../names.js";
import { sentence } from "../question.js";
import { pref } from "../settings.js";
import { dialog, ruleLink } from "../ui.js";
import { arrowsOf, stops, summary } from "./chronicle.js";

/** @typedef {import("../table.js").Table} Table */
/** @typedef {import("../types.js").Row} Row */

const LINES = 5;
const ENOUGH = 3; // marches and battles that are worth being told of
const PACE = { march: 1200, battle: 3000 }; // milliseconds to look at each

export class Absence {
  #told = false;

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
  }

  /** The table is looked at: remember until where; when it is the first look, tell what happened since the last. */
  see() {
    const { hello, view } = this.table;
    if (!hello || !view) return;
    const key = `seen-${this.table.id}`;
    if (!this.#told) {
      this.#told = true;
      const seen = pref(key);
      if (seen !== null && hello.seats.length) void this.#since(seen, new Set(hello.seats));
    }
    if (!document.hidden) pref(key, `${view.length} ${mark(this.table.log.rows.at(-1))}`);
  }

  /** @param {string} seen until where the table was looked at, and what happened last then @param {Set<string>} own */
  async #since(seen, own) {
    const { log, view } = this.table;
    const [at = "0", ...rest] = seen.split(" ");
    const [last, then] = [Number(at), rest.join(" ")];
    await log.back(Math.min(last, view?.length ?? 0));
    const now = mark(log.rows.findLast((row) => row.at <= last));
    const back = then !== "" && (last > (view?.length ?? 0) || now !== then);
    const rows = log.rows.filter((row) => row.at > last);
    this.#tell(rows.some(({ side }) => !own.has(side ?? "")) ? rows : [], last, back);
  }

  /** @param {Row[]} rows @param {number} last until where it was looked at @param {boolean} back whether something seen was taken back */
  #tell(rows, last, back) {
    const { marches, battles, lost, ways } = summary(rows);
    if (marches + battles.length < ENOUGH && !back) return;
    const worst = new Set([...battles].sort((a, b) => b.lost - a.lost).slice(0, LINES));
    const box = dialog(
      t("absence.title"),
      [
        back ? h("p", { class: "taken-back", text: t("absence.back") }) : null,
        rows.length
          ? h("p", { text: t(battles.length ? "absence.sum" : "absence.quiet", { marches, battles: battles.length, lost }) })
          : null,
        h(
          "ul",
          { class: "absence" },
          ...battles.filter((battle) => worst.has(battle)).map(({ attack, result }) =>
            h(
              "li",
              {},
              ...(attack ? linked(sentence(attack.text)) : []),
              ...(result ? [": ", ...linked(result.means ?? result.text), " ", ruleLink(result.rule)] : []),
            ),
          ),
          ...this.#farthest(ways, LINES - worst.size).map(({ units, start, hex }) =>
            h("li", {}, ...linked(`${units.join(", ")}: ${start} → ${hex}`)),
          ),
        ),
        rows.length ? this.#ways(rows, last, () => box.close()) : null,
      ],
      "absence-sheet",
    );
  }

  /** Those who went farthest, in the order in which they went. @param {import("./chronicle.js").Way[]} ways @param {number} n */
  #farthest(ways, n) {
    const { centres } = this.table.board;
    /** @param {import("./chronicle.js").Way} way */
    const far = ({ start, hex }) => {
      const [a, b] = [centres.get(start), centres.get(hex)];
      return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
    };
    const chosen = new Set([...ways].sort((a, b) => far(b) - far(a)).slice(0, n));
    return ways.filter((way) => chosen.has(way));
  }

  /** How to see what happened. @param {Row[]} rows @param {number} last @param {() => void} close */
  #ways(rows, last, close) {
    return h(
      "p",
      { class: "answers" },
      h("button", {
        type: "button",
        class: "answer",
        onclick: () => {
          close();
          void this.#replay(rows, last);
        },
        text: t("absence.replay"),
      }),
      h("button", {
        type: "button",
        class: "answer closing",
        onclick: () => {
          close();
          this.table.overlays.since(last);
          this.table.board.camera.survey(arrowsOf(rows).flatMap(({ from, to }) => [from, to]));
        },
        text: t("absence.arrows"),
      }),
    );
  }

  /** March by march and battle by battle, until the player has had enough. @param {Row[]} rows @param {number} last */
  async #replay(rows, last) {
    const { battles, follow, moments, overlays } = this.table;
    let from = last;
    for (const at of stops(rows)) {
      const told = rows.filter((row) => row.at > from && row.at <= at);
      const [first, ...more] = told.filter(({ battle }) => battle);
      overlays.since(from);
      await moments.go(at);
      follow.to(told);
      if (first) battles.see(first.at, [first, ...more]);
      from = at;
      await new Promise((done) => setTimeout(done, first ? PACE.battle : PACE.march));
      if (this.table.past?.at !== at) break;
    }
    overlays.seen();
    moments.live();
  }
}

/** What happened last, in a word that is the same in every language. @param {Row | undefined} row */
function mark(row) {
  if (!row) return "";
  const { start, hex, face, unit } = row.facts;
  return [row.at, row.kind, row.side, start, hex, face, unit].filter(Boolean).join("/").replaceAll(" ", "_");
}
