/** Tell me when it is my turn: on this screen, by e-mail, by webhook. */

import { inLanguage, request } from "../api.js";
import { h, replace } from "../dom.js";
import { t } from "../i18n.js";
import { dialog, toast } from "../ui.js";
import { attentionSwitches } from "./attention.js";

/** @typedef {import("../table.js").Table} Table */
/** @typedef {"mail" | "hook"} Kind */
/** @typedef {{kinds: Kind[], calls: {side: string, kind: Kind, target: string, confirmed: boolean}[]}} Told */

/** @param {Table} table */
export async function callsDialog(table) {
  const seat = table.hello?.seats[0];
  if (!seat) return;
  const path = inLanguage(`/api/tables/${table.id}/calls`);
  /** @type {Told} */
  const told = await request(path);
  const body = h("div", { class: "calls" });
  dialog(t("call.title"), [h("div", { class: "settings" }, ...attentionSwitches()), body], "calls-sheet");

  /** @param {Kind} kind @param {string} target */
  async function wish(kind, target) {
    try {
      /** @type {Told} */
      const now = await request(path, { side: seat, kind, target });
      draw(now);
    } catch (refused) {
      toast(refused instanceof Error ? refused.message : String(refused), "", "bad");
    }
  }

  /** @param {Told} now */
  function draw({ calls, kinds }) {
    replace(
      body,
      ...kinds.map((kind) => {
        const call = calls.find((each) => each.kind === kind && each.side === seat);
        return call ? standing(call, () => void wish(kind, "")) : field(kind, (target) => void wish(kind, target));
      }),
      kinds.length ? h("p", { class: "quiet-text", text: t("call.when") }) : null,
    );
  }

  draw(told);
}

/** @param {Told["calls"][number]} call @param {() => void} stop */
function standing({ kind, target, confirmed }, stop) {
  return h(
    "p",
    { class: "call", "data-kind": kind },
    h("span", {}, h("b", { text: target }), " ", t(confirmed ? "call.on" : "call.waits")),
    h("button", { type: "button", class: "quiet", onclick: stop, text: t("call.stop") }),
  );
}

/** @param {Kind} kind @param {(target: string) => void} wish */
function field(kind, wish) {
  const label = t(kind === "mail" ? "call.mail" : "call.hook");
  const input = h("input", {
    type: kind === "mail" ? "email" : "url",
    required: true,
    "aria-label": label,
    placeholder: label,
    autocomplete: kind === "mail" ? "email" : "off",
  });
  return h(
    "form",
    {
      class: "line call",
      "data-kind": kind,
      onsubmit: (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        wish(input.value.trim());
      },
    },
    input,
    h("button", { type: "submit", text: t("call.ask") }),
  );
}
