/** The picture of the game that is chosen, and the button that starts it at once. */

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { begin } from "./make.js";

/** @typedef {import("./choice.js").Choice} Choice */

/** @param {Choice} choice */
export function hero(choice) {
  const { game, page } = choice;
  return h(
    "section",
    { class: "hero", "aria-label": game.title },
    picture(game.name, page.picture),
    h(
      "div",
      { class: "hero-words" },
      h("h1", { text: game.title }),
      h("p", { text: game.scenarios[0]?.summary ?? "" }),
      quickStart(choice),
      h("p", { class: "hero-note", text: t("lobby.note") }),
    ),
  );
}

/** The map around the place where the game begins. @param {string} name @param {[number, number]} [focus] in percent of the map */
function picture(name, focus) {
  const img = h("img", { class: "hero-map", src: `/api/games/${name}/map.svg`, alt: "" });
  if (focus) img.style.setProperty("--at", `${focus[0]}% ${focus[1]}%`);
  return img;
}

/** @param {Choice} choice */
function quickStart({ game, page: { quick, bots } }) {
  const me = game.sides.find(({ id }) => quick?.seats[id] === "me");
  const foe = Object.values(quick?.seats ?? {}).find((seat) => seat.startsWith("bot:"))?.slice(4);
  if (!quick || !me || !foe) return null;
  return h(
    "button",
    { type: "button", class: "start", onclick: () => void begin(game, quick) },
    h("b", { text: t("lobby.play", { side: me.title }) }),
    h("small", { text: t("lobby.against", { bot: bots?.[foe]?.title ?? foe }) }),
  );
}
