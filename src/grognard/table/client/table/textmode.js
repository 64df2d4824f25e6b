/** Text mode: every legal answer in words, and a line to type any order; while others decide, what they do. */

import { h, replace } from "../dom.js";
import { t } from "../i18n.js";
import { ending } from "../orders.js";
import { outcome } from "../question.js";
import { setSheet } from "./sheet.js";

/** @typedef {import("../table.js").Table} Table */
/** @typedef {import("../types.js").Action} Action */

/** @param {Table} table @param {HTMLElement} panel */
export function textMode(table, panel) {
  const decision = table.mine;
  table.board.point(null); // what was pointed at leaves with its list
  if (!decision) {
    if (panel.querySelector(".order:focus, .order-line:focus")) panel.dataset.left = "true";
    table.log.lay(panel, table.past ? table.past.at : -1);
    return;
  }
  const active = document.activeElement;
  const typed = panel.querySelector("input");
  const keep = typed === active ? typed : null;
  const field = keep ?? line(table);
  field.placeholder = t("orders.example", { order: example(decision) });
  const index = active instanceof HTMLElement && panel.contains(active) ? active.dataset.n : undefined;
  replace(panel, field, list(table, decision.actions));
  // Who chose from the list finds it again when the others have decided.
  const back = panel.dataset.left && active === document.body;
  delete panel.dataset.left;
  if (keep) keep.focus({ preventScroll: true });
  else if (index !== undefined || back) {
    const next = panel.querySelector(`[data-n="${index}"]`) ?? panel.querySelector("button.order");
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  }
}

/** @param {import("../types.js").Decision} decision */
function example({ actions, throw: handful }) {
  return handful ? `roll ${Array(handful.dice).fill(1).join(" ")}` : (actions[0]?.text ?? "");
}

/** @param {Table} table @param {Action[]} actions */
function list(table, actions) {
  const last = ending(actions);
  return h(
    "ol",
    { class: "orders-list", "aria-label": t("orders.title") },
    ...actions.map((action, i) =>
      h(
        "li",
        {},
        h(
          "button",
          {
            type: "button",
            class: "order",
            // Not disabled: a button that is would lose the focus.
            "aria-disabled": String(table.hands.busy),
            "data-n": i,
            "data-order": action.text,
            title: action.text,
            onclick: () => {
              if (table.hands.busy) return;
              setSheet(table, false);
              void table.hands.answer(action.text);
            },
            onmouseenter: () => point(table, action),
            onmouseleave: () => unpoint(table),
            onfocus: () => point(table, action),
            onblur: () => unpoint(table),
          },
          i < 9 ? h("kbd", { text: i + 1 }) : action === last ? h("kbd", { text: "e" }) : null,
          h("span", {}, table.words.answer(action, table.view), outcome(action)),
        ),
      ),
    ),
  );
}

/** @param {Table} table */
function line(table) {
  return h("input", {
    type: "text",
    class: "order-line",
    "aria-label": t("orders.type"),
    autocomplete: "off",
    spellcheck: "false",
    maxlength: 400,
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Enter") return;
      const field = /** @type {HTMLInputElement} */ (event.currentTarget);
      const text = field.value.trim();
      if (text) void table.hands.order(text, true, true).then((done) => done && (field.value = ""));
    },
  });
}

/** Show on the map what an answer in the list is about, and in a ledger that lies open what it would make of it: one that came only now would push the list away. @param {Table} table @param {Action} action */
function point({ board, context, view }, action) {
  if (view?.ledger) void context.consider(action);
  const piece = view?.pieces.find(({ id }) => id === action.word);
  const hex = piece ? piece.hex : action.word;
  if (board.centres.has(hex)) {
    board.point(hex);
    void context.inspect(hex);
  }
}

/** @param {Table} table */
function unpoint({ board, context }) {
  board.point(null);
  void context.consider(null);
}
