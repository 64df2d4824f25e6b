/** Why not?  The reason and the rule, beside what was clicked. */

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { linked, spoken } from "../names.js";
import { likewise, mainVerb } from "../orders.js";
import { sentence } from "../question.js";
import { served } from "../sides.js";
import { announce, note, ruleLink } from "../ui.js";

/** @typedef {import("../table.js").Table} Table */
/** @typedef {import("../types.js").Action} Action */
/** @typedef {import("../dom.js").Child} Child */

/**
 * Ask the server why something cannot be done; what can be done after all is done.
 * @param {Table} table
 * @param {string} hex
 * @param {string | null} piece
 * @param {import("./hands.js").Selection | null} chosen
 */
export async function why(table, hex, piece, chosen) {
  const { board, hands, link, mine: decision, view } = table;
  if (!decision) return;
  const { actions } = decision;
  const ids = new Set(view?.pieces.map(({ id }) => id));
  const words = actions.map(({ word }) => word).filter(Boolean);
  if (!chosen && !decision.means && words.length && !words.some((word) => ids.has(word) || board.centres.has(word))) {
    // Neither counters nor places are asked for.
    tellQuestion(table, hex, decision);
    return;
  }
  const asksHexes = actions.some(({ word }) => board.centres.has(word));
  const verb = decision.means || mainVerb(actions);
  const other = decision.otherwise && !chosen && piece && !decision.about.units.includes(piece);
  const text =
    (chosen ? likewise(chosen.orders, hex) : null) ??
    (other ? piece : null) ??
    (piece || board.stack(hex).length || asksHexes || decision.means
      ? `${verb} ${subject(table, hex, piece, actions)}`
      : null);
  if (!text) {
    hands.unselect();
    return;
  }
  const frame = await link.ask({ what: "why", text });
  if (frame.t !== "answer") return;
  if (frame.legal) {
    // An answer that names nothing is given by its own button alone.
    if (words.length || decision.means || other || chosen) await hands.order(text);
    else tellQuestion(table, hex, decision);
    return;
  }
  refuse(table, hex, frame);
}

/** @param {Table} table @param {string} hex @param {import("../types.js").Frame} reason */
export function refuse(table, hex, { text, rule }) {
  announce(spoken(text));
  tell(table, hex, [...linked(sentence(text)), " ", ruleLink(rule)]);
}

/** Who of a pile may not, each with his reason. @param {Table} table @param {string} hex @param {import("../types.js").Frame[]} reasons */
export function refuseSome(table, hex, reasons) {
  if (!reasons.length) return;
  for (const { text } of reasons) announce(spoken(text));
  tell(table, hex, reasons.map(({ text, rule }) => h("span", { class: "reason" }, ...linked(sentence(text)), " ", ruleLink(rule))));
}

/** What a question is about: counters, if its answers name counters, else hexes. @param {Table} table @param {string} hex @param {string | null} piece @param {Action[]} actions */
function subject({ view }, hex, piece, actions) {
  const ids = new Set(view?.pieces.map(({ id }) => id));
  const units = actions.some(({ word }) => ids.has(word)) || !actions.some(({ word }) => word);
  return units && piece ? piece : hex;
}

/** Somebody else is asked now. @param {Table} table @param {string} hex */
export function notMine(table, hex) {
  const { board, hello, view } = table;
  const decision = view?.decision;
  if (!decision || !hello?.seats.length) return;
  if (!board.stack(hex).some(({ side }) => hello.seats.some((seat) => served(seat) === side))) return;
  tell(table, hex, [t("question.wait", { side: decision.side_title }), " ", ruleLink(decision.rule)]);
}

/** What is asked, where what was clicked is no answer to it. @param {Table} table @param {string} hex @param {import("../types.js").Decision} decision */
function tellQuestion(table, hex, { prompt, rule }) {
  tell(table, hex, [...linked(sentence(prompt)), " ", ruleLink(rule)], t("question.title"));
}

/** @param {Table} table @param {string} hex @param {Child[]} words @param {string} [title] */
function tell({ board }, hex, words, title = t("why.title")) {
  const near = board.camera.onPage(hex);
  if (near) note({ near, title, body: h("p", {}, ...words), kind: "why" });
}
