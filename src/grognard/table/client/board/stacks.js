/** The counters on the map: piled in a hex, fanned out when looked at, in rows in a box. */

import { s } from "../dom.js";
import { counterNodes } from "./counters.js";
import { Near } from "./near.js";
import { reorder } from "./order.js";

/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("./ground.js").Ground} Ground */
/** @typedef {import("./ground.js").Point} Point */
/** @typedef {import("./ground.js").Rect} Rect */

export const BOX_TITLE = 20; // the height of a box's title
const WIDER = 1.25; // a counter in a fan
const LEGIBLE = 46; // pixels that it has at least
const AT_ONCE = 12; // counters drawn without a pause
const LARGER = 1.4; // a counter seen from afar
const GLIDE = 320; // milliseconds
const MAP_GLIDES = 400; // as in camera.js
const STILL = window.matchMedia("(prefers-reduced-motion: reduce)");

export class Stacks {
  /** @type {Map<string, SVGGElement>} */ nodes = new Map();
  /** @type {Set<string>} lit hexes, which a fan had better not cover */ avoid = new Set();
  /** @type {Map<string, Piece[]>} */ #stacks = new Map();
  /** @type {WeakMap<SVGGElement, string>} what is drawn on each */ #looks = new WeakMap();
  /** @type {WeakMap<SVGGElement, string>} where each lies */ #places = new WeakMap();
  /** @type {string | null} */ #fanned = null;
  #far = false;
  #still = false;
  #near = new Near();
  #dressing = 0;
  /** @type {{n: number, zoom: number, spots: Point[]} | null} the open fan, which stays as it lies */ #laid = null;
  /** @type {string | null} the counter on top of its pile, out of its turn */ #raised = null;

  /** @param {SVGGElement} layer @param {Ground} ground */
  constructor(layer, ground) {
    this.layer = layer;
    this.ground = ground;
  }

  /** @param {Piece[]} pieces */
  set(pieces) {
    this.#stacks.clear();
    const seen = new Set();
    for (const piece of pieces) {
      if (!this.ground.centres.has(piece.hex)) continue;
      seen.add(piece.id);
      const stack = this.#stacks.get(piece.hex) ?? [];
      stack.push(piece);
      this.#stacks.set(piece.hex, stack);
    }
    for (const [id, node] of this.nodes) {
      if (seen.has(id)) continue;
      node.remove();
      this.nodes.delete(id);
    }
    for (const stack of this.#stacks.values()) {
      for (const piece of stack) this.#node(piece);
    }
    if (this.#fanned && !this.#stacks.has(this.#fanned)) this.#fanned = null;
    this.#veil();
    this.#arrange(this.#still);
  }

  /** Lay counters in their places at once. @param {() => void} work */
  still(work) {
    this.#still = true;
    work();
    this.#still = false;
  }

  /** @param {string} hex */
  at(hex) {
    return this.#stacks.get(hex) ?? [];
  }

  get fanned() {
    return this.#fanned;
  }

  /** Whether each counter there is seen by itself. @param {string} hex */
  open(hex) {
    return hex === this.#fanned || this.ground.isBox(hex);
  }

  /** @param {string | null} hex */
  fan(hex) {
    const next = hex && !this.ground.isBox(hex) && this.at(hex).length > 1 ? hex : null;
    if (next === this.#fanned) return;
    this.#fanned = next;
    this.#laid = null;
    this.#arrange();
  }

  /** From afar counters are as large as their hex, and show no figures. @param {boolean} far */
  afar(far) {
    if (far === this.#far) return;
    this.#far = far;
    this.layer.classList.toggle("far", far);
    this.#arrange(true);
  }

  /** The map moves, or has come to rest. @param {boolean} rested */
  look(rested) {
    const { seen } = this.ground;
    if (rested ? this.#near.rested(seen) : this.#near.moved(seen)) this.#veil();
  }

  /** A browser need not lay out what is far from what is seen. */
  #veil() {
    const { centres, counter, rects } = this.ground;
    /** @type {Piece[]} */
    const close = [];
    for (const [hex, stack] of this.#stacks) {
      const c = centres.get(hex);
      if (!c) continue;
      const own = { x: c.x - counter, y: c.y - counter, w: 2 * counter, h: 2 * counter };
      const near = this.#near.has(rects.get(hex) ?? own);
      for (const { id } of stack) this.nodes.get(id)?.classList.toggle("away", !near);
      if (near) close.push(...stack);
    }
    this.#dress(close);
  }

  /** Put a counter on top of its pile. @param {string | null} id */
  raise(id) {
    if (id === this.#raised) return;
    this.#raised = id;
    this.#arrange();
  }

  /** @param {Piece} piece */
  #node(piece) {
    let node = this.nodes.get(piece.id);
    if (!node) {
      node = s("g", { class: "piece", "data-piece": piece.id, "data-side": piece.side });
      this.nodes.set(piece.id, node);
      this.layer.append(node);
    }
    if (node.dataset.at !== piece.hex) node.dataset.at = piece.hex;
  }

  /** Draw what looks otherwise than before: what is in sight at once, a crowd little by little. @param {Piece[]} pieces */
  #dress(pieces) {
    clearTimeout(this.#dressing);
    const stale = pieces.filter(({ id, svg }) => {
      const node = this.nodes.get(id);
      return node && this.#looks.get(node) !== svg;
    });
    const { x, y, w, h } = this.ground.seen;
    /** @param {Piece} piece */
    const away = ({ hex }) => {
      const c = this.ground.centres.get(hex);
      return c && c.x > x && c.x < x + w && c.y > y && c.y < y + h ? 0 : 1;
    };
    if (stale.length > AT_ONCE) stale.sort((a, b) => away(a) - away(b));
    for (const piece of stale.splice(0, AT_ONCE)) this.#draw(piece);
    if (stale.length) this.#dressing = window.setTimeout(() => this.#dress(stale));
  }

  /** @param {Piece} piece */
  #draw(piece) {
    const node = this.nodes.get(piece.id);
    if (!node) return;
    this.#looks.set(node, piece.svg);
    node.replaceChildren(
      s("rect", { class: "shadow", x: 5, y: 6, width: 97, height: 97, rx: 8 }),
      ...counterNodes(piece),
      s("rect", { class: "ring", x: -5, y: -5, width: 110, height: 110, rx: 13 }),
      s("path", { class: "tab", d: "M36,-6L64,-6L50,10z" }),
    );
  }

  /** Put each counter of each stack in its place. @param {boolean} [still] at once */
  #arrange(still = false) {
    const { centres, rects, counter } = this.ground;
    const scale = (counter * (this.#far ? LARGER : 1)) / 100;
    const hexes = [...this.#stacks.keys()].sort(
      (a, b) => (centres.get(a)?.y ?? 0) - (centres.get(b)?.y ?? 0),
    );
    const order = hexes.filter((hex) => hex !== this.#fanned);
    if (this.#fanned) order.push(this.#fanned);
    /** @type {SVGGElement[]} */
    const sorted = [];
    /** @type {{node: SVGGElement, before: string, place: string}[]} */
    const moved = [];
    for (const hex of order) {
      const lying = this.at(hex);
      const top = hex === this.#fanned || rects.has(hex) ? [] : lying.filter(({ id }) => id === this.#raised);
      const stack = top.length ? [...lying.filter(({ id }) => id !== this.#raised), ...top] : lying;
      const spots = hex === this.#fanned ? this.#fan(hex, stack.length) : this.#pile(hex, stack.length);
      const rect = rects.get(hex);
      const wide = hex === this.#fanned && stack.length > 1 ? this.#fanSize / 100 : scale;
      const k = rect ? this.#deal(rect, stack.length).size / 100 : wide;
      stack.forEach((piece, i) => {
        const node = this.nodes.get(piece.id);
        const spot = spots[i];
        if (!node || !spot) return;
        const place = `translate(${spot.x}px, ${spot.y}px) scale(${k})`;
        const before = this.#places.get(node);
        if (before !== place) {
          this.#places.set(node, place);
          node.style.transform = place;
          if (before) moved.push({ node, before, place });
        }
        node.classList.toggle("fanned", hex === this.#fanned && stack.length > 1);
        sorted.push(node);
      });
    }
    reorder(this.layer, sorted);
    this.layer.classList.toggle("open", this.#fanned !== null);
    if (!still) for (const { node, before, place } of moved) this.#glide(node, before, place);
  }

  /** A counter glides to its place; a transition would not outlive its new place among the others. @param {SVGGElement} node @param {string} from @param {string} to */
  #glide(node, from, to) {
    if (STILL.matches) return;
    // First the map arrives, then the counter moves.
    const delay = this.layer.closest(".gliding") ? MAP_GLIDES : 0;
    node.animate([{ transform: from }, { transform: to }], {
      duration: GLIDE,
      delay,
      easing: "cubic-bezier(0.3, 0.7, 0.3, 1)",
      fill: "backwards",
    });
  }

  /** How large the counters of a box are drawn, and how many lie in a row. @param {Rect} rect @param {number} n */
  #deal(rect, n) {
    let size = Math.min(this.ground.counter, rect.h - BOX_TITLE - 6, rect.w - 12);
    for (;;) {
      const across = Math.max(1, Math.floor((rect.w - 8) / (size + 4)));
      if (Math.ceil(n / across) * (size + 4) <= rect.h - BOX_TITLE || size < 8) return { size, across };
      size *= 0.95;
    }
  }

  /** Where the counters of a box end. @param {string} box */
  foot(box) {
    const rect = this.ground.rects.get(box);
    const n = this.at(box).length;
    if (!rect || !n) return rect?.y ?? 0;
    const { size, across } = this.#deal(rect, n);
    return rect.y + BOX_TITLE + Math.ceil(n / across) * (size + 4);
  }

  /** @param {string} hex @param {number} n @returns {Point[]} corners, the last on top */
  #pile(hex, n) {
    const { centres, rects, unit } = this.ground;
    const c = this.ground.counter * (this.#far ? LARGER : 1);
    const { x, y } = /** @type {Point} */ (centres.get(hex));
    const rect = rects.get(hex);
    if (rect) {
      const { size, across } = this.#deal(rect, n);
      return Array.from({ length: n }, (_, i) => ({
        x: rect.x + 6 + (i % across) * (size + 4),
        y: rect.y + BOX_TITLE + Math.floor(i / across) * (size + 4),
      }));
    }
    const step = n === 1 ? 0 : Math.min(0.125 * unit, (0.26 * unit) / (n - 1));
    return Array.from({ length: n }, (_, i) => ({
      x: x - c / 2 + (step * (n - 1)) / 2 - i * step,
      y: y - c / 2 - (step * (n - 1)) / 2 + i * step + 2,
    }));
  }

  /** A counter in a fan can be read however far the map is. */
  get #fanSize() {
    return Math.max(this.ground.counter * WIDER, LEGIBLE / this.ground.zoom);
  }

  /** @param {string} hex @param {number} n @returns {Point[]} */
  #fan(hex, n) {
    if (n === 1) return this.#pile(hex, 1);
    const { zoom } = this.ground;
    if (this.#laid?.n !== n || this.#laid.zoom !== zoom) {
      this.#laid = { n, zoom, spots: this.#layFan(hex, n) };
    }
    return this.#laid.spots;
  }

  /** A fan lies over its own hex, and where it covers the fewest others. @param {string} hex @param {number} n @returns {Point[]} */
  #layFan(hex, n) {
    const { x, y } = /** @type {Point} */ (this.ground.centres.get(hex));
    const pitch = this.#fanSize + 5;
    /** @type {Point[]} */
    let best = [];
    let least = Infinity;
    for (const across of new Set([Math.min(n, 4), Math.ceil(n / 2), Math.min(n, 2), 1])) {
      const [w, h] = [across * pitch, Math.ceil(n / across) * pitch];
      for (const right of [0.5, 0, 1]) {
        for (const down of [0.5, 0, 1]) {
          // The pointer stands in the middle of the hex: some counter of the fan lies under it.
          const left = x - pitch / 2 - right * (w - pitch);
          const top = y - pitch / 2 - down * (h - pitch);
          const aside = Math.abs(right - 0.5) + Math.abs(down - 0.5) + (across === 1 ? 1 : 0);
          const cost = 10 * this.#covered(hex, { x: left, y: top, w, h }) + aside;
          if (cost >= least) continue;
          least = cost;
          best = Array.from({ length: n }, (_, i) => ({
            x: left + (i % across) * pitch,
            y: top + Math.floor(i / across) * pitch,
          }));
        }
      }
    }
    return best;
  }

  /** How many other stacks and lit hexes a fan would hide, and how much of it would be out of sight. @param {string} own @param {Rect} fan */
  #covered(own, { x, y, w, h }) {
    const { centres, counter, seen } = this.ground;
    const out =
      Math.max(seen.x - x, 0) + Math.max(x + w - seen.x - seen.w, 0) +
      Math.max(seen.y - y, 0) + Math.max(y + h - seen.y - seen.h, 0);
    let hidden = 0;
    for (const hex of [...this.#stacks.keys(), ...this.avoid]) {
      const c = centres.get(hex);
      if (hex === own || !c || this.ground.isBox(hex)) continue;
      const wide = Math.min(c.x + counter / 2, x + w) - Math.max(c.x - counter / 2, x);
      const high = Math.min(c.y + counter / 2, y + h) - Math.max(c.y - counter / 2, y);
      if (wide > 0 && high > 0) hidden += (wide * high) / counter ** 2;
    }
    return hidden + (3 * out) / counter;
  }
}
