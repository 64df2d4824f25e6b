/** Coming back after hours: what happened since, in a few lines, or shown again at a readable pace. */

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { linked } from "../names.js";
import { sentence } from "../question.js";
import { pref } from "../settings.js";
import { dialog, ruleLink } from "../ui.js";
import { stops, summary } from "./chronicle.js";

/** @typedef {import("../table.js").Table} Table */
/** @typedef {import("../types.js").Row} Row */

const BATTLES = 5;
const ENOUGH = 3; // marches and battles that are worth being told of
const PACE = 900;

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
    this.#tell(log.rows.filter((row) => row.at > last && !own.has(row.side ?? "")), last, back);
  }

  /** @param {Row[]} rows @param {number} last until where it was looked at @param {boolean} back whether something seen was taken back */
  #tell(rows, last, back) {
    const { marches, battles, lost } = summary(rows);
    if (marches + battles.length < ENOUGH && !back) return;
    const shown = [...battles].sort((a, b) => b.lost - a.lost).slice(0, BATTLES);
    const box = dialog(
      t("absence.title"),
      [
        back ? h("p", { class: "taken-back", text: t("absence.back") }) : null,
        rows.length ? h("p", { text: t("absence.sum", { marches, battles: battles.length, lost }) }) : null,
        h(
          "ul",
          { class: "absence" },
          ...shown.map(({ attack, result }) =>
            h(
              "li",
              {},
              ...(attack ? linked(sentence(attack.text)) : []),
              ...(result ? [": ", ...linked(result.text), " ", ruleLink(result.rule)] : []),
            ),
          ),
        ),
        rows.length ? this.#ways(rows, last, () => box.close()) : null,
      ],
      "absence-sheet",
    );
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
          void this.#replay(stops(rows));
        },
        text: t("absence.replay"),
      }),
      h("button", {
        type: "button",
        class: "answer closing",
        onclick: () => {
          close();
          this.table.overlays.since(last);
        },
        text: t("absence.arrows"),
      }),
    );
  }

  /** @param {number[]} moments */
  async #replay(moments) {
    const { log, moments: past, view } = this.table;
    for (const at of moments.filter((each) => each < (view?.length ?? 0))) {
      await past.go(at);
      this.table.follow.see(log.rows.filter((row) => row.at === at));
      await new Promise((done) => setTimeout(done, PACE));
      if (!this.table.past) return; // the player has had enough
    }
    past.live();
  }
}

/** What happened last, in a word that is the same in every language. @param {Row | undefined} row */
function mark(row) {
  if (!row) return "";
  const { start, hex, face, unit } = row.facts;
  return [row.at, row.kind, row.side, start, hex, face, unit].filter(Boolean).join("/").replaceAll(" ", "_");
}
