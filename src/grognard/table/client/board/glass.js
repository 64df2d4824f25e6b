/** A magnifying glass over the map, without the counters. */

import { s } from "../dom.js";

/** @typedef {import("./ground.js").Ground} Ground */

/** The map as one picture: a copy of its thousands of parts would have to be laid out again at every glance. */
export class Glass {
  #picture = "";

  /** @param {Ground} ground */
  constructor(ground) {
    this.ground = ground;
    this.lens = this.make();
  }

  /** @param {string} address of the map's picture */
  lay(address) {
    this.#picture = address;
    this.lens = this.make();
  }

  make() {
    const { w, h } = this.ground.size;
    return s(
      "svg",
      { class: "glass", "aria-hidden": "true", focusable: "false" },
      this.#picture ? s("image", { href: this.#picture, width: w, height: h }) : null,
    );
  }

  /** A hex and its neighbours, magnified. @param {string} hex @param {SVGSVGElement} [lens] the one that is kept, or another */
  over(hex, lens = this.lens) {
    const c = this.ground.centres.get(hex) ?? { x: 0, y: 0 };
    const r = this.ground.counter * 1.25;
    lens.setAttribute("viewBox", `${c.x - r} ${c.y - r} ${2 * r} ${2 * r}`);
    return lens;
  }
}
