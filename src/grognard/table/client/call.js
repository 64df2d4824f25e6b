/** A link of a letter was opened: it confirms that a player wants to be called, or stops it. */

import { inLanguage, request } from "./api.js";
import { h, replace } from "./dom.js";
import { t } from "./i18n.js";

/** @param {HTMLElement} root */
export async function answerCall(root) {
  document.title = "Grognard";
  window.addEventListener("hashchange", () => location.reload()); // another link, in the same window
  const said = new URLSearchParams(location.hash.slice(1));
  const what = said.has("confirm") ? "confirm" : "stop";
  const ticket = said.get(what) ?? "";
  history.replaceState(null, "", location.pathname);
  let words;
  let table = "";
  try {
    /** @type {{id: string}} */
    const call = await request(inLanguage(`/api/calls/${what}`), { ticket });
    table = call.id;
    words = t(what === "confirm" ? "call.confirmed" : "call.stopped");
  } catch (refused) {
    words = refused instanceof Error ? refused.message : String(refused);
  }
  replace(
    root,
    h("header", { class: "bar" }, h("a", { class: "brand", href: "/", text: "Grognard" })),
    h(
      "main",
      { class: "call-page" },
      h("p", { class: "call-said", role: "status", text: words }),
      table ? h("p", {}, h("a", { class: "answer", href: `/t/${table}`, text: t("share.go") })) : null,
    ),
  );
}
