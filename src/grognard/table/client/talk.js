/** Who sits where, the links for friends, and the chat. */

import { h, icon, replace } from "./dom.js";
import { lang, t } from "./i18n.js";
import { nameField } from "./settings.js";
import { flag, titled } from "./sides.js";
import { copyText } from "./ui.js";

/** @typedef {import("./types.js").Hello} Hello */
/** @typedef {import("./types.js").ChatLine} ChatLine */

/** The secret links of a table are told once, to the browser that made it. @param {string} id @param {Record<string, string>} [links] */
export function seatLinks(id, links) {
  const key = `links-${id}`;
  if (links && Object.keys(links).length) sessionStorage.setItem(key, JSON.stringify(links));
  /** @type {Record<string, string>} */
  const known = JSON.parse(sessionStorage.getItem(key) ?? "{}");
  return known;
}

/** The codes for lost seats are told once, to whoever holds them. @param {string} id @param {Record<string, string>} [codes] */
export function seatCodes(id, codes) {
  const key = `codes-${id}`;
  /** @type {Record<string, string>} */
  const known = { ...JSON.parse(sessionStorage.getItem(key) ?? "{}"), ...codes };
  if (codes) sessionStorage.setItem(key, JSON.stringify(known));
  return known;
}

export class Talk {
  /** @param {(text: string) => void} say @param {(side: string, name: string) => void} call the player of a seat calls himself so */
  constructor(say, call) {
    this.call = call;
    /** when the last line was said */
    this.last = "";
    /** lines that were not looked at yet */
    this.unread = 0;
    /** @type {NonNullable<import("./types.js").GamePage["bots"]>} what the game calls its bots */
    this.bots = {};
    /** @type {Map<string, HTMLInputElement>} by seat */
    this.fields = new Map();
    this.lines = h("ol", { class: "chat", "aria-label": t("chat.title"), tabindex: "0" });
    this.seatList = h("ul", { class: "seats" });
    this.form = h(
      "form",
      {
        class: "chat-form",
        onsubmit: (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          const text = this.input.value.trim();
          if (text) say(text);
          this.input.value = "";
        },
      },
    );
    this.input = h("input", {
      type: "text",
      maxlength: 500,
      "aria-label": t("chat.say"),
      placeholder: t("chat.say"),
      autocomplete: "off",
    });
    this.form.append(this.input, h("button", { type: "submit", text: t("chat.send") }));
    this.node = h("div", { class: "talk" }, this.seatList, this.lines, this.form);
  }

  /** @param {Hello} hello @param {string} bot */
  #called(hello, bot) {
    return this.bots[bot]?.title ?? hello.levels.find(({ name }) => name === bot)?.title ?? bot;
  }

  /** @param {Hello | null} hello @param {string} id */
  seats(hello, id) {
    if (!hello) return;
    const typing = document.activeElement;
    const links = seatLinks(id);
    const codes = seatCodes(id);
    replace(
      this.seatList,
      ...hello.sides.map((side) => {
        const link = links[side.id];
        const mine = hello.seats.includes(side.id);
        const who = side.who.startsWith("bot:")
          ? t("seat.bot", { name: this.#called(hello, side.who.slice(4)) })
          : mine
            ? t("seat.you")
            : t(side.online ? "seat.here" : "seat.away");
        return h(
          "li",
          { class: side.online || mine ? "online" : "" },
          flag(side.id),
          h("b", { text: mine ? side.title : titled(side.id, side.title) }),
          " ",
          h("span", { class: "quiet-text", text: who }),
          mine ? this.#field(side) : null,
          link ? invite(t("seat.invite"), link) : null,
          mine && codes[side.id] ? invite(t("seat.code"), codes[side.id] ?? "") : null,
        );
      }),
      h("li", {}, h("span", { class: "quiet-text", text: t("seat.watch") }), invite(t("seat.copy"), `/t/${id}`)),
    );
    if (typing instanceof HTMLInputElement && this.seatList.contains(typing)) typing.focus({ preventScroll: true });
    this.form.hidden = hello.seats.length === 0;
  }

  /** The field of a seat of mine, the same as long as it is typed in. @param {import("./types.js").Side} side */
  #field({ id, name }) {
    const field = this.fields.get(id) ?? nameField(name, (said) => this.call(id, said));
    this.fields.set(id, field);
    if (field !== document.activeElement) field.value = name;
    return field;
  }

  clear() {
    this.unread = 0;
    replace(this.lines);
  }

  /** Whether a line is news to whoever sits here: not what he said himself, nor what he has read. @param {ChatLine} line @param {string[]} mine @param {string} read until when */
  news({ from, side, when }, mine, read) {
    return when > read && (from === "table" || !mine.includes(side ?? ""));
  }

  /** @param {ChatLine} line */
  line(line) {
    const when = new Date(line.when);
    this.last = line.when;
    this.lines.append(
      h(
        "li",
        {},
        line.side ? flag(line.side) : null,
        h("b", { text: line.side && line.from === "seat" ? titled(line.side, line.who) : line.who }),
        h("time", {
          datetime: line.when,
          text: when.toLocaleTimeString(lang(), { hour: "2-digit", minute: "2-digit" }),
        }),
        h("p", { text: line.text }),
      ),
    );
    this.lines.scrollTop = this.lines.scrollHeight;
  }
}

/** @param {string} label @param {string} path */
export function invite(label, path) {
  return h(
    "button",
    {
      type: "button",
      class: "quiet invite",
      onclick: () => void copyText(new URL(path, location.href).href),
    },
    icon("link"),
    label,
  );
}
