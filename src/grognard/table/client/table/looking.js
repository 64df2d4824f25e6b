/** Tells the server whether somebody looks at the page: who does is not called by e-mail. */

/** @typedef {import("../link.js").Link} Link */

const IDLE = 10 * 60_000; // milliseconds without a hand on mouse, keyboard or screen
const SIGNS = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"];

export class Looking {
  #told = true;
  #touched = Date.now();

  /** @param {Link} link */
  constructor(link) {
    this.link = link;
    document.addEventListener("visibilitychange", () => this.#touch());
    for (const sign of SIGNS) document.addEventListener(sign, () => this.#touch(), { passive: true });
    link.addEventListener("up", () => {
      this.#told = true; // so the server takes it of every new line
      this.#look();
    });
    window.setInterval(() => this.#look(), 15_000);
  }

  #touch() {
    this.#touched = Date.now();
    this.#look();
  }

  #look() {
    const on = document.visibilityState === "visible" && Date.now() - this.#touched < IDLE;
    if (on === this.#told || !this.link.up) return;
    this.#told = on;
    this.link.tell({ t: "look", on });
  }
}
