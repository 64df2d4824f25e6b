/** Where things lie: the hexes of the map and the boxes beside it. */

/** @typedef {import("../types.js").Box} Box */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {{x: number, y: number, w: number, h: number}} Rect */
/**
 * @typedef {object} Frame where things lie on the picture of the map
 * @property {number} width
 * @property {number} height
 * @property {number} unit from hex to hex
 * @property {number} radius from the middle of a hex to its corners
 * @property {"flat" | "pointy"} orientation
 * @property {Record<string, [number, number]>} hexes
 * @property {[number, number, number, number][]} names the corners of what is written on it
 * @property {[string, string][]} chief the places to be named also from afar: hex and name
 */

const FAR = 26; // pixels of a counter

export class Ground {
  /** @type {Map<string, Point>} the middle of every hex, and of every box that is shown */ centres = new Map();
  /** @type {Map<string, Rect>} the boxes beside the map that are shown */ rects = new Map();
  size = { w: 100, h: 100 };
  /** from hex to hex */
  unit = 72;
  /** pixels to a unit of the map, as it is seen now */
  zoom = 1;
  /** @type {Rect} the part of the map that is seen now */ seen = { x: 0, y: 0, w: 100, h: 100 };
  /** counts the times that hexes or boxes came to lie elsewhere */
  version = 0;
  /** @type {Frame["names"]} */ names = [];
  #radius = 42;
  #shape = "";
  /** @type {Point[]} the corners of a hex from its middle */ #corners = [];
  #laid = "";

  /** @param {Frame} frame */
  read({ hexes, height, names, orientation, radius, unit, width }) {
    this.size = { w: width, h: height };
    this.rects.clear();
    this.centres = new Map(Object.entries(hexes).map(([label, [x, y]]) => [label, { x, y }]));
    this.names = names;
    this.unit = unit;
    this.#radius = radius;
    this.#corners = corners(radius, orientation === "flat" ? 0 : 30);
    this.#shape = hexagon(this.#corners);
    this.version += 1;
  }

  /** The hex that a spot of the map lies in. @param {Point} spot */
  hexAt(spot) {
    const near = this.nearest(spot, (label) => !this.rects.has(label));
    const c = near === null ? null : this.centres.get(near);
    return c && Math.hypot(c.x - spot.x, c.y - spot.y) < this.#radius ? near : null;
  }

  /**
   * Lay out the boxes that are always there and those that hold counters.
   * @param {Box[]} boxes
   * @param {Set<string>} held
   * @returns {boolean} whether other boxes are shown than before
   */
  lay(boxes, held) {
    const shown = boxes.filter(
      ({ id, near, when }) => this.centres.has(near) && (when !== "used" || held.has(id)),
    );
    const laid = `${this.version} ${JSON.stringify(shown)}`;
    if (laid === this.#laid) return false;
    this.version += 1;
    this.#laid = `${this.version} ${JSON.stringify(shown)}`;
    for (const id of this.rects.keys()) this.centres.delete(id);
    this.rects.clear();
    const u = this.unit;
    for (const { id, near, at, size } of shown) {
      const origin = /** @type {Point} */ (this.centres.get(near));
      const rect = { x: origin.x + at[0] * u, y: origin.y + at[1] * u, w: size[0] * u, h: size[1] * u };
      this.rects.set(id, rect);
      this.centres.set(id, { x: rect.x + rect.w / 2, y: rect.y + rect.h / 2 });
    }
    return true;
  }

  /** Whether a place, hex or box, lies next to a hex. @param {string} place @param {string} hex */
  touch(place, hex) {
    const p = this.centres.get(place);
    const q = this.centres.get(hex);
    if (!p || !q) return false;
    const { w, h } = this.rects.get(place) ?? { w: 0, h: 0 };
    const far = Math.hypot(
      Math.max(Math.abs(p.x - q.x) - w / 2, 0),
      Math.max(Math.abs(p.y - q.y) - h / 2, 0),
    );
    return far < this.unit * 1.9 && (w > 0 || far < this.unit * 1.2);
  }

  /** @param {string} hex */
  isBox(hex) {
    return this.rects.has(hex);
  }

  /** Whether the map is so far away that the figures of a counter cannot be read. */
  get far() {
    return this.unit * 0.64 * this.zoom < FAR;
  }

  /** How large a counter is drawn. */
  get counter() {
    return this.unit * 0.64;
  }

  /** A hex or box as a path. @param {string} hex */
  path(hex) {
    const c = this.centres.get(hex);
    return c ? `M${c.x},${c.y}${this.outline(hex)}` : "";
  }

  /** The outline of a hex or box, beginning at its middle. @param {string} hex */
  outline(hex) {
    const rect = this.rects.get(hex);
    if (!rect) return this.#shape;
    return `m${-rect.w / 2},${-rect.h / 2}h${rect.w}v${rect.h}h${-rect.w}z`;
  }

  /** The border of an area as a path: the sides of its hexes beyond which it ends. @param {string[]} hexes */
  border(hexes) {
    /** @type {Map<string, string>} */
    const sides = new Map();
    let boxes = "";
    for (const hex of hexes) {
      const c = this.centres.get(hex);
      if (!c) continue;
      if (this.rects.has(hex)) {
        boxes += this.path(hex);
        continue;
      }
      this.#corners.forEach((p, i) => {
        const q = this.#corners[(i + 1) % 6] ?? p;
        const names = about(c.x + (p.x + q.x) / 2, c.y + (p.y + q.y) / 2);
        if (names.some((name) => sides.delete(name))) return;
        const ends = [p, q].map(({ x, y }) => `${(c.x + x).toFixed(1)},${(c.y + y).toFixed(1)}`);
        sides.set(names[0] ?? "", `M${ends.join("L")}`);
      });
    }
    return [...sides.values()].join("") + boxes;
  }

  /** Where a cost is written so that it covers no name, and beside the counters where some lie: a pile rises to the right. @param {string} hex @param {Point} c @param {number} wide @param {boolean} held @returns {Point} */
  chip(hex, c, wide, held) {
    const rect = this.rects.get(hex);
    if (rect) return { x: c.x, y: rect.y + rect.h - 8 };
    const half = { w: wide / 2, h: 8 };
    if (held) {
      const [aside, apart] = [this.unit * 0.42, this.unit * 0.2];
      return this.#clearest(c, [[-aside, apart], [-aside, -apart], [aside, apart]], half);
    }
    const far = this.unit * 0.33;
    return this.#clearest(c, [[0, far], [0, -far], [far, 0], [-far, 0], [0, 0]], half);
  }

  /** The corner of a hex in which a figure covers no name. @param {Point} c @param {number} r half of what it covers @returns {Point} */
  corner(c, r) {
    const far = this.unit * 0.3;
    return this.#clearest(c, [[far, -far], [-far, -far], [far, far], [-far, far]], { w: r, h: r });
  }

  /** Of some places around a spot that which covers least of any name. @param {Point} c @param {number[][]} ways @param {{w: number, h: number}} half @returns {Point} */
  #clearest(c, ways, half) {
    const near = this.names.filter((name) => covered(name, c, { w: this.unit, h: this.unit }) > 0);
    let [best, least] = [c, Infinity];
    for (const [x = 0, y = 0] of ways) {
      const spot = { x: c.x + x, y: c.y + y };
      const hidden = near.reduce((sum, name) => sum + covered(name, spot, half), 0);
      if (hidden < least) [best, least] = [spot, hidden];
      if (!hidden) break;
    }
    return best;
  }

  /** A line from place to place as a path. @param {string[]} places */
  line(places) {
    const line = places.flatMap((place) => this.#spot(place) ?? []);
    return line.length > 1 ? `M${line.map((p) => `${p.x},${p.y}`).join("L")}` : "";
  }

  /** The middle of a hex or a box, or of the hexside between two hexes (`2512/2513`). @param {string} place */
  #spot(place) {
    const ends = place.split("/").flatMap((name) => this.centres.get(name) ?? []);
    const [a, b = a] = ends;
    return a && b ? { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } : undefined;
  }

  /** The whole field with its boxes. @returns {Rect} */
  extent() {
    const all = [...this.centres.values()];
    for (const { x, y, w, h } of this.rects.values()) {
      const inset = this.unit * 0.6;
      all.push({ x: x + inset, y: y + inset }, { x: x + w - inset, y: y + h - inset });
    }
    const edge = this.unit * 0.78;
    const x = Math.min(...all.map((p) => p.x)) - edge;
    const y = Math.min(...all.map((p) => p.y)) - edge;
    const w = Math.max(...all.map((p) => p.x)) + edge - x;
    const h = Math.max(...all.map((p) => p.y)) + edge - y;
    return { x, y, w, h };
  }

  /** The places that are not seen now, by the edge beyond which they lie; the nearest last. @param {Iterable<string>} places */
  outOfSight(places) {
    const { x, y, w, h } = this.seen;
    /** @type {Record<string, string[]>} */
    const found = {};
    const far = [...places].flatMap((place) => {
      const c = this.centres.get(place);
      if (!c) return [];
      const by = { up: y - c.y, right: c.x - x - w, down: c.y - y - h, left: x - c.x };
      const [edge, most] = Object.entries(by).reduce((a, b) => (b[1] > a[1] ? b : a));
      return most > 0 ? [{ place, edge, most }] : [];
    });
    for (const { place, edge } of far.sort((a, b) => b.most - a.most)) (found[edge] ??= []).push(place);
    return found;
  }

  /** The neighbour that lies best in a direction. @param {string} from @param {number} dx @param {number} dy */
  beyond(from, dx, dy) {
    const here = this.centres.get(from);
    if (!here) return from;
    let best = null;
    let least = Infinity;
    let far = null;
    let farLeast = Infinity;
    for (const [label, c] of this.centres) {
      const [x, y] = [c.x - here.x, c.y - here.y];
      const along = x * dx + y * dy;
      if (along < this.unit * 0.3) continue;
      const across = Math.abs(x * dy - y * dx);
      const score = across * 1.5 + along + (dx !== 0 && y > 0 ? 0.1 : 0);
      const near = along <= this.unit * 1.2 && across < this.unit * 0.6;
      if (near && score < least) [best, least] = [label, score];
      if (across < along && score < farLeast) [far, farLeast] = [label, score];
    }
    return best ?? far ?? from;
  }

  /** @param {Point} point @param {(label: string) => boolean} [among] @returns {string | null} */
  nearest({ x, y }, among = () => true) {
    let best = null;
    let least = Infinity;
    for (const [label, c] of this.centres) {
      const far = Math.hypot(c.x - x, c.y - y);
      if (far < least && among(label)) [best, least] = [label, far];
    }
    return best;
  }
}

/** How much of a name is covered by what lies around a spot. @param {Frame["names"][number]} name @param {Point} at @param {{w: number, h: number}} half */
function covered(name, { x, y }, half) {
  const w = Math.min(x + half.w, name[2]) - Math.max(x - half.w, name[0]);
  const h = Math.min(y + half.h, name[3]) - Math.max(y - half.h, name[1]);
  return w > 0 && h > 0 ? w * h : 0;
}

/** A spot in whole numbers, also as another reckoning of the same spot may round it. @param {number} x @param {number} y */
function about(x, y) {
  return [0, -0.4, 0.4].flatMap((a) => [0, -0.4, 0.4].map((b) => `${Math.round(x + a)},${Math.round(y + b)}`));
}

/** @param {number} radius @param {number} turn in degrees @returns {Point[]} */
function corners(radius, turn) {
  return Array.from({ length: 6 }, (_, i) => {
    const angle = ((60 * i + turn) * Math.PI) / 180;
    const [x = 0, y = 0] = [Math.cos(angle), Math.sin(angle)].map((n) => Math.round(radius * n * 10) / 10);
    return { x, y };
  });
}

/** The outline of a hex from its middle. @param {Point[]} around */
function hexagon(around) {
  const steps = around.slice(1).map(({ x, y }, i) => {
    const from = around[i] ?? { x: 0, y: 0 };
    return `l${(x - from.x).toFixed(1)},${(y - from.y).toFixed(1)}`;
  });
  return `m${around[0]?.x},${around[0]?.y}${steps.join("")}z`;
}
