/** Which page: the lobby, or a table. */

import { find, h } from "./dom.js";
import { lang, t } from "./i18n.js";
import { applyTheme, watchSystem } from "./settings.js";

const TRIES = "tries";
const PAUSE = 1500; // milliseconds before the page is opened anew, more each time
const LONGEST = 12000;

find(document, "#unopened").remove();
applyTheme();
document.documentElement.lang = lang();
find(document, "#live").setAttribute("aria-label", t("log.title"));
const root = find(document, "#app");
const table = /^\/t\/([\w-]+)$/.exec(location.pathname);
if (table?.[1]) {
  root.className = "table";
  const { openTable } = await arrived(() => import("./table.js"));
  const page = await openTable(root, table[1]);
  watchSystem(() => page.retheme());
} else if (location.pathname === "/call") {
  root.className = "lobby";
  const { answerCall } = await arrived(() => import("./call.js"));
  await answerCall(root);
} else {
  root.className = "lobby";
  const { Lobby } = await arrived(() => import("./lobby.js"));
  new Lobby(root);
  watchSystem(() => {});
}

/**
 * A part of the page.  One that does not come is said to be missing, and the page opened anew: what has come is kept by the browser.
 * @template T
 * @param {() => Promise<T>} coming
 * @returns {Promise<T>}
 */
async function arrived(coming) {
  try {
    const part = await coming();
    sessionStorage.removeItem(TRIES);
    return part;
  } catch {
    const tries = Number(sessionStorage.getItem(TRIES)) + 1;
    sessionStorage.setItem(TRIES, String(tries));
    root.append(h("p", { class: "not-arrived", role: "status", text: t("line.down") }));
    setTimeout(() => location.reload(), Math.min(PAUSE * tries, LONGEST));
    return new Promise(() => {});
  }
}
