/** My turn, or an offer that waits for my answer: the title and the icon say so, and, if I like, a notification and a sound. */

import { h, ICON_MINE, tabIcon } from "../dom.js";
import { t } from "../i18n.js";
import { pref } from "../settings.js";
import { play } from "../sound.js";
import { toast } from "../ui.js";

/** @typedef {import("../table.js").Table} Table */

export class Attention {
  #mine = false;

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
  }

  /** The question has changed, or nothing has. */
  see() {
    const { hello, offer, view } = this.table;
    if (!hello || !view) return;
    const mine = (offer ?? view.decision)?.mine ?? false;
    const others = hello.sides.filter(({ id, name }) => name && !hello.seats.includes(id));
    const name = [hello.table.name || hello.table.title, ...others.map((each) => each.name)].join(" · ");
    document.title = `${mine ? `● ${t("question.you")} · ` : ""}${name} · Grognard`;
    tabIcon(mine);
    if (mine && !this.#mine && this.#others()) this.#call(name, offer?.text ?? view.decision?.prompt ?? "");
    this.#mine = mine;
  }

  /** Whether somebody else plays here. */
  #others() {
    const { hello } = this.table;
    return hello?.sides.some(({ id }) => !hello.seats.includes(id)) ?? false;
  }

  /** @param {string} title @param {string} body */
  #call(title, body) {
    play("turn");
    if (!document.hidden || pref("notify") !== "on" || Notification.permission !== "granted") return;
    try {
      const note = new Notification(`${t("question.you")} · ${title}`, { body, tag: this.table.id, icon: ICON_MINE });
      note.addEventListener("click", () => window.focus());
    } catch {
      // Some phones have the name of it only: the game goes on.
    }
  }
}

/** Switches for the settings: a notification when it is my turn, and sounds. */
export function attentionSwitches() {
  return [
    "Notification" in window
      ? check(t("settings.notify"), pref("notify") === "on" && Notification.permission === "granted", notify)
      : null,
    check(t("settings.sound"), pref("sound") === "on", (on) => {
      pref("sound", on ? "on" : "off");
      play("click");
    }),
  ];
}

/** @param {boolean} on @returns {Promise<boolean>} whether it is on now */
async function notify(on) {
  const allowed = on && (await Notification.requestPermission()) === "granted" && tried();
  pref("notify", allowed ? "on" : "off");
  return allowed;
}

/** Whether a notification is shown when one is asked for: some phones have the name of it only. */
function tried() {
  try {
    new Notification(t("settings.notify.so"), { icon: ICON_MINE });
    return true;
  } catch {
    toast(t("settings.notify.never"), "", "bad");
    return false;
  }
}

/** @param {string} text @param {boolean} checked @param {(on: boolean) => unknown} set */
function check(text, checked, set) {
  const box = h("input", {
    type: "checkbox",
    checked,
    onchange: async () => {
      const now = await set(box.checked);
      if (typeof now === "boolean") box.checked = now;
    },
  });
  return h("label", {}, text, box);
}
