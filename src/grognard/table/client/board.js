/** The board: map, boxes, counters, what is lit.  It knows no rule. */

import { Boxes } from "./board/boxes.js";
import { Camera } from "./board/camera.js";
import { Chief } from "./board/chief.js";
import { Drag } from "./board/drag.js";
import { Elsewhere } from "./board/elsewhere.js";
import { Glass } from "./board/glass.js";
import { Ground } from "./board/ground.js";
import { Lights, noMarks } from "./board/lights.js";
import { patterns } from "./board/patterns.js";
import { Pointers } from "./board/pointers.js";
import { Stacks } from "./board/stacks.js";
import { h, s } from "./dom.js";

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
 * @property {(piece: string, whole: boolean) => void} dragStart with its stack, or alone
 * @property {(piece: string, hex: string) => void} drop
 * @property {() => void} rested the map has come to rest
 */

export class Board {
  /** @type {string | null} the hex that the keyboard is on */ cursor = null;
  /** @type {Box[]} beside the map */ #boxes = [];
  /** @type {Piece[]} */ #pieces = [];
  /** @type {{ids: Set<string>, hex: string} | null} counters that were dropped somewhere, until the table says where they lie */ #down = null;
  #marks = noMarks();
  /** @type {Stacks} */ stacks;

  /** @param {HTMLElement} host @param {Handlers} on */
  constructor(host, on) {
    this.host = host;
    this.on = on;
    this.ground = new Ground();
    this.lights = new Lights(this.ground, (hex) => this.stacks.at(hex).length > 0);
    // One picture: its thousands of parts are no concern of the page, which knows where each hex lies.
    this.map = h("img", { class: "plane lower map", alt: "", draggable: "false" });
    this.boxes = new Boxes(this.ground, (id) => this.stacks.foot(id));
    this.chief = new Chief(this.ground);
    const pieces = s("g", { class: "pieces" });
    const { under, lit, sights, tolls, badges, arrows, traces, above, shine, pointed, ring } = this.lights;
    // A layer that the browser paints for itself: what is lit and moves does not have the map drawn anew.
    this.upper = s(
      "svg",
      { class: "plane upper", focusable: "false" },
      s("defs", {}, ...patterns()),
      this.boxes.layer,
      under,
      lit,
      pieces,
      this.chief.layer,
      sights,
      tolls,
      badges,
      arrows,
      traces,
      above,
      shine,
      pointed,
      ring,
    );
    this.planes = [this.map, this.upper];
    const world = h("div", { class: "world", "aria-hidden": "true" }, ...this.planes);
    this.stacks = new Stacks(pieces, this.ground);
    this.camera = new Camera(host, world, this.ground, {
      moved: () => this.stacks.look(false),
      rested: () => this.#rested(),
    });
    this.elsewhere = new Elsewhere(this.ground, this.camera);
    this.drag = new Drag(this);
    this.glass = new Glass(this.ground);
    this.pointers = new Pointers(this);
    host.replaceChildren(world);
    // For whoever drives the page from outside: the map itself is a picture.
    Object.assign(host, {
      whereIs: (/** @type {string} */ hex) => this.camera.onPage(hex),
      hexAt: (/** @type {number} */ clientX, /** @type {number} */ clientY) =>
        this.ground.hexAt(this.camera.onMap(this.camera.at({ clientX, clientY }))),
    });
  }

  /** The middle of every hex and of every box that is shown. */
  get centres() {
    return this.ground.centres;
  }

  /** Where things lie on the map. @param {import("./board/ground.js").Frame} frame */
  setFrame(frame) {
    this.ground.read(frame);
    this.chief.read(frame.chief);
    const { w, h: tall } = this.ground.size;
    for (const each of this.planes) {
      each.setAttribute("width", String(w));
      each.setAttribute("height", String(tall));
    }
    this.upper.setAttribute("viewBox", `0 0 ${w} ${tall}`);
    this.setPieces(this.#pieces);
    this.camera.renew();
  }

  /** The picture of the map. @param {string} address */
  setMap(address) {
    this.map.src = address;
    this.glass.lay(address);
  }

  /** Boxes beside the map, where counters lie and which orders may name. @param {Box[]} boxes */
  setBoxes(boxes) {
    this.#boxes = boxes;
    this.setPieces(this.#pieces);
    this.camera.renew();
  }

  /** The boxes that are shown while these counters lie where they lie. @param {Piece[]} pieces */
  lay(pieces) {
    this.boxes.lay(this.#boxes, new Set(pieces.map(({ hex }) => hex)));
  }

  /** The first picture: where these places are. @param {string[]} places */
  begin(places) {
    this.camera.focus(places);
    this.stacks.look(true);
  }

  /** @param {Piece[]} pieces */
  setPieces(pieces) {
    this.#pieces = pieces;
    this.lay(pieces);
    const down = this.#down;
    this.stacks.set(down ? pieces.map((piece) => (down.ids.has(piece.id) ? { ...piece, hex: down.hex } : piece)) : pieces);
    this.mark(this.#marks);
  }

  /** Counters lie where they were put while their order is on its way. @param {string[]} ids @param {string} hex */
  putDown(ids, hex) {
    this.#down = { ids: new Set(ids), hex };
    this.stacks.still(() => this.setPieces(this.#pieces));
  }

  /** Counters lie where the table says. */
  putAway() {
    if (!this.#down) return;
    this.#down = null;
    this.setPieces(this.#pieces);
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
    this.stacks.raise(marks.selected[0] ?? (marks.about.size === 1 ? [...marks.about][0] ?? null : null));
    this.camera.rest();
    for (const [id, node] of this.stacks.nodes) {
      node.classList.toggle("lit", marks.pieces.has(id) && !marks.joined.has(id));
      node.classList.toggle("about", marks.about.has(id));
      node.classList.toggle("joined", marks.joined.has(id));
      node.classList.toggle("selected", marks.selected.includes(id));
    }
  }

  /** The places where something can be chosen. */
  choices() {
    const { hexes, joined, pieces, reach } = this.#marks;
    const held = this.#pieces.filter(({ id }) => pieces.has(id) && !joined.has(id));
    return [...hexes.keys(), ...reach.keys(), ...held.map(({ hex }) => hex)];
  }

  /** The map has come to rest. */
  #rested() {
    this.stacks.look(true);
    this.boxes.settle();
    this.chief.settle();
    this.stacks.afar(this.ground.far);
    this.elsewhere.draw(this.choices());
    this.on.rested();
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
    this.point(hex);
  }

  /** Show a hex for as long as something beside the map names it; without one, the cursor again. @param {string | null} hex */
  point(hex) {
    this.lights.cursor(hex ?? this.cursor);
    if (!hex || !this.centres.has(hex)) return;
    this.stacks.fan(hex);
    this.camera.reveal(hex);
  }

  /** Nearer or farther, around the hex that the keyboard is on where it is in sight. @param {number} factor */
  zoom(factor) {
    this.camera.zoom(factor, this.camera.placeOf(this.cursor ?? ""));
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
    const box = target?.closest("[data-hex]")?.getAttribute("data-hex");
    return { hex: box ?? this.ground.hexAt(this.camera.onMap(this.camera.at(event))), piece: null };
  }
}
