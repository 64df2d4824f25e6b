/** The board: map, counters, what is lit; pan, zoom, fan and drag.  It knows no rule. */

import { parseSvg, s } from "./dom.js";

/** @typedef {import("./types.js").Piece} Piece */
/** @typedef {{x: number, y: number}} Point */
/**
 * @typedef {object} Handlers
 * @property {(hex: string, piece: string | null, how: "click" | "key") => void} act
 * @property {(hex: string | null) => void} hover
 * @property {(piece: string) => boolean} mayDrag
 * @property {(piece: string) => void} dragStart
 * @property {(piece: string, hex: string) => void} drop
 */
/**
 * @typedef {object} Marks
 * @property {Map<string, string>} hexes what is lit: hex and kind (legal, target, select, warn)
 * @property {Set<string>} pieces counters that can be chosen
 * @property {string | null} selected
 * @property {Map<string, string>} reach hex and what is written there
 * @property {string[]} path
 */
/** @typedef {{kind: string, hexes: string[], lines: string[][]}} Area */
/** @typedef {{kind: string, from: string, to: string}} Arrow */
/** @typedef {import("./types.js").Box} Box */
/** @typedef {{x: number, y: number, w: number, h: number}} Rect */

const CLICK = 7; // pixels that a press may wander and still be a click
const FAN_OPEN = 160;
const FAN_CLOSE = 260;
const READABLE = 44; // pixels from hex to hex at which counters can be read
/** @type {Record<string, string>} */
const FRACTIONS = { "1/2": "½", "1/3": "⅓", "2/3": "⅔", "1/6": "⅙", "5/6": "⅚" };
const BOX_TITLE = 20; // the height of a box's title

export class Board {
  /** @type {Map<string, Point>} */ centres = new Map();
  /** @type {Map<string, SVGGElement>} */ #nodes = new Map();
  /** @type {Box[]} */ #boxes = [];
  /** @type {Map<string, Rect>} the boxes beside the map that are shown */ #rects = new Map();
  /** @type {Piece[]} */ #pieces = [];
  /** @type {Map<string, Piece[]>} */ #stacks = new Map();
  /** @type {Map<number, Point>} */ #pointers = new Map();
  /** @type {{piece: string, ghost: SVGGElement | null} | null} */ #drag = null;
  /** @type {{at: Point, start: Point, target: Element | null, moved: boolean} | null} */ #press = null;
  /** @type {string | null} */ #fanned = null;
  /** @type {string | null} */ #hovered = null;
  /** @type {string | null} */ cursor = null;
  /** @type {Marks} */
  #marks = { hexes: new Map(), pieces: new Set(), selected: null, reach: new Map(), path: [] };
  #fanTimer = 0;
  #shape = "";
  #unit = 72;
  #view = { k: 1, x: 0, y: 0 };
  #size = { w: 100, h: 100 };
  #fitted = true;
  #room = { w: 0, h: 0 };
  #touch = false;

  /** @param {HTMLElement} host @param {Handlers} on */
  constructor(host, on) {
    this.host = host;
    this.on = on;
    this.map = s("g", { class: "map" });
    this.places = s("g", { class: "places" });
    this.under = s("g", { class: "under" });
    this.lit = s("g", { class: "lit-hexes" });
    this.pieces = s("g", { class: "pieces" });
    this.above = s("g", { class: "above" });
    this.arrows = s("g", { class: "arrows" });
    this.traces = s("g", { class: "traces" });
    this.shine = s("g", { class: "shine" });
    this.pointed = s("g", { class: "shine" });
    this.ring = s("g", { class: "cursor" });
    this.svg = s(
      "svg",
      { class: "world", "aria-hidden": "true", focusable: "false" },
      s("defs", {}, ...patterns()),
      this.map,
      this.places,
      this.under,
      this.lit,
      this.pieces,
      this.arrows,
      this.traces,
      this.above,
      this.shine,
      this.pointed,
      this.ring,
    );
    host.replaceChildren(this.svg);
    host.addEventListener("pointerdown", (e) => this.#down(e));
    host.addEventListener("pointermove", (e) => this.#move(e));
    host.addEventListener("pointerup", (e) => this.#up(e));
    host.addEventListener("pointercancel", (e) => this.#cancel(e));
    host.addEventListener("pointerleave", () => this.#hover(null));
    host.addEventListener("wheel", (e) => this.#wheel(e), { passive: false });
    new ResizeObserver(() => this.#resized()).observe(host);
  }

  /** @param {string} text the map as the server draws it */
  setMap(text) {
    const drawn = parseSvg(text);
    const [, , w, tall] = (drawn.getAttribute("viewBox") ?? "0 0 100 100").split(" ").map(Number);
    this.#size = { w: w ?? 100, h: tall ?? 100 };
    this.svg.setAttribute("viewBox", `0 0 ${this.#size.w} ${this.#size.h}`);
    this.svg.setAttribute("width", String(this.#size.w));
    this.svg.setAttribute("height", String(this.#size.h));
    for (const node of drawn.querySelectorAll("title, desc")) node.remove();
    this.map.replaceChildren(...drawn.childNodes);
    this.centres.clear();
    for (const path of this.map.querySelectorAll("path.hex")) {
      const found = /^M([\d.-]+),([\d.-]+)(.*)$/.exec(path.getAttribute("d") ?? "");
      const label = path.getAttribute("data-hex");
      if (!found || !label) continue;
      this.centres.set(label, { x: Number(found[1]), y: Number(found[2]) });
      this.#shape = found[3] ?? "";
    }
    this.#unit = pitch([...this.centres.values()]);
    this.#rects.clear();
    this.setPieces(this.#pieces);
    if (this.#fitted) this.fit();
    else this.#apply();
  }

  /** Boxes beside the map, where counters lie and which orders may name. @param {Box[]} boxes */
  setBoxes(boxes) {
    for (const id of this.#rects.keys()) this.centres.delete(id);
    this.#rects.clear();
    this.#boxes = boxes;
    this.setPieces(this.#pieces);
    if (this.#fitted) this.fit();
  }

  /** Show the boxes that are always there and those that hold counters. @param {Set<string>} held */
  #layBoxes(held) {
    const drawn = [];
    for (const { id, title, near, at, size, when } of this.#boxes) {
      const origin = this.centres.get(near);
      const shown = origin && (when !== "used" || held.has(id));
      if (!shown) {
        if (this.#rects.delete(id)) this.centres.delete(id);
        continue;
      }
      const u = this.#unit;
      const rect = { x: origin.x + at[0] * u, y: origin.y + at[1] * u, w: size[0] * u, h: size[1] * u };
      this.#rects.set(id, rect);
      this.centres.set(id, { x: rect.x + rect.w / 2, y: rect.y + rect.h / 2 });
      drawn.push(
        s(
          "g",
          { class: "place", "data-hex": id },
          s("rect", { x: rect.x, y: rect.y, width: rect.w, height: rect.h, rx: 6 }),
          s("text", { x: rect.x + 7, y: rect.y + BOX_TITLE - 4, text: title }),
        ),
      );
    }
    this.places.replaceChildren(...drawn);
  }

  /** @param {string} hex */
  isBox(hex) {
    return this.#rects.has(hex);
  }

  /** How large the counters of a box are drawn, and how many lie in a row. @param {Rect} rect @param {number} n */
  #deal(rect, n) {
    let size = Math.min(this.counter, rect.h - BOX_TITLE - 6, rect.w - 12);
    for (;;) {
      const across = Math.max(1, Math.floor((rect.w - 8) / (size + 4)));
      if (Math.ceil(n / across) * (size + 4) <= rect.h - BOX_TITLE || size < 8) return { size, across };
      size *= 0.95;
    }
  }

  get counter() {
    return this.#unit * 0.64;
  }

  // -- counters

  /** @param {Piece[]} pieces @param {boolean} [still] without sliding */
  setPieces(pieces, still = false) {
    this.#pieces = pieces;
    this.#layBoxes(new Set(pieces.map(({ hex }) => hex)));
    this.#stacks.clear();
    const seen = new Set();
    for (const piece of pieces) {
      if (!this.centres.has(piece.hex)) continue;
      seen.add(piece.id);
      const stack = this.#stacks.get(piece.hex) ?? [];
      stack.push(piece);
      this.#stacks.set(piece.hex, stack);
    }
    for (const [id, node] of this.#nodes) {
      if (seen.has(id)) continue;
      node.remove();
      this.#nodes.delete(id);
    }
    this.svg.classList.toggle("still", still);
    for (const stack of this.#stacks.values()) {
      for (const piece of stack) this.#node(piece);
    }
    if (this.#fanned && !this.#stacks.has(this.#fanned)) this.#fanned = null;
    this.#arrange();
    this.#light();
    if (still) {
      this.svg.getBoundingClientRect();
      this.svg.classList.remove("still");
    }
  }

  /** @param {Piece} piece */
  #node(piece) {
    let node = this.#nodes.get(piece.id);
    if (!node) {
      node = s("g", { class: "piece", "data-piece": piece.id });
      this.#nodes.set(piece.id, node);
      this.pieces.append(node);
    }
    node.setAttribute("data-at", piece.hex);
    node.setAttribute("data-side", piece.side);
    if (node.dataset.look !== piece.svg) {
      node.dataset.look = piece.svg;
      node.replaceChildren(
        s("rect", { class: "shadow", x: 5, y: 6, width: 97, height: 97, rx: 8 }),
        ...counterNodes(piece),
        s("rect", { class: "ring", x: -5, y: -5, width: 110, height: 110, rx: 13 }),
        s("path", { class: "tab", d: "M36,-6L64,-6L50,10z" }),
      );
    }
    return node;
  }

  /** Put each counter of each stack in its place. */
  #arrange() {
    const scale = this.counter / 100;
    const hexes = [...this.#stacks.keys()].sort(
      (a, b) => (this.centres.get(a)?.y ?? 0) - (this.centres.get(b)?.y ?? 0),
    );
    const order = hexes.filter((hex) => hex !== this.#fanned);
    if (this.#fanned) order.push(this.#fanned);
    /** @type {SVGGElement[]} */
    const sorted = [];
    for (const hex of order) {
      const stack = this.#stacks.get(hex) ?? [];
      const spots = hex === this.#fanned ? this.#fan(hex, stack.length) : this.#pile(hex, stack.length);
      const rect = this.#rects.get(hex);
      const wide = hex === this.#fanned && stack.length > 1 ? scale * 1.25 : scale;
      const k = rect ? this.#deal(rect, stack.length).size / 100 : wide;
      stack.forEach((piece, i) => {
        const node = this.#nodes.get(piece.id);
        const spot = spots[i];
        if (!node || !spot) return;
        node.style.transform = `translate(${spot.x}px, ${spot.y}px) scale(${k})`;
        node.classList.toggle("fanned", hex === this.#fanned && stack.length > 1);
        sorted.push(node);
      });
    }
    // Reordering nodes that stand right would restart their transitions.
    sorted.forEach((node, i) => {
      const there = this.pieces.children[i];
      if (there !== node) this.pieces.insertBefore(node, there ?? null);
    });
  }

  /** @param {string} hex @param {number} n @returns {Point[]} corners, the last on top */
  #pile(hex, n) {
    const { x, y } = /** @type {Point} */ (this.centres.get(hex));
    const rect = this.#rects.get(hex);
    if (rect) {
      const { size, across } = this.#deal(rect, n);
      return Array.from({ length: n }, (_, i) => ({
        x: rect.x + 6 + (i % across) * (size + 4),
        y: rect.y + BOX_TITLE + Math.floor(i / across) * (size + 4),
      }));
    }
    const c = this.counter;
    const step = n === 1 ? 0 : Math.min(0.125 * this.#unit, (0.26 * this.#unit) / (n - 1));
    return Array.from({ length: n }, (_, i) => ({
      x: x - c / 2 + (step * (n - 1)) / 2 - i * step,
      y: y - c / 2 - (step * (n - 1)) / 2 + i * step + 2,
    }));
  }

  /** @param {string} hex @param {number} n @returns {Point[]} */
  #fan(hex, n) {
    if (n === 1) return this.#pile(hex, 1);
    const { x, y } = /** @type {Point} */ (this.centres.get(hex));
    const c = this.counter * 1.25;
    const across = Math.min(n, 4);
    const rows = Math.ceil(n / across);
    const left = Math.min(Math.max(x - (across * (c + 5)) / 2, 4), this.#size.w - across * (c + 5));
    const top = Math.min(Math.max(y - (rows * (c + 5)) / 2, 4), this.#size.h - rows * (c + 5));
    return Array.from({ length: n }, (_, i) => ({
      x: left + (i % across) * (c + 5),
      y: top + Math.floor(i / across) * (c + 5),
    }));
  }

  /** @param {string | null} hex */
  fan(hex) {
    const next = hex && !this.#rects.has(hex) && (this.#stacks.get(hex)?.length ?? 0) > 1 ? hex : null;
    if (next === this.#fanned) return;
    this.#fanned = next;
    this.#arrange();
  }

  get fanned() {
    return this.#fanned;
  }

  /** @param {string} hex */
  stack(hex) {
    return this.#stacks.get(hex) ?? [];
  }

  // -- what is lit

  /** @param {Marks} marks */
  mark(marks) {
    this.#marks = marks;
    this.#light();
  }

  #light() {
    const { hexes, pieces, selected, reach, path } = this.#marks;
    const out = [];
    for (const [hex, cost] of reach) {
      const c = this.centres.get(hex);
      if (!c) continue;
      const text = cost.replace(/ ?(\d\/\d)/, (all, part) => FRACTIONS[part] ?? all);
      out.push(s("path", { class: "reach", d: this.#hexPath(hex) }));
      out.push(s("path", { class: "reach-dots", d: this.#hexPath(hex) }));
      const wide = 9 + 6.5 * text.length;
      out.push(
        s(
          "g",
          { class: "cost", transform: `translate(${c.x},${this.#foot(hex, c)})` },
          s("rect", { x: -wide / 2, y: -8, width: wide, height: 15, rx: 7.5 }),
          s("text", { y: 3.6, text: text }),
        ),
      );
    }
    for (const [hex, kind] of hexes) {
      const c = this.centres.get(hex);
      if (!c) continue;
      const place = `translate(${c.x},${c.y}) scale(${this.#rects.has(hex) ? 1 : 0.87})`;
      const shape = this.#outline(hex);
      out.push(
        s(
          "g",
          { class: `lit ${kind}`, transform: place, "data-lit": hex },
          s("path", { class: "halo", d: `M0,0${shape}` }),
          s("path", { class: "edge", d: `M0,0${shape}` }),
          kind === "target" ? s("path", { class: "sight", d: sight(this.#unit * 0.5) }) : null,
        ),
      );
    }
    this.lit.replaceChildren(...out);
    const line = path.flatMap((hex) => this.centres.get(hex) ?? []);
    this.above.replaceChildren();
    if (line.length > 1) {
      const d = `M${line.map((p) => `${p.x},${p.y}`).join("L")}`;
      const end = /** @type {Point} */ (line.at(-1));
      this.above.append(
        s("path", { class: "way-casing", d }),
        s("path", { class: "way", d }),
        s("circle", { class: "way-end", cx: end.x, cy: end.y, r: 7 }),
      );
    }
    for (const [id, node] of this.#nodes) {
      node.classList.toggle("lit", pieces.has(id));
      node.classList.toggle("selected", id === selected);
    }
  }

  /** @param {string} hex */
  #hexPath(hex) {
    const c = this.centres.get(hex);
    return c ? `M${c.x},${c.y}${this.#outline(hex)}` : "";
  }

  /** The outline of a hex or box, beginning at its middle. @param {string} hex */
  #outline(hex) {
    const rect = this.#rects.get(hex);
    if (!rect) return this.#shape;
    return `m${-rect.w / 2},${-rect.h / 2}h${rect.w}v${rect.h}h${-rect.w}z`;
  }

  /** Where a cost is written. @param {string} hex @param {Point} c */
  #foot(hex, c) {
    const rect = this.#rects.get(hex);
    return rect ? rect.y + rect.h - 8 : c.y + this.#unit * 0.33;
  }

  /** @param {Area[]} areas @param {Arrow[]} arrows */
  overlay(areas, arrows) {
    this.under.replaceChildren(
      ...areas.flatMap(({ kind, hexes, lines }) => {
        const d = lines.map((line) => this.#line(line)).join("");
        return [
          s("path", {
            class: `area area-${kind}`,
            d: hexes.map((hex) => this.#hexPath(hex)).join(""),
          }),
          ...(d
            ? [
                s("path", { class: "bond-casing", d }),
                s("path", { class: `bond bond-${kind}`, d }),
              ]
            : []),
        ];
      }),
    );
    const out = [];
    for (const { kind, from, to } of arrows) {
      const a = this.centres.get(from);
      const b = this.centres.get(to);
      if (!a || !b) continue;
      const long = Math.hypot(b.x - a.x, b.y - a.y) || 1;
      const cut = Math.min(long * 0.25, this.#unit * 0.25);
      const [ux, uy] = [(b.x - a.x) / long, (b.y - a.y) / long];
      const d = `M${a.x + ux * cut},${a.y + uy * cut}L${b.x - ux * cut},${b.y - uy * cut}`;
      out.push(s("path", { class: "arrow-casing", d }));
      out.push(s("path", { class: `arrow arrow-${kind}`, d, "marker-end": `url(#tip-${kind})` }));
    }
    this.arrows.replaceChildren(...out);
  }

  /** A line from place to place as a path. @param {string[]} places */
  #line(places) {
    const line = places.flatMap((place) => this.centres.get(place) ?? []);
    return line.length > 1 ? `M${line.map((p) => `${p.x},${p.y}`).join("L")}` : "";
  }

  /** Lines that a unit draws over the map, such as its line of supply. @param {{path: string[], whole: boolean}[]} traces */
  trace(traces) {
    this.traces.replaceChildren(
      ...traces.flatMap(({ path, whole }) => {
        const d = this.#line(path);
        const end = this.centres.get(path.at(-1) ?? "");
        if (!end) return [];
        const r = this.#unit * 0.16;
        return [
          ...(d ? [s("path", { class: "trace-casing", d }), s("path", { class: "trace", d })] : []),
          whole
            ? s("circle", { class: "trace-end", cx: end.x, cy: end.y, r })
            : s("path", {
                class: "trace-break",
                d: `M${end.x - r},${end.y - r}l${2 * r},${2 * r}m0,${-2 * r}l${-2 * r},${2 * r}`,
              }),
        ];
      }),
    );
  }

  /** Hexes to look at, until told otherwise. @param {string[]} hexes */
  glow(hexes) {
    const known = hexes.filter((hex) => this.centres.has(hex));
    this.shine.replaceChildren(...known.map((hex) => s("path", { class: "glow", d: this.#hexPath(hex) })));
    if (known[0]) this.reveal(known[0]);
  }

  /** @param {string | null} hex what a sentence beside the map speaks of */
  point(hex) {
    this.pointed.replaceChildren(
      ...(hex && this.centres.has(hex) ? [s("path", { class: "glow", d: this.#hexPath(hex) })] : []),
    );
  }

  /** @param {string | null} hex the hex that the keyboard is on */
  setCursor(hex) {
    this.cursor = hex;
    this.ring.replaceChildren();
    const c = hex ? this.centres.get(hex) : null;
    if (!hex || !c) return;
    this.ring.append(
      s("path", { class: "cursor-casing", d: this.#hexPath(hex) }),
      s("path", { class: "cursor-edge", d: this.#hexPath(hex) }),
    );
    this.fan(hex);
    this.reveal(hex);
  }

  /** The neighbour of the cursor that lies best in a direction. @param {number} dx @param {number} dy */
  step(dx, dy) {
    const here = this.cursor ? this.centres.get(this.cursor) : null;
    if (!here) return this.middle();
    let best = null;
    let least = Infinity;
    let far = null;
    let farLeast = Infinity;
    for (const [label, c] of this.centres) {
      const [x, y] = [c.x - here.x, c.y - here.y];
      const along = x * dx + y * dy;
      if (along < this.#unit * 0.3) continue;
      const across = Math.abs(x * dy - y * dx);
      const score = across * 1.5 + along + (dx !== 0 && y > 0 ? 0.1 : 0);
      const near = along <= this.#unit * 1.2 && across < this.#unit * 0.6;
      if (near && score < least) [best, least] = [label, score];
      if (across < along && score < farLeast) [far, farLeast] = [label, score];
    }
    return best ?? far ?? this.cursor;
  }

  /** The hex nearest to the middle of what is seen. */
  middle() {
    const x = (this.host.clientWidth / 2 - this.#view.x) / this.#view.k;
    const y = (this.host.clientHeight / 2 - this.#view.y) / this.#view.k;
    let best = null;
    let least = Infinity;
    for (const [label, c] of this.centres) {
      const far = Math.hypot(c.x - x, c.y - y);
      if (far < least) [best, least] = [label, far];
    }
    return best;
  }

  // -- pan and zoom

  /** The whole field of hexes; on a narrow page as large as it fills it. */
  fit() {
    const [w, tall] = [this.host.clientWidth, this.host.clientHeight];
    if (w <= 0 || tall <= 0 || !this.centres.size) return;
    const all = [...this.centres.values()];
    for (const { x, y, w: wide, h: high } of this.#rects.values()) {
      const inset = this.#unit * 0.6;
      all.push({ x: x + inset, y: y + inset }, { x: x + wide - inset, y: y + high - inset });
    }
    const edge = this.#unit * 0.78;
    const left = Math.min(...all.map(({ x }) => x)) - edge;
    const top = Math.min(...all.map(({ y }) => y)) - edge;
    const wide = Math.max(...all.map(({ x }) => x)) + edge - left;
    const high = Math.max(...all.map(({ y }) => y)) + edge - top;
    const scales = [w / wide, tall / high];
    const k = w < 600 ? Math.max(...scales) : Math.min(...scales);
    this.#view = { k, x: w / 2 - (left + wide / 2) * k, y: tall / 2 - (top + high / 2) * k };
    this.#fitted = true;
    this.#room = { w, h: tall };
    this.#apply();
  }

  get leastZoom() {
    return Math.min(this.host.clientWidth / this.#size.w, this.host.clientHeight / this.#size.h) * 0.8;
  }

  /** @param {number} factor @param {Point} [at] in pixels of the host */
  zoom(factor, at = { x: this.host.clientWidth / 2, y: this.host.clientHeight / 2 }) {
    const k = Math.min(Math.max(this.#view.k * factor, this.leastZoom), 5);
    const f = k / this.#view.k;
    this.#view = { k, x: at.x - (at.x - this.#view.x) * f, y: at.y - (at.y - this.#view.y) * f };
    this.#fitted = false;
    this.#apply();
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.#view.x += dx;
    this.#view.y += dy;
    this.#fitted = false;
    this.#apply();
  }

  /** Where counters are too small to read on the whole map: nearer, around these places. @param {string[]} places */
  focus(places) {
    const seen = places.flatMap((place) => this.centres.get(place) ?? []);
    if (!seen.length || this.#unit * this.#view.k >= READABLE) return;
    const xs = seen.map(({ x }) => x);
    const ys = seen.map(({ y }) => y);
    const x = (Math.min(...xs) + Math.max(...xs)) / 2;
    const y = (Math.min(...ys) + Math.max(...ys)) / 2;
    const k = READABLE / this.#unit;
    this.#view = { k, x: this.host.clientWidth / 2 - x * k, y: this.host.clientHeight / 2 - y * k };
    this.#fitted = false;
    this.#apply();
  }

  /** Bring a hex into sight, moving no more than needed. @param {string} hex */
  reveal(hex) {
    const c = this.centres.get(hex);
    if (!c) return;
    const { k, x, y } = this.#view;
    const [px, py] = [c.x * k + x, c.y * k + y];
    const edge = Math.min(90, this.host.clientWidth / 5, this.host.clientHeight / 5);
    const dx = Math.max(edge - px, 0) + Math.min(this.host.clientWidth - edge - px, 0);
    const dy = Math.max(edge - py, 0) + Math.min(this.host.clientHeight - edge - py, 0);
    if (dx || dy) this.pan(dx, dy);
  }

  #apply() {
    const v = this.#view;
    const [w, tall] = [this.host.clientWidth, this.host.clientHeight];
    v.x = Math.min(Math.max(v.x, w / 2 - this.#size.w * v.k), w / 2);
    v.y = Math.min(Math.max(v.y, tall / 2 - this.#size.h * v.k), tall / 2);
    this.svg.style.transform = `translate(${v.x}px, ${v.y}px) scale(${v.k})`;
  }

  #resized() {
    const { clientWidth: w, clientHeight: tall } = this.host;
    const much = w !== this.#room.w || Math.abs(tall - this.#room.h) > 12;
    if (this.#fitted && much) this.fit();
    else this.#apply();
  }

  /** Where a hex is on the page, for a note beside it. @param {string} hex @returns {Point | null} */
  onPage(hex) {
    const c = this.centres.get(hex);
    if (!c) return null;
    const box = this.host.getBoundingClientRect();
    return { x: box.left + c.x * this.#view.k + this.#view.x, y: box.top + c.y * this.#view.k + this.#view.y };
  }

  // -- pointers

  /** @param {PointerEvent} event @returns {Point} */
  #at(event) {
    const box = this.host.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  /** @param {Element | null} target @returns {{hex: string | null, piece: string | null}} */
  #under(target) {
    const piece = target?.closest("[data-piece]");
    if (piece) {
      return { hex: piece.getAttribute("data-at"), piece: piece.getAttribute("data-piece") };
    }
    return { hex: target?.closest("[data-hex]")?.getAttribute("data-hex") ?? null, piece: null };
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button > 0) return;
    this.#touch = event.pointerType !== "mouse";
    const at = this.#at(event);
    this.#pointers.set(event.pointerId, at);
    this.host.setPointerCapture(event.pointerId);
    if (this.#pointers.size === 1) {
      const target = document.elementFromPoint(event.clientX, event.clientY);
      this.#press = { at, start: at, target, moved: false };
    } else {
      this.#endDrag();
      if (this.#press) this.#press.moved = true;
    }
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const at = this.#at(event);
    const before = this.#pointers.get(event.pointerId);
    const press = this.#press;
    if (!before || !press) {
      if (event.pointerType === "mouse") {
        this.#hover(this.#under(document.elementFromPoint(event.clientX, event.clientY)).hex);
      }
      return;
    }
    if (this.#pointers.size === 2) {
      this.#pinch(event.pointerId, before, at);
      return;
    }
    this.#pointers.set(event.pointerId, at);
    if (!press.moved && Math.hypot(at.x - press.start.x, at.y - press.start.y) < CLICK) return;
    if (!press.moved) {
      press.moved = true;
      const { piece } = this.#under(press.target);
      if (piece && this.on.mayDrag(piece)) this.startDrag(piece);
    }
    if (this.#drag) this.#dragTo(event);
    else this.pan(at.x - before.x, at.y - before.y);
  }

  /** @param {number} id @param {Point} before @param {Point} at */
  #pinch(id, before, at) {
    const other = [...this.#pointers].find(([key]) => key !== id)?.[1];
    if (!other) return;
    const was = Math.hypot(before.x - other.x, before.y - other.y);
    const now = Math.hypot(at.x - other.x, at.y - other.y);
    this.#pointers.set(id, at);
    this.pan((at.x - before.x) / 2, (at.y - before.y) / 2);
    if (was > 0) this.zoom(now / was, { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 });
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const press = this.#press;
    this.#pointers.delete(event.pointerId);
    if (this.#pointers.size || !press) return;
    this.#press = null;
    if (this.#drag) {
      const { piece } = this.#drag;
      this.#endDrag();
      const { hex } = this.#under(document.elementFromPoint(event.clientX, event.clientY));
      if (hex) this.on.drop(piece, hex);
      return;
    }
    if (press.moved) return;
    const { hex, piece } = this.#under(press.target);
    if (!hex) return;
    if (this.#touch && this.stack(hex).length > 1 && this.#fanned !== hex) {
      this.fan(hex);
      this.on.hover(hex);
      return;
    }
    if (this.#touch) {
      if (this.#fanned && this.#fanned !== hex) this.fan(null);
      this.on.hover(hex);
    }
    this.on.act(hex, piece, "click");
  }

  /** @param {PointerEvent} event */
  #cancel(event) {
    this.#pointers.delete(event.pointerId);
    this.#press = null;
    this.#endDrag();
  }

  /** @param {string} piece */
  startDrag(piece) {
    const node = this.#nodes.get(piece);
    const ghost = node ? /** @type {SVGGElement} */ (node.cloneNode(true)) : null;
    if (ghost) {
      ghost.classList.add("ghost");
      this.ring.before(ghost);
    }
    node?.classList.add("lifted");
    this.#drag = { piece, ghost };
    this.host.classList.add("dragging");
    this.on.dragStart(piece);
  }

  /**
   * A counter from beside the map is pressed: once the pointer wanders, it is dragged onto the map.
   * @param {Piece} piece
   * @param {PointerEvent} event
   * @param {() => void} begun
   */
  grab(piece, event, begun) {
    if (event.button > 0) return;
    const start = { x: event.clientX, y: event.clientY };
    const from = /** @type {HTMLElement} */ (event.currentTarget);
    const far = (/** @type {PointerEvent} */ e) =>
      Math.hypot(e.clientX - start.x, e.clientY - start.y) > CLICK;
    const move = (/** @type {PointerEvent} */ e) => {
      if (!this.#drag && far(e)) {
        const ghost = s("g", { class: "piece ghost" }, ...counterNodes(piece));
        this.ring.before(ghost);
        this.#drag = { piece: piece.id, ghost };
        this.host.classList.add("dragging");
        begun();
      }
      if (this.#drag) this.#dragTo(e);
    };
    const up = (/** @type {PointerEvent} */ e) => {
      stop();
      if (!this.#drag) return;
      this.#endDrag();
      const { hex } = this.#under(document.elementFromPoint(e.clientX, e.clientY));
      if (hex) this.on.drop(piece.id, hex);
    };
    const stop = () => {
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", up);
      window.removeEventListener("pointercancel", cancel);
    };
    const cancel = () => {
      stop();
      this.#endDrag();
    };
    if (from.hasPointerCapture(event.pointerId)) from.releasePointerCapture(event.pointerId);
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", up);
    window.addEventListener("pointercancel", cancel);
  }

  /** @param {PointerEvent} event */
  #dragTo(event) {
    const at = this.#at(event);
    const k = this.#view.k;
    const size = this.counter * 1.15;
    const x = (at.x - this.#view.x) / k - size / 2;
    const y = (at.y - this.#view.y) / k - size / 2;
    if (this.#drag?.ghost) {
      this.#drag.ghost.style.transform = `translate(${x}px, ${y}px) scale(${size / 100})`;
    }
    this.on.hover(this.#under(document.elementFromPoint(event.clientX, event.clientY)).hex);
  }

  #endDrag() {
    this.#drag?.ghost?.remove();
    if (this.#drag) this.#nodes.get(this.#drag.piece)?.classList.remove("lifted");
    this.#drag = null;
    this.host.classList.remove("dragging");
  }

  /** @param {string | null} hex */
  #hover(hex) {
    if (hex === this.#hovered) return;
    this.#hovered = hex;
    this.on.hover(hex);
    clearTimeout(this.#fanTimer);
    const many = hex !== null && this.stack(hex).length > 1;
    if (many || this.#fanned) {
      this.#fanTimer = window.setTimeout(() => this.fan(hex), many ? FAN_OPEN : FAN_CLOSE);
    }
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    const fine = event.deltaMode === 1 ? 18 : 1;
    this.zoom(Math.exp(-event.deltaY * fine * (event.ctrlKey ? 0.008 : 0.0014)), this.#at(
      /** @type {PointerEvent} */ (/** @type {MouseEvent} */ (event)),
    ));
  }
}

/**
 * The drawing of a counter on a square of 100 units.
 * @param {Piece} piece
 * @returns {Node[]}
 */
export function counterNodes(piece) {
  const drawn = parseSvg(piece.svg);
  for (const node of drawn.querySelectorAll("title, desc")) node.remove();
  return [...drawn.childNodes];
}

/**
 * A counter as a small picture in the page.
 * @param {Piece} piece
 * @param {string} [className]
 */
export function counterPicture(piece, className = "counter") {
  return s(
    "svg",
    { class: className, viewBox: "-4 -4 108 108", "aria-hidden": "true", focusable: "false" },
    ...counterNodes(piece),
  );
}

/** The distance between neighbours. @param {Point[]} centres */
function pitch(centres) {
  const first = centres[0];
  let least = Infinity;
  for (const c of centres) {
    if (!first || c === first) continue;
    least = Math.min(least, Math.hypot(c.x - first.x, c.y - first.y));
  }
  return Number.isFinite(least) ? least : 72;
}

/** Four corners around a target. @param {number} r */
function sight(r) {
  const a = r * 0.92;
  const b = r * 0.55;
  return [
    `M${-a},${-b}V${-a}H${-b}`,
    `M${b},${-a}H${a}V${-b}`,
    `M${a},${b}V${a}H${b}`,
    `M${-b},${a}H${-a}V${b}`,
  ].join("");
}

function patterns() {
  /** @param {string} id @param {number} size @param {number} turn @param {SVGElement} body */
  const pattern = (id, size, turn, body) =>
    s(
      "pattern",
      {
        id,
        width: size,
        height: size,
        patternUnits: "userSpaceOnUse",
        patternTransform: `rotate(${turn})`,
      },
      body,
    );
  /** @param {string} kind */
  const tip = (kind) =>
    s(
      "marker",
      {
        id: `tip-${kind}`,
        class: `tip tip-${kind}`,
        viewBox: "0 0 10 10",
        refX: 7,
        refY: 5,
        markerWidth: 4.2,
        markerHeight: 4.2,
        orient: "auto",
      },
      s("path", { d: "M0,0L10,5L0,10z" }),
    );
  return [
    pattern("hatch-0", 9, 45, s("path", { class: "hatch-0", d: "M0,0V9" })),
    pattern("hatch-1", 9, -45, s("path", { class: "hatch-1", d: "M0,0V9" })),
    pattern("hatch-2", 8, 0, s("path", { class: "hatch-2", d: "M0,0V8M0,0H8" })),
    pattern("dots", 8, 0, s("circle", { class: "dot", cx: 4, cy: 4, r: 1.4 })),
    ...["move", "attack", "retreat", "advance", "enter"].map(tip),
  ];
}
