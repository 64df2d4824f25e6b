/** What lies near the part of the map that is seen: only that is drawn.  Pure. */

/** @typedef {import("./ground.js").Rect} Rect */

const BEYOND = 0.5; // of what is seen, to each side

export class Near {
  /** @type {Rect | null} */ #area = null;

  /** The map moves: what was near stays so until it is at rest. @param {Rect} seen @returns {boolean} whether more is near than before */
  moved(seen) {
    if (this.#area && within(seen, this.#area)) return false;
    this.#area = this.#area ? both(this.#area, around(seen)) : around(seen);
    return true;
  }

  /** The map has come to rest. @param {Rect} seen @returns {boolean} whether something else is near than before */
  rested(seen) {
    const before = this.#area;
    this.#area = around(seen);
    return !before || !within(before, this.#area);
  }

  /** @param {Rect} place */
  has({ x, y, w, h }) {
    const a = this.#area;
    return !a || (x < a.x + a.w && x + w > a.x && y < a.y + a.h && y + h > a.y);
  }
}

/** @param {Rect} inner @param {Rect} outer */
function within(inner, outer) {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.w <= outer.x + outer.w &&
    inner.y + inner.h <= outer.y + outer.h
  );
}

/** @param {Rect} seen @returns {Rect} */
function around({ x, y, w, h }) {
  return { x: x - w * BEYOND, y: y - h * BEYOND, w: w * (1 + 2 * BEYOND), h: h * (1 + 2 * BEYOND) };
}

/** @param {Rect} a @param {Rect} b @returns {Rect} */
function both(a, b) {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return { x, y, w: Math.max(a.x + a.w, b.x + b.w) - x, h: Math.max(a.y + a.h, b.y + b.h) - y };
}
