/** What part of the map is seen: pan, zoom, fit, and bringing a hex into sight. */

/** @typedef {import("./ground.js").Ground} Ground */
/** @typedef {import("./ground.js").Point} Point */

const READABLE = 44; // pixels from hex to hex at which counters can be read
const COMFORTABLE = 54;
const NEAREST = 5;

export class Camera {
  #view = { k: 1, x: 0, y: 0 };
  #room = { w: 0, h: 0 };
  #fitted = true;

  /** @param {HTMLElement} host @param {SVGSVGElement} svg @param {Ground} ground */
  constructor(host, svg, ground) {
    this.host = host;
    this.svg = svg;
    this.ground = ground;
    new ResizeObserver(() => this.#resized()).observe(host);
  }

  /** The map has changed: show all of it, unless a part was chosen. */
  renew() {
    if (this.#fitted) this.fit();
    else this.#apply();
  }

  /** The whole field of hexes; on a narrow page as large as it fills it. */
  fit() {
    const [w, tall] = [this.host.clientWidth, this.host.clientHeight];
    if (w <= 0 || tall <= 0 || !this.ground.centres.size) return;
    const { x, y, w: wide, h: high } = this.ground.extent();
    const scales = [w / wide, tall / high];
    const k = w < 600 ? Math.max(...scales) : Math.min(...scales);
    this.#view = { k, x: w / 2 - (x + wide / 2) * k, y: tall / 2 - (y + high / 2) * k };
    this.#fitted = true;
    this.#room = { w, h: tall };
    this.#apply();
  }

  get leastZoom() {
    const { w, h } = this.ground.size;
    return Math.min(this.host.clientWidth / w, this.host.clientHeight / h) * 0.8;
  }

  /** @param {number} factor @param {Point} [at] in pixels of the host */
  zoom(factor, at = { x: this.host.clientWidth / 2, y: this.host.clientHeight / 2 }) {
    const k = Math.min(Math.max(this.#view.k * factor, this.leastZoom), NEAREST);
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
    const seen = places.flatMap((place) => this.ground.centres.get(place) ?? []);
    if (!seen.length || this.ground.unit * this.#view.k >= READABLE) return;
    const x = median(seen.map((p) => p.x));
    const y = median(seen.map((p) => p.y));
    this.#lookAt({ x, y }, COMFORTABLE / this.ground.unit);
  }

  /** If none of these places is in sight, go where all of them are, away from the map as far as that needs. @param {string[]} places */
  seek(places) {
    const spots = places.flatMap((place) => this.ground.centres.get(place) ?? []);
    if (!spots.length || spots.some((spot) => this.#inSight(spot))) return;
    const [xs, ys] = [spots.map((p) => p.x), spots.map((p) => p.y)];
    const [left, right] = [Math.min(...xs), Math.max(...xs)];
    const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
    const edge = 3 * this.ground.unit;
    const all = Math.min(
      this.host.clientWidth / (right - left + edge),
      this.host.clientHeight / (bottom - top + edge),
    );
    this.#lookAt({ x: (left + right) / 2, y: (top + bottom) / 2 }, Math.min(this.#view.k, all));
  }

  /** @param {Point} spot */
  #inSight({ x, y }) {
    const { k, x: dx, y: dy } = this.#view;
    const [px, py] = [x * k + dx, y * k + dy];
    return px > 0 && py > 0 && px < this.host.clientWidth && py < this.host.clientHeight;
  }

  /** @param {Point} spot @param {number} k */
  #lookAt({ x, y }, k) {
    this.#view = { k, x: this.host.clientWidth / 2 - x * k, y: this.host.clientHeight / 2 - y * k };
    this.#fitted = false;
    this.#apply();
  }

  /** Bring a hex into sight, moving no more than needed. @param {string} hex */
  reveal(hex) {
    const c = this.ground.centres.get(hex);
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
    const { w, h } = this.ground.size;
    const [wide, tall] = [this.host.clientWidth, this.host.clientHeight];
    v.x = Math.min(Math.max(v.x, wide / 2 - w * v.k), wide / 2);
    v.y = Math.min(Math.max(v.y, tall / 2 - h * v.k), tall / 2);
    this.svg.style.transform = `translate(${v.x}px, ${v.y}px) scale(${v.k})`;
    this.ground.zoom = v.k;
    this.ground.seen = { x: -v.x / v.k, y: -v.y / v.k, w: wide / v.k, h: tall / v.k };
  }

  #resized() {
    const { clientWidth: w, clientHeight: tall } = this.host;
    const much = w !== this.#room.w || Math.abs(tall - this.#room.h) > 12;
    if (this.#fitted && much) this.fit();
    else this.#apply();
  }

  /** The pixel of the host where something happened. @param {MouseEvent} event @returns {Point} */
  at(event) {
    const box = this.host.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  /** From a pixel of the host to the map. @param {Point} at @returns {Point} */
  onMap({ x, y }) {
    return { x: (x - this.#view.x) / this.#view.k, y: (y - this.#view.y) / this.#view.k };
  }

  /** Where a hex is on the page, for a note beside it. @param {string} hex @returns {Point | null} */
  onPage(hex) {
    const c = this.ground.centres.get(hex);
    if (!c) return null;
    const box = this.host.getBoundingClientRect();
    return { x: box.left + c.x * this.#view.k + this.#view.x, y: box.top + c.y * this.#view.k + this.#view.y };
  }

  /** The hex nearest to the middle of what is seen. */
  middle() {
    return this.ground.nearest(
      this.onMap({ x: this.host.clientWidth / 2, y: this.host.clientHeight / 2 }),
    );
  }
}

/** @param {number[]} numbers */
function median(numbers) {
  return numbers.sort((a, b) => a - b)[numbers.length >> 1] ?? 0;
}
