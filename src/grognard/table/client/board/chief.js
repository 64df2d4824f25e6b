/** The chief places of the map, named so that they can be read from afar, where what is printed cannot. */

import { s } from "../dom.js";

/** @typedef {import("./ground.js").Ground} Ground */

const TYPE = 13; // pixels
const ABOVE = 0.55; // of a hex, from its middle: a counter lies there

export class Chief {
  layer = s("g", { class: "chief", "text-anchor": "middle" });

  /** @param {Ground} ground */
  constructor(ground) {
    this.ground = ground;
  }

  /** @param {[string, string][]} places hex and name */
  read(places) {
    const { centres, unit } = this.ground;
    const texts = places.flatMap(([hex, name]) => {
      const at = centres.get(hex);
      return at ? [s("text", { x: at.x, y: at.y - ABOVE * unit, "data-chief": hex }, name)] : [];
    });
    this.layer.replaceChildren(...texts);
  }

  /** The map has come to rest. */
  settle() {
    const { far, zoom } = this.ground;
    this.layer.toggleAttribute("hidden", !far);
    if (far) this.layer.setAttribute("font-size", String(TYPE / zoom));
  }
}
