/** The boxes beside the map.  The name of a box that is seen in part stands in the part that is seen. */

import { s } from "../dom.js";
import { BOX_TITLE } from "./stacks.js";

/** @typedef {import("../types.js").Box} Box */
/** @typedef {import("./ground.js").Ground} Ground */
/** @typedef {import("./ground.js").Rect} Rect */

const INSET = 7;
const LETTERS = 13;
const BASE = BOX_TITLE - 4; // from the upper edge to the foot of the letters

export class Boxes {
  layer = s("g", { class: "places" });
  /** @type {{id: string, rect: Rect, title: SVGTextElement, wide: number}[]} */ #titles = [];

  /** @param {Ground} ground @param {(id: string) => number} foot where the counters of a box end */
  constructor(ground, foot) {
    this.ground = ground;
    this.foot = foot;
  }

  /** @param {Box[]} boxes @param {Set<string>} held those in which counters lie */
  lay(boxes, held) {
    if (this.ground.lay(boxes, held)) this.#draw(boxes);
    for (const node of this.layer.children) {
      node.classList.toggle("empty", !held.has(node.getAttribute("data-hex") ?? ""));
    }
  }

  /** @param {Box[]} boxes */
  #draw(boxes) {
    this.#titles = [];
    this.layer.replaceChildren();
    for (const { id, title, mark } of boxes) {
      const rect = this.ground.rects.get(id);
      if (!rect) continue;
      const at = { x: rect.x + INSET, y: rect.y + BASE };
      const name = s("text", { ...at, "font-size": LETTERS, lengthAdjust: "spacingAndGlyphs", text: title });
      const wide = lettered(title) + 2 * INSET;
      // A long name makes itself narrow and stays within its box.
      if (wide > rect.w + 1) name.setAttribute("textLength", String(rect.w - 2 * INSET));
      this.#titles.push({ id, rect, title: name, wide });
      this.layer.append(
        s(
          "g",
          { class: "place", "data-hex": id },
          s("rect", { x: rect.x, y: rect.y, width: rect.w, height: rect.h, rx: 6 }),
          mark ? boxMark(rect, mark) : null,
          name,
        ),
      );
    }
  }

  /** The map has come to rest. */
  settle() {
    const { seen } = this.ground;
    for (const { id, rect, title, wide } of this.#titles) {
      const left = Math.max(rect.x, seen.x);
      const right = Math.min(rect.x + rect.w, seen.x + seen.w);
      const whole = right - left > Math.min(wide, rect.w) - 1;
      const shown = whole ? "visible" : "hidden";
      if (title.getAttribute("visibility") !== shown) title.setAttribute("visibility", shown);
      const x = within(seen.x, rect.x, rect.x + rect.w - wide) + INSET;
      const free = Math.max(seen.y, this.foot(id));
      const room = seen.y > rect.y && free < rect.y + rect.h - BOX_TITLE;
      const y = (room ? free : rect.y) + BASE;
      if (title.getAttribute("x") !== String(x)) title.setAttribute("x", String(x));
      if (title.getAttribute("y") !== String(y)) title.setAttribute("y", String(y));
    }
  }
}

const PEN = document.createElement("canvas").getContext("2d");

/** How wide a name is; to ask the page would have it lay out all counters first. @param {string} text */
function lettered(text) {
  if (!PEN) return 0;
  PEN.font = `700 ${LETTERS}px ${getComputedStyle(document.documentElement).getPropertyValue("--serif")}`;
  return PEN.measureText(text).width;
}

/** @param {number} wanted @param {number} least goes before `most` @param {number} most */
function within(wanted, least, most) {
  return Math.max(Math.min(wanted, most), least);
}

/** The name of a box in large faint letters, to be read from afar. @param {Rect} rect @param {string} text */
function boxMark({ x, y, w, h }, text) {
  const size = Math.min(h - BOX_TITLE, 60);
  return s("text", {
    class: "place-mark",
    x: x + w / 2,
    y: y + BOX_TITLE + (h - BOX_TITLE + size * 0.7) / 2,
    "font-size": size,
    text,
  });
}
