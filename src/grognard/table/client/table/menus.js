/** Menus of the page: the game as a whole, copies and pictures of the moment shown, and settings. */

import { text as fetchText } from "../api.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { proof } from "../report.js";
import { languageSwitch, pref, theme, themeSwitch } from "../settings.js";
import { closeNote, copyText, dialog, note } from "../ui.js";
import { askAdvice } from "./analysis.js";
import { attentionSwitches } from "./attention.js";
import { callsDialog } from "./calls.js";
import { agreement, giveTime, resign } from "./ending.js";

/** @typedef {import("../table.js").Table} Table */

/** @param {Table} table @param {HTMLElement} near */
export function moreMenu(table, near) {
  const at = table.shown?.at ?? 0;
  const base = `/api/tables/${table.id}`;
  const look = theme();
  /** @param {string} text @param {() => void} onclick */
  const button = (text, onclick) => h("button", { type: "button", text, onclick });
  /** @param {string} kind @param {string} text */
  const picture = (kind, text) =>
    h("a", {
      href: `${base}/picture.${kind}?at=${at}&theme=${look}`,
      download: `grognard-${table.id}-${at}.${kind}`,
      text,
    });
  note({
    near,
    title: t("scrub.more"),
    body: h(
      "div",
      { class: "menu" },
      button(t(table.view?.outcome ? "end.report" : "report.sofar"), () => void table.report()),
      table.hello?.levels.length
        ? button(t("advice.title"), () => {
            closeNote();
            askAdvice(table);
          })
        : null,
      button(t("proof.title"), () => {
        closeNote();
        if (table.view) dialog(t("proof.title"), [proof(table.view, table.id)]);
      }),
      ...(table.hello?.seats.length && table.view?.decision
        ? [
            table.view.clock ? button(t("clock.give"), () => giveTime(table)) : null,
            button(t("agree.title"), () => agreement(table)),
            button(t("resign"), () => resign(table)),
          ]
        : []),
      button(t("share.moment"), () => copyText(new URL(`/t/${table.id}#at=${at}`, location.href).href)),
      button(t("share.picture"), () => copyText(new URL(`${base}/embed.svg?at=${at}&theme=${look}`, location.href).href)),
      button(t("copy.position"), async () => copyText(await fetchText(`${base}/position?at=${at}`))),
      button(t("copy.record"), async () => copyText(await fetchText(`${base}/record`))),
      picture("svg", t("picture.svg")),
      picture("png", t("picture.png")),
    ),
    focus: true,
  });
}

/** @param {Table} table @param {MouseEvent} event */
export function settingsMenu(table, event) {
  const bots = table.hello?.sides.some(({ who }) => who.startsWith("bot:")) ?? false;
  const others = table.hello?.sides.some(({ id }) => !table.hello?.seats.includes(id)) ?? false;
  note({
    near: /** @type {HTMLElement} */ (event.currentTarget),
    title: t("settings.title"),
    body: h(
      "div",
      { class: "settings" },
      languageSwitch(() => {
        closeNote();
        table.relabel();
      }),
      themeSwitch(() => table.retheme()),
      bots && table.hello?.seats.length ? pace(table) : null,
      others ? following(table) : null,
      ...attentionSwitches(),
      others && table.hello?.seats.length
        ? h("button", {
            type: "button",
            class: "quiet call-me",
            text: t("call.title"),
            onclick: () => {
              closeNote();
              void callsDialog(table);
            },
          })
        : null,
      h("p", { class: "quiet-text", text: t("version", { version: table.hello?.version ?? "" }) }),
    ),
    focus: true,
  });
}

/** Whether the map goes where the others move. @param {Table} table */
function following({ follow }) {
  return h(
    "label",
    {},
    t("settings.follow"),
    h("input", {
      type: "checkbox",
      checked: follow.on,
      onchange: (/** @type {Event} */ e) => {
        follow.on = /** @type {HTMLInputElement} */ (e.target).checked;
      },
    }),
  );
}

/** How quickly a bot's turn is shown. @param {Table} table */
function pace(table) {
  return h(
    "label",
    {},
    t("bot.pace"),
    h("input", {
      type: "range",
      min: 0,
      max: 3000,
      step: 100,
      value: table.pace,
      "aria-valuetext": t("bot.ms", { ms: table.pace }),
      oninput: (/** @type {Event} */ e) => {
        table.pace = Number(/** @type {HTMLInputElement} */ (e.target).value);
        pref("pace", String(table.pace));
        table.link.tell({ t: "pace", ms: table.pace });
      },
    }),
  );
}
