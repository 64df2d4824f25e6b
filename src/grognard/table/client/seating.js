/** Who sits on a seat: somebody here, a friend by link, or a bot. */

import { h } from "./dom.js";
import { t } from "./i18n.js";
import { sentence } from "./question.js";
import { flag } from "./sides.js";

/** @typedef {import("./sides.js").Seat} Seat */
/** @typedef {{who: string, title: string, about: string}} Sitter */

/** Everybody who may take a seat, chance last. @param {Seat} side @param {import("./types.js").GameInfo} game @param {import("./types.js").GamePage} page @returns {Sitter[]} */
export function sitters(side, game, page) {
  const bots = (game.bots[side.id] ?? []).filter(
    ({ name }) => page.bots?.[name]?.sides?.includes(side.side) ?? true,
  );
  bots.sort((one, other) => Number(one.name === "random") - Number(other.name === "random"));
  return [
    { who: "me", title: t("lobby.me"), about: "" },
    { who: "link", title: t("lobby.link"), about: "" },
    ...bots.map(({ about, name, title }) => ({
      who: `bot:${name}`,
      title: page.bots?.[name]?.title ?? title,
      about,
    })),
  ];
}

/** @param {Seat} side @param {Sitter[]} all @param {string} chosen @param {(who: string, event: Event) => void} changed */
export function seatField(side, all, chosen, changed) {
  /** @param {string} who */
  const aboutHim = (who) => sentence(all.find((each) => each.who === who)?.about ?? "");
  const about = h("p", { class: "seat-about", "aria-live": "polite", text: aboutHim(chosen) });
  return h(
    "fieldset",
    { class: "seat", "data-side": side.id },
    h("legend", {}, flag(side.id), side.title),
    ...all.map(({ who, title, about: words }) =>
      h(
        "label",
        { class: "pill", title: words },
        h("input", {
          type: "radio",
          name: `seat-${side.id}`,
          value: who,
          checked: chosen === who,
          onchange: (/** @type {Event} */ event) => {
            about.textContent = aboutHim(who);
            changed(who, event);
          },
        }),
        h("span", { text: sentence(title) }),
      ),
    ),
    about,
  );
}
