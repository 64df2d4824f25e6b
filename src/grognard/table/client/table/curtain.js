/** The curtain between two players at one screen, in a game with secrets. */

import { h } from "../dom.js";
import { t } from "../i18n.js";

/** @typedef {import("../types.js").Frame} Frame */
/** @typedef {import("../types.js").Hello} Hello */

export class Curtain {
  /** @type {string | null} who looks at the screen: a seat, or all of them as spectators */ #eyes = null;
  /** @type {Frame[]} what came while the curtain is drawn */ #held = [];
  /** @type {HTMLDialogElement | null} */ #cloth = null;

  /** @param {(frame: Frame) => void} show */
  constructor(show) {
    this.show = show;
  }

  /**
   * Whether a frame must wait: it is for the eyes of another player at this screen.
   * @param {Frame} frame @param {Hello | null} hello
   */
  holds(frame, hello) {
    const eyes = frame.eyes ?? frame.view?.eyes ?? null;
    if (!this.#cloth) {
      if (eyes === null) return false;
      const side = hello?.sides.find(({ id }) => id === eyes)?.title;
      if (eyes === this.#eyes || !side || !hello || hello.seats.length < 2) {
        this.#eyes = eyes;
        return false;
      }
      this.#draw(eyes, side);
    }
    this.#held.push(frame);
    return true;
  }

  /** @param {string} eyes @param {string} side its name */
  #draw(eyes, side) {
    const title = t("curtain.title", { side });
    const lift = { type: "button", class: "answer wide", onclick: () => this.#lift(eyes), text: t("curtain.lift", { side }) };
    const cloth = h(
      "dialog",
      { class: "curtain", "aria-label": title },
      h("h2", { text: title }),
      h("p", { text: t("curtain.text") }),
      h("button", lift),
    );
    cloth.addEventListener("cancel", (event) => event.preventDefault());
    document.body.append(cloth);
    cloth.showModal();
    this.#cloth = cloth;
  }

  /** @param {string} eyes */
  #lift(eyes) {
    this.#eyes = eyes;
    this.#cloth?.remove();
    this.#cloth = null;
    for (const frame of this.#held.splice(0)) this.show(frame);
  }
}
