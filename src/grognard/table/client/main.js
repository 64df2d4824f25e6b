/** Which page: the lobby, or a table. */

import { find } from "./dom.js";
import { lang, t } from "./i18n.js";
import { applyTheme, watchSystem } from "./settings.js";

applyTheme();
document.documentElement.lang = lang();
find(document, "#live").setAttribute("aria-label", t("log.title"));
const root = find(document, "#app");
const table = /^\/t\/([\w-]+)$/.exec(location.pathname);
if (table?.[1]) {
  root.className = "table";
  const { openTable } = await import("./table.js");
  const page = await openTable(root, table[1]);
  watchSystem(() => page.retheme());
} else if (location.pathname === "/call") {
  root.className = "lobby";
  const { answerCall } = await import("./call.js");
  await answerCall(root);
} else {
  root.className = "lobby";
  const { Lobby } = await import("./lobby.js");
  new Lobby(root);
  watchSystem(() => {});
}
