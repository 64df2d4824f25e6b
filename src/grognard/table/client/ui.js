/** Dialogs, notes beside a thing, announcements, rule numbers that open. */

import { inLanguage, request } from "./api.js";
import { find, h, iconButton, replace } from "./dom.js";
import { t } from "./i18n.js";
import { linked } from "./names.js";

/** @typedef {{x: number, y: number}} Point */
/** @typedef {import("./dom.js").Child} Child */

const HEARD = 200; // lines: what is gone before a screen reader has come to it is never said

/** Say something to those who do not see the board. @param {string} text */
export function announce(text) {
  const live = find(document, "#live");
  live.append(h("p", { text }));
  while (live.childElementCount > HEARD) live.firstElementChild?.remove();
}

/**
 * A rule number that opens its text in place.
 * @param {string} rule
 */
export function ruleLink(rule) {
  if (!rule) return null;
  return h("button", {
    type: "button",
    class: "rule",
    "data-rule": rule,
    "aria-label": t("rule.open", { rule }),
    text: rule,
  });
}

/** @type {string} where rules are asked for */
let rulesAt = "";

/** @param {string} base path that ends before the rule's number */
export function rulesFrom(base) {
  rulesAt = base;
}

/** @param {HTMLElement} from */
async function openRule(from) {
  const rule = from.dataset.rule ?? "";
  const body = h("div", { class: "rule-text" }, h("p", { text: t("loading") }));
  note({ near: from, title: t("rule.title", { rule }), body, kind: "rule-note" });
  try {
    /** @type {{section: string, rows: {id: string, summary: string}[]}} */
    const said = await request(inLanguage(`${rulesAt}${encodeURIComponent(rule)}`));
    replace(
      body,
      h("p", { class: "rule-section", text: said.section }),
      ...said.rows.map((row) =>
        h(
          "div",
          { class: row.id === rule ? "rule-row here" : "rule-row" },
          h("b", { text: row.id }),
          h("p", { text: row.summary }),
        ),
      ),
    );
  } catch {
    replace(body, h("p", { text: t("rule.none") }));
  }
}

document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target.closest("[data-rule]") : null;
  if (target instanceof HTMLElement) {
    event.preventDefault();
    event.stopPropagation();
    void openRule(target);
  }
});

/** @type {HTMLElement | null} */
let open = null;
/** @type {Element | null} */
let opener = null;

/** Close the note that is open, if any. @returns {boolean} whether there was one */
export function closeNote() {
  if (!open) return false;
  open.remove();
  open = null;
  if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
  opener = null;
  return true;
}

/**
 * A card beside a thing on the page.
 * @param {object} what
 * @param {Element | Point} what.near
 * @param {string} what.title
 * @param {Child} what.body
 * @param {string} [what.kind]
 * @param {boolean} [what.focus] take the keyboard there (default: only when a thing was pressed)
 */
export function note({ near, title, body, kind = "", focus = near instanceof Element }) {
  const box = near instanceof Element ? near.getBoundingClientRect() : null;
  closeNote();
  opener = near instanceof Element ? near : document.activeElement;
  const card = h(
    "div",
    { class: `note ${kind}`, role: "dialog", "aria-label": title, tabindex: "-1" },
    h(
      "header",
      {},
      h("h2", { text: title }),
      iconButton("close", t("close"), () => closeNote()),
    ),
    body instanceof Node ? body : h("p", {}, body),
  );
  const host = opener?.closest("dialog") ?? document.body;
  host.append(card);
  open = card;
  const [x, y] = box
    ? [box.left, box.bottom + 6]
    : [/** @type {Point} */ (near).x + 28, /** @type {Point} */ (near).y - 20];
  // A few lines about a spot of the map: on a phone at the end of the map where that spot is not.
  if (!box && kind === "why") card.classList.add(y > window.innerHeight / 2 ? "at-head" : "at-foot");
  const place = () => {
    const wide = card.offsetWidth;
    const tall = Math.max(card.offsetHeight, 120);
    const left = Math.min(Math.max(x, 8), window.innerWidth - wide - 8);
    const under = y + tall < window.innerHeight - 8;
    const top = under ? y : Math.max(8, (box ? box.top - 6 : y) - tall);
    card.style.left = `${left}px`;
    card.style.top = `${Math.min(top, window.innerHeight - tall - 8)}px`;
  };
  place();
  // Its text may come later.
  new ResizeObserver(place).observe(card);
  if (focus) card.focus({ preventScroll: true });
  return card;
}

document.addEventListener("pointerdown", (event) => {
  if (open && event.target instanceof Node && !open.contains(event.target)) closeNote();
});

/**
 * A dialog over the page.
 * @param {string} title
 * @param {Child[]} body
 * @param {string} [kind]
 */
export function dialog(title, body, kind = "") {
  const box = h(
    "dialog",
    { class: `sheet ${kind}`, "aria-label": title, tabindex: "-1" },
    h(
      "header",
      {},
      h("h2", { text: title }),
      iconButton("close", t("close"), () => box.close()),
    ),
    h("div", { class: "sheet-body", tabindex: "0" }, ...body),
  );
  box.addEventListener("close", () => box.remove());
  box.addEventListener("click", (event) => {
    if (event.target === box) box.close();
  });
  document.body.append(box);
  box.showModal();
  box.focus(); // what is to be read, not the cross
  return box;
}

let toastTimer = 0;

/** A line that goes away by itself, or when it is pressed. @param {string} text @param {string} [rule] @param {string} [kind] */
export function toast(text, rule = "", kind = "") {
  const host = find(document, "#toast");
  const put = h("div", { class: `toast ${kind}`, onclick: () => put.remove() }, h("span", {}, ...linked(text)), ruleLink(rule));
  replace(host, put);
  clearTimeout(toastTimer);
  toastTimer = window.setTimeout(() => replace(host), 6000);
}

/** What was said of the order before this one is said no longer. */
export function unsay() {
  document.querySelector(".toast.bad, .toast.hint")?.remove();
}

/** @param {string} text */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast(t("copied"));
  } catch {
    const area = h("textarea", { class: "copy-text", readonly: true, rows: 12, value: text });
    dialog(t("copy.byhand"), [area]);
    area.select();
  }
}
