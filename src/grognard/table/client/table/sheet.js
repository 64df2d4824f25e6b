/** On a phone what stands beside the map is a sheet that slides up from below; its handle rides on it. */

import { find, iconButton } from "../dom.js";
import { t } from "../i18n.js";

/** @typedef {import("../table.js").Table} Table */

const OPEN = "dock-open";
const SWIPE = 24; // pixels

/** Whether the page is as narrow or as low as touch.css has it for a phone. */
export function onPhone() {
  return window.matchMedia("(max-width: 600px), (max-height: 500px)").matches;
}

/** @param {Table} table */
export function sheetHandle(table) {
  let from = 0;
  let swiped = false;
  const handle = iconButton(
    "menu",
    t("sheet.toggle"),
    () => {
      if (!swiped) setSheet(table, !table.root.classList.contains(OPEN));
      swiped = false;
    },
    { class: "icon-button sheet-handle", "aria-controls": "dock", "aria-expanded": "false" },
  );
  handle.addEventListener("pointerdown", ({ clientY }) => {
    from = clientY;
    swiped = false;
  });
  handle.addEventListener("pointerup", ({ clientY }) => {
    swiped = Math.abs(clientY - from) > SWIPE;
    if (swiped) setSheet(table, clientY < from);
  });
  return handle;
}

/** @param {Table} table @param {boolean} open */
export function setSheet({ root }, open) {
  root.classList.toggle(OPEN, open);
  find(root, ".sheet-handle").setAttribute("aria-expanded", String(open));
}

/** The sheet stands on what is under the map, however tall that is. @param {HTMLElement} root */
export function measureSheet(root) {
  const area = find(root, ".map-area");
  new ResizeObserver(() => {
    document.documentElement.style.setProperty("--under", `${window.innerHeight - area.getBoundingClientRect().bottom}px`);
  }).observe(area);
}
