/** The parts of the table page and where they stand. */

import { Board } from "../board.js";
import { find, h, icon, iconButton, replace } from "../dom.js";
import { Guide } from "../guide.js";
import { t } from "../i18n.js";
import { Log, Scrubber } from "../log.js";
import { Talk } from "../talk.js";
import { finder } from "./finder.js";
import { glance } from "./glance.js";
import { goalDialog } from "./goal.js";
import { moreMenu, settingsMenu } from "./menus.js";
import { measureSheet, sheetHandle } from "./sheet.js";

/** @typedef {import("../table.js").Table} Table */

/** @param {Table} table */
export function layout(table) {
  const log = new Log(
    (at) => void table.moments.go(at),
    async (at) => {
      const frame = await table.link.ask({ what: "log", at });
      return frame.t === "answer" ? { from: frame.from, events: frame.events } : null;
    },
  );
  const scrubber = new Scrubber(log, {
    go: (at) => void table.moments.go(at),
    live: () => table.moments.live(),
    branch: () => void table.moments.branch(),
    more: (near) => moreMenu(table, near),
  });
  const talk = new Talk(
    (text) => void table.link.change({ t: "chat", text }),
    (side, name) => void table.link.change({ t: "name", side, name }),
  );
  const guide = new Guide(table.id, { glow: (hexes) => board.glow(hexes), goal: () => void goalDialog(table) });
  const field = h("div", {
    class: "field",
    id: "field",
    tabindex: "0",
    role: "application",
    "aria-label": t("board.title"),
    "aria-describedby": "board-help",
  });
  const board = new Board(field, {
    act: (hex, piece) => void table.hands.act(hex, piece),
    answers: (hex) => table.hands.answers(hex),
    hover: (hex) => table.context.hover(hex),
    look: (hex) => void glance(table, hex),
    mayDrag: (piece) => table.hands.mayDrag(piece),
    dragStart: (piece, whole) => table.hands.lift(piece, whole),
    drop: (piece, hex) => void table.hands.drop(piece, hex),
    rested: () => table.battles.settle(),
  });
  replace(
    table.root,
    h(
      "header",
      { class: "bar" },
      h("a", { class: "brand", href: "/", "aria-label": t("lobby.back") }, "Grognard"),
      h("h1", { class: "table-title" }),
      h("dl", { class: "status", tabindex: "0", "aria-label": t("status.title") }),
      h("span", { class: "line-state", role: "status" }),
      tools(table),
    ),
    h(
      "main",
      { class: "play" },
      h(
        "section",
        { class: "map-pane", "aria-label": t("board.title") },
        h("div", { class: "ask", role: "group", "aria-label": t("question.title") }),
        h(
          "div",
          { class: "map-area" },
          field,
          h("p", { id: "board-help", class: "hidden", text: t("board.help") }),
          board.elsewhere.node,
          zoom(board),
          h(
            "div",
            { class: "notices" },
            h("div", { class: "banner" }),
            h("div", { class: "dice-tray", "aria-hidden": "true" }),
          ),
          h("div", { class: "battle-host" }),
        ),
        h("div", { class: "hand", role: "group", "aria-label": t("hand.title") }),
      ),
      h(
        "aside",
        { class: "dock", id: "dock", "aria-label": t("dock.title") },
        sheetHandle(table),
        h("div", { class: "guide-host" }),
        h("div", { class: "context", id: "context" }),
        table.dock.tabs(),
        h("div", { class: "panel", id: "panel", role: "tabpanel" }),
      ),
    ),
    h("footer", { class: "foot" }, scrubber.node),
  );
  guide.mount(find(table.root, ".guide-host"));
  measureSheet(table.root);
  closeTools(table.root);
  return { board, log, scrubber, talk, guide };
}

/** @param {Table} table */
function tools(table) {
  return h(
    "nav",
    { class: "tools", "aria-label": t("tools.title") },
    iconButton("undo", t("undo"), () => void table.hands.undo(), { class: "icon-button undo" }),
    h("a", { class: "icon-button home", href: "/", "aria-label": t("lobby.back"), title: t("lobby.back") }, icon("prev")),
    iconButton("layers", t("overlays.title"), (e) => void table.overlays.menu(e), {
      class: "icon-button overlays-button",
    }),
    iconButton("goal", t("goal.title"), () => void goalDialog(table), { class: "icon-button goal-button" }),
    iconButton("book", t("book.title"), () => void table.rules(), { class: "icon-button book-button" }),
    iconButton("find", t("find.title"), () => finder(table), { class: "icon-button find-button" }),
    iconButton("gear", t("settings.title"), (e) => settingsMenu(table, e), { class: "icon-button settings-button" }),
    iconButton("help", t("help.title"), () => table.help()),
    iconButton("flag", t("menu.game"), (e) => moreMenu(table, /** @type {HTMLElement} */ (e.currentTarget)), {
      class: "icon-button game-button",
    }),
    iconButton("more", t("sheet.tools"), () => table.root.classList.toggle("tools-open"), {
      class: "icon-button tools-more",
    }),
  );
}

/** Tools that lie open are put away by a press on anything else than the button that opened them. @param {HTMLElement} root */
function closeTools(root) {
  root.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element) || !target.closest(".tools-more")) root.classList.remove("tools-open");
  });
}

/** @param {Board} board */
function zoom({ camera }) {
  return h(
    "div",
    { class: "zoom", role: "group", "aria-label": t("zoom.title") },
    iconButton("plus", t("zoom.in"), () => camera.zoom(1.3)),
    iconButton("minus", t("zoom.out"), () => camera.zoom(1 / 1.3)),
    iconButton("fit", t("zoom.fit"), () => camera.fit()),
  );
}
