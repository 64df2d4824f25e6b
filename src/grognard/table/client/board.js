/** The board: map, boxes, counters, what is lit.  It knows no rule. */

import { Camera } from "./board/camera.js";
import { Drag } from "./board/drag.js";
import { Glass } from "./board/glass.js";
import { Ground } from "./board/ground.js";
import { Lights } from "./board/lights.js";
import { patterns } from "./board/patterns.js";
import { Pointers } from "./board/pointers.js";
import { BOX_TITLE, Stacks } from "./board/stacks.js";
import { parseSvg, s } from "./dom.js";

/** @typedef {import("./types.js").Piece} Piece */
/** @typedef {import("./types.js").Box} Box */
/** @typedef {import("./board/lights.js").Marks} Marks */
/**
 * @typedef {object} Handlers
 * @property {(hex: string, piece: string | null) => void} act
 * @property {(hex: string) => boolean} answers whether a click there is an order
 * @property {(hex: string | null) => void} hover
 * @property {(hex: string) => void} look closely, after a long press
 * @property {(piece: string) => boolean} mayDrag
 * @property {(piece: string) => void} dragStart
 * @property {(piece: string, hex: string) => void} drop
 */

export class Board {
  /** @type {string | null} the hex that the keyboard is on */ cursor = null;
  /** @type {Box[]} */ #boxes = [];
  /** @type {Piece[]} */ #pieces = [];
  /** @type {Marks} */
  #marks = {
    hexes: new Map(),
    pieces: new Set(),
    about: new Set(),
    joined: new Set(),
    selected: null,
    reach: new Map(),
    path: [],
  };

  /** @param {HTMLElement} host @param {Handlers} on */
  constructor(host, on) {
    this.host = host;
    this.on = on;
    this.ground = new Ground();
    this.lights = new Lights(this.ground);
    this.map = s("g", { class: "map" });
    this.places = s("g", { class: "places" });
    const pieces = s("g", { class: "pieces" });
    const { under, lit, badges, arrows, traces, above, shine, pointed, ring } = this.lights;
    this.svg = s(
      "svg",
      { class: "world", "aria-hidden": "true", focusable: "false" },
      s("defs", {}, ...patterns()),
      this.map,
      this.places,
      under,
      lit,
      pieces,
      badges,
      arrows,
      traces,
      above,
      shine,
      pointed,
      ring,
    );
    this.stacks = new Stacks(this.svg, pieces, this.ground);
    this.camera = new Camera(host, this.svg, this.ground);
    this.drag = new Drag(this);
    this.glass = new Glass(this.ground);
    this.pointers = new Pointers(this);
    host.replaceChildren(this.svg);
  }

  /** The middle of every hex and of every box that is shown. */
  get centres() {
    return this.ground.centres;
  }

  /** @param {string} text the map as the server draws it */
  setMap(text) {
    const drawn = parseSvg(text);
    this.ground.read(drawn);
    const { w, h } = this.ground.size;
    this.svg.setAttribute("viewBox", `0 0 ${w} ${h}`);
    this.svg.setAttribute("width", String(w));
    this.svg.setAttribute("height", String(h));
    for (const node of drawn.querySelectorAll("title, desc")) node.remove();
    this.map.replaceChildren(...drawn.childNodes);
    this.glass.lay(text);
    this.setPieces(this.#pieces);
    this.camera.renew();
  }

  /** Boxes beside the map, where counters lie and which orders may name. @param {Box[]} boxes */
  setBoxes(boxes) {
    this.#boxes = boxes;
    this.setPieces(this.#pieces);
    this.camera.renew();
  }

  /** @param {Piece[]} pieces */
  setPieces(pieces) {
    this.#pieces = pieces;
    this.#layBoxes(new Set(pieces.map(({ hex }) => hex)));
    this.stacks.set(pieces);
    this.mark(this.#marks);
  }

  /** @param {Set<string>} held */
  #layBoxes(held) {
    if (!this.ground.lay(this.#boxes, held)) return;
    this.places.replaceChildren(
      ...this.#boxes.flatMap(({ id, title, mark }) => {
        const rect = this.ground.rects.get(id);
        if (!rect) return [];
        return [
          s(
            "g",
            { class: "place", "data-hex": id },
            s("rect", { x: rect.x, y: rect.y, width: rect.w, height: rect.h, rx: 6 }),
            mark ? boxMark(rect, mark) : null,
            s("text", { x: rect.x + 7, y: rect.y + BOX_TITLE - 4, "font-size": 13, text: title }),
          ),
        ];
      }),
    );
  }

  /** @param {string} hex */
  stack(hex) {
    return this.stacks.at(hex);
  }

  /** @param {Marks} marks */
  mark(marks) {
    this.#marks = marks;
    this.lights.mark(marks);
    this.stacks.avoid = new Set(marks.hexes.keys());
    this.stacks.raise(marks.selected);
    for (const [id, node] of this.stacks.nodes) {
      node.classList.toggle("lit", marks.pieces.has(id) && !marks.joined.has(id));
      node.classList.toggle("about", marks.about.has(id));
      node.classList.toggle("joined", marks.joined.has(id));
      node.classList.toggle("selected", id === marks.selected);
    }
  }

  /** Hexes to look at, until told otherwise. @param {string[]} hexes */
  glow(hexes) {
    this.lights.glow(hexes);
    const first = hexes.find((hex) => this.centres.has(hex));
    if (first) this.camera.reveal(first);
  }

  /** @param {string | null} hex */
  setCursor(hex) {
    this.cursor = hex;
    this.lights.cursor(hex);
    if (!hex || !this.centres.has(hex)) return;
    this.stacks.fan(hex);
    this.camera.reveal(hex);
  }

  /** From the cursor to the neighbour that lies best in a direction. @param {number} dx @param {number} dy */
  step(dx, dy) {
    const here = this.cursor;
    return here && this.centres.has(here) ? this.ground.beyond(here, dx, dy) : this.camera.middle();
  }

  /** @param {MouseEvent} event @returns {{hex: string | null, piece: string | null}} */
  under(event) {
    const target = document.elementFromPoint(event.clientX, event.clientY);
    const piece = target?.closest("[data-piece]");
    if (piece) {
      return { hex: piece.getAttribute("data-at"), piece: piece.getAttribute("data-piece") };
    }
    return { hex: target?.closest("[data-hex]")?.getAttribute("data-hex") ?? null, piece: null };
  }
}

/** The name of a box in large faint letters, to be read from afar. @param {import("./board/ground.js").Rect} rect @param {string} text */
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
