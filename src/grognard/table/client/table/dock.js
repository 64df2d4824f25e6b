/** The dock beside the map: its tabs and the panel under them. */

import { find, h, replace } from "../dom.js";
import { rosterRow } from "../inspector.js";
import { t } from "../i18n.js";
import { pref } from "../settings.js";
import { sidesOf } from "../sides.js";
import { tracksView } from "../tracks.js";
import { formations, strength } from "./roster.js";
import { setSheet } from "./sheet.js";
import { textMode } from "./textmode.js";

/** @typedef {import("../table.js").Table} Table */

const TABS = /** @type {const} */ (["hex", "orders", "log", "forces", "tracks", "talk"]);
/** @typedef {typeof TABS[number]} Tab */

export class Dock {
  /** @type {Tab} */ tab = "orders";
  /** the list that was drawn last, and of which question */ #shown = "";

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
  }

  tabs() {
    const tabs = h(
      "div",
      { class: "tabs", role: "tablist", "aria-label": t("dock.title") },
      ...TABS.map((name) =>
        h("button", {
          type: "button",
          role: "tab",
          id: `tab-${name}`,
          "data-tab": name,
          "aria-controls": name === "hex" ? "context" : "panel",
          onclick: () => this.show(name, true),
          text: t(/** @type {import("../i18n.js").Key} */ (`tab.${name}`)),
        }),
      ),
    );
    tabs.addEventListener("keydown", (event) => this.#key(event));
    return tabs;
  }

  /** @param {Tab} tab @param {boolean} [focus] */
  show(tab, focus = false) {
    if (find(this.table.root, `#tab-${tab}`).hidden) return;
    this.tab = tab;
    setSheet(this.table, true);
    this.draw();
    if (focus) find(this.table.root, `#tab-${tab}`).focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const way = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!way) return;
    event.preventDefault();
    event.stopPropagation();
    const all = [...this.table.root.querySelectorAll('[role="tab"]')].filter(
      (tab) => tab instanceof HTMLElement && tab.offsetParent,
    );
    const here = all.findIndex((tab) => tab.getAttribute("data-tab") === this.tab);
    const next = all[(here + way + all.length) % all.length];
    this.show(/** @type {Tab} */ (next?.getAttribute("data-tab")), true);
  }

  draw() {
    const { table, tab: name } = this;
    find(table.root, "#tab-tracks").hidden = !table.shown?.tracks.some(({ kind }) => kind !== "results");
    for (const tab of table.root.querySelectorAll('[role="tab"]')) {
      const on = tab.getAttribute("data-tab") === name;
      tab.setAttribute("aria-selected", String(on));
      tab.setAttribute("tabindex", on ? "0" : "-1");
    }
    const panel = find(table.root, "#panel");
    panel.setAttribute("aria-labelledby", `tab-${name}`);
    find(table.root, ".dock").dataset.tab = name;
    if (name === "log") table.log.lay(panel, table.past ? table.past.at : -1);
    else if (name === "talk") {
      this.heard();
      if (panel.firstChild !== table.talk.node) replace(panel, table.talk.node);
    } else if (name === "forces") replace(panel, this.#forces());
    else if (name === "tracks" && table.shown) {
      replace(panel, tracksView(table.shown.tracks, table.looks.dress(table.shown.pieces)));
    } else if (name === "orders") textMode(table, panel);
    // Each list begins at its beginning; the log lies at its end.
    const shown = `${name} ${name === "orders" ? (table.mine?.kind ?? "") : ""}`;
    if (shown !== this.#shown && name !== "log" && shown !== "orders ") panel.scrollTop = 0;
    this.#shown = shown;
  }

  /** Lines of chat: the tab tells how many are new, and those are read that it shows. */
  heard() {
    const { id, talk } = this.table;
    const tab = find(this.table.root, "#tab-talk");
    if (this.tab === "talk" && talk.last && !document.hidden) {
      pref(`read-${id}`, talk.last);
      talk.unread = 0;
    }
    tab.classList.toggle("news", talk.unread > 0);
    if (talk.unread) tab.dataset.unread = String(talk.unread);
    else delete tab.dataset.unread;
  }

  /** The order of battle of each side, then what lies in the boxes. */
  #forces() {
    const { hands, hello, looks, shown: view, words } = this.table;
    if (!view) return null;
    const pieces = looks.dress(view.pieces);
    /** @param {import("../types.js").Piece} piece */
    const row = (piece) => rosterRow(piece, (id) => void hands.choose(id));
    const sides = sidesOf(hello?.sides ?? []).map((side) => {
      const units = pieces.filter((piece) => piece.side === side.id && piece.kind === "unit");
      return folded(
        side.title,
        t("forces.steps", strength(units)),
        formations(units).map(({ title, pieces: members }) =>
          folded(title || t("forces.independent"), t("forces.steps", strength(members)), members.map(row), false),
        ),
      );
    });
    const boxes = view.boxes.map((box) => {
      const held = pieces.filter(({ hex }) => hex === box.id);
      return held.length
        ? folded(words.boxes.get(box.id)?.title ?? box.title, String(held.length), held.map(row), false)
        : null;
    });
    return h("div", { class: "forces" }, ...sides, ...boxes);
  }
}

/** A heading with its figure that folds what stands below it. @param {string} title @param {string} figure @param {Node[]} inner */
function folded(title, figure, inner, open = true) {
  const body = inner[0] instanceof HTMLLIElement ? h("ul", { class: "roster" }, ...inner) : h("div", {}, ...inner);
  return h("details", { open }, h("summary", {}, title, " ", h("small", { text: figure })), body);
}
