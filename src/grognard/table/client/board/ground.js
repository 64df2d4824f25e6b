/** Where things lie: the hexes of the map and the boxes beside it. */

/** @typedef {import("../types.js").Box} Box */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {{x: number, y: number, w: number, h: number}} Rect */

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
  #shape = "";
  #laid = "";

  /** Read the hexes off the map. @param {SVGSVGElement} drawn */
  read(drawn) {
    const [, , w, tall] = (drawn.getAttribute("viewBox") ?? "0 0 100 100").split(" ").map(Number);
    this.size = { w: w ?? 100, h: tall ?? 100 };
    this.centres.clear();
    this.rects.clear();
    for (const path of drawn.querySelectorAll("path.hex")) {
      const found = /^M([\d.-]+),([\d.-]+)(.*)$/.exec(path.getAttribute("d") ?? "");
      const label = path.getAttribute("data-hex");
      if (!found || !label) continue;
      this.centres.set(label, { x: Number(found[1]), y: Number(found[2]) });
      this.#shape = found[3] ?? "";
    }
    this.unit = pitch([...this.centres.values()]);
    this.version += 1;
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

  /** Where a cost is written. @param {string} hex @param {Point} c */
  foot(hex, c) {
    const rect = this.rects.get(hex);
    return rect ? rect.y + rect.h - 8 : c.y + this.unit * 0.33;
  }

  /** A line from place to place as a path. @param {string[]} places */
  line(places) {
    const line = places.flatMap((place) => this.centres.get(place) ?? []);
    return line.length > 1 ? `M${line.map((p) => `${p.x},${p.y}`).join("L")}` : "";
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

  /** @param {Point} point @returns {string | null} */
  nearest({ x, y }) {
    let best = null;
    let least = Infinity;
    for (const [label, c] of this.centres) {
      const far = Math.hypot(c.x - x, c.y - y);
      if (far < least) [best, least] = [label, far];
    }
    return best;
  }
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
