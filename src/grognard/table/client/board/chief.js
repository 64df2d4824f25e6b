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
    if (!far) return;
    this.layer.setAttribute("font-size", String(TYPE / zoom));
    this.#thin();
  }

  /** Of names that would lie over one another the first stays. */
  #thin() {
    const texts = /** @type {SVGTextElement[]} */ ([...this.layer.children]);
    for (const text of texts) text.removeAttribute("hidden");
    const kept = /** @type {DOMRect[]} */ ([]);
    const clashing = texts.filter((text) => {
      const box = text.getBBox();
      const clash = kept.some((other) => overlap(box, other));
      if (!clash) kept.push(box);
      return clash;
    });
    for (const text of clashing) text.setAttribute("hidden", "");
  }
}

/** @param {DOMRect} a @param {DOMRect} b */
function overlap(a, b) {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
