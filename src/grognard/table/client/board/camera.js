/** What part of the map is seen: pan, zoom, fit, and bringing a hex into sight. */

/** @typedef {import("./ground.js").Ground} Ground */
/** @typedef {import("./ground.js").Point} Point */

const COARSE = window.matchMedia("(pointer: coarse)").matches;
const READABLE = COARSE ? 56 : 44; // pixels from hex to hex at which counters can be read, or touched
const COMFORTABLE = COARSE ? 70 : 54;
const HEAD = COARSE ? 100 : 0; // pixels at the top of a small map where dice and announcements lie
const NARROW = 600; // pixels; here the whole map would be too small
const NEAREST = 5;
const GLIDE = 400; // milliseconds that the map takes to go where it was not sent by hand; as in table.css
const LINES = 60; // pixels by which the height changes when a question is longer than the last
const REST = 120; // milliseconds after which the map is at rest
const IN_HAND = 4000; // milliseconds for which the map stays where a hand has put it

export class Camera {
  #view = { k: 1, x: 0, y: 0 };
  #room = { w: 0, h: 0 };
  /** where the host begins on the page */ #top = 0;
  #fitted = true;
  #handled = -IN_HAND;
  #gliding = 0;
  #resting = 0;

  /** @param {HTMLElement} host @param {HTMLElement} world @param {Ground} ground @param {{moved: () => void, rested: () => void}} on */
  constructor(host, world, ground, on) {
    this.host = host;
    this.world = world;
    this.ground = ground;
    this.on = on;
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
    const k = w < NARROW ? Math.max(...scales) : Math.min(...scales);
    this.#view = { k, x: w / 2 - (x + wide / 2) * k, y: tall / 2 - (y + high / 2) * k };
    this.#fitted = true;
    this.#room = { w, h: tall };
    this.#measure();
    this.#apply();
  }

  /** The whole map for a while, then again what was seen before, unless a hand has moved the map. @param {number} ms */
  overlook(ms) {
    const before = this.#fitted ? null : { ...this.#view };
    this.fit();
    if (!before) return;
    window.setTimeout(() => {
      if (!this.#fitted) return;
      this.#fitted = false;
      this.#glide(() => {
        this.#view = before;
        this.#apply();
      });
    }, ms);
  }

  get leastZoom() {
    const { w, h } = this.ground.size;
    return Math.min(this.host.clientWidth / w, this.host.clientHeight / h) * 0.8;
  }

  /** @param {number} factor @param {Point} [at] in pixels of the host */
  zoom(factor, at = { x: this.host.clientWidth / 2, y: this.host.clientHeight / 2 }) {
    const k = Math.min(Math.max(this.#view.k * factor, this.leastZoom), NEAREST);
    const f = k / this.#view.k;
    this.#byHand();
    this.world.classList.add("zooming");
    this.#view = { k, x: at.x - (at.x - this.#view.x) * f, y: at.y - (at.y - this.#view.y) * f };
    this.#fitted = false;
    this.#apply();
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.#byHand();
    this.#shift(dx, dy);
  }

  /** @param {number} dx @param {number} dy */
  #shift(dx, dy) {
    this.#view.x += dx;
    this.#view.y += dy;
    this.#fitted = false;
    this.#apply();
  }

  /** A hand moves the map: at once, and it stays there for a while. */
  #byHand() {
    this.#handled = performance.now();
    this.#still();
  }

  #still() {
    clearTimeout(this.#gliding);
    this.world.classList.remove("gliding");
  }

  /** Go somewhere calmly; counters move when the map has arrived. @param {() => void} move */
  #glide(move) {
    this.#still();
    this.world.classList.add("gliding");
    this.#gliding = window.setTimeout(() => this.#still(), GLIDE);
    move();
  }

  /** Where counters are too small to read on the whole map: nearer, around these places. @param {string[]} places */
  focus(places) {
    const seen = this.#spots(places);
    if (!seen.length || this.ground.unit * this.#view.k >= READABLE) return;
    const x = median(seen.map((p) => p.x));
    const y = median(seen.map((p) => p.y));
    this.#lookAt({ x, y }, COMFORTABLE / this.ground.unit);
  }

  /** If none of these places is in sight, go where all of them are, away from the map as far as that needs and counters can be read; where they could not, to the midst of them. @param {string[]} places */
  seek(places) {
    const spots = this.#spots(places);
    const half = (this.ground.unit * this.#view.k) / 2;
    if (!spots.length || spots.some((spot) => this.#inSight(spot, half, HEAD))) return;
    const { all, middle } = this.#frame(spots);
    this.#glide(() => {
      if (all > this.#view.k) this.#bring(spots);
      else if (COARSE && all * this.ground.unit < READABLE) this.#lookAt(midmost(spots), this.#view.k);
      else this.#lookAt(middle, all);
    });
  }

  /** Away from the map until all of these places are in sight. @param {string[]} places */
  survey(places) {
    const spots = this.#spots(places);
    if (!spots.length || spots.every((spot) => this.#inSight(spot))) return;
    const { all, middle } = this.#frame(spots);
    this.#glide(() => this.#lookAt(middle, Math.max(Math.min(all, this.#view.k), this.leastZoom)));
  }

  /** The middle of some spots, and the scale at which all of them are in sight. @param {Point[]} spots */
  #frame(spots) {
    const [xs, ys] = [spots.map((p) => p.x), spots.map((p) => p.y)];
    const [left, right] = [Math.min(...xs), Math.max(...xs)];
    const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
    const edge = 3 * this.ground.unit;
    const all = Math.min(
      this.host.clientWidth / (right - left + edge),
      this.host.clientHeight / (bottom - top + edge),
    );
    return { all, middle: { x: (left + right) / 2, y: (top + bottom) / 2 } };
  }

  /** A hand asks for places. @param {string[]} places */
  go(places) {
    this.#handled = performance.now();
    this.#glide(() => this.#bring(this.#spots(places)));
  }

  /** Bring what others do into sight, if it is not and no hand has moved the map just now. @param {string[]} places the last one matters most */
  follow(places) {
    const spots = this.#spots(places);
    if (this.#fitted) this.fit();
    const half = (this.ground.unit * this.#view.k) / 2;
    if (spots.every((spot) => this.#inSight(spot, half))) return;
    if (performance.now() - this.#handled > IN_HAND) this.#glide(() => this.#bring(spots));
  }

  /** @param {string[]} places */
  #spots(places) {
    return places.flatMap((place) => this.ground.centres.get(place) ?? []);
  }

  /** @param {Point} spot @param {number} [edge] @param {number} [head] */
  #inSight({ x, y }, edge = 0, head = 0) {
    const { k, x: dx, y: dy } = this.#view;
    const [px, py] = [x * k + dx - edge, y * k + dy - edge];
    const [w, h] = [this.host.clientWidth - 2 * edge, this.host.clientHeight - 2 * edge];
    return px > 0 && py > head && px < w && py < h;
  }

  /** Look at a spot, but not past the edge of the map. @param {Point} spot @param {number} k */
  #lookAt({ x, y }, k) {
    const { clientWidth: wide, clientHeight: tall } = this.host;
    const { w, h } = this.ground.size;
    this.#view = { k, x: within(wide / 2 - x * k, w * k, wide), y: within(tall / 2 - y * k, h * k, tall) };
    this.#fitted = false;
    this.#measure();
    this.#apply();
  }

  /** Bring a hex into sight. @param {string} hex */
  reveal(hex) {
    this.#bring(this.#spots([hex]));
  }

  /** Bring spots into sight, moving no more than needed; where there is no room for all, the last one. @param {Point[]} spots */
  #bring(spots) {
    const { k, x, y } = this.#view;
    const { clientWidth: w, clientHeight: h } = this.host;
    const edge = Math.min(90, w / 5, h / 5);
    const dx = way(spots.map((spot) => spot.x * k + x), edge, w - edge);
    const dy = way(spots.map((spot) => spot.y * k + y), Math.max(edge, Math.min(HEAD, h / 3)), h - edge);
    if (dx || dy) this.#shift(dx, dy);
  }

  #apply() {
    const v = this.#view;
    const { w, h } = this.ground.size;
    const [wide, tall] = [this.host.clientWidth, this.host.clientHeight];
    v.x = Math.min(Math.max(v.x, wide / 2 - w * v.k), wide / 2);
    v.y = Math.min(Math.max(v.y, tall / 2 - h * v.k), tall / 2);
    this.world.style.transform = `translate(${v.x}px, ${v.y}px) scale(${v.k})`;
    this.ground.zoom = v.k;
    this.ground.seen = { x: -v.x / v.k, y: -v.y / v.k, w: wide / v.k, h: tall / v.k };
    this.on.moved();
    this.rest();
  }

  /** Soon the map is at rest, unless it moves on. */
  rest() {
    clearTimeout(this.#resting);
    this.#resting = window.setTimeout(() => {
      this.world.classList.remove("zooming");
      this.on.rested();
    }, REST);
  }

  /** Where the host begins now, and by how much lower than before. */
  #measure() {
    const before = this.#top;
    this.#top = this.host.getBoundingClientRect().top;
    return this.#top - before;
  }

  #resized() {
    const { clientWidth: w, clientHeight: tall } = this.host;
    // Where the map fills a narrow page a longer question hides some of it, and makes it no smaller.
    const less = this.#room.h - tall;
    const much = w !== this.#room.w || Math.abs(less) > LINES;
    const kept = w < NARROW && w === this.#room.w && less > 0;
    // A longer question covers the map and does not push it down.
    this.#view.y -= this.#measure();
    if (this.#fitted && much && !kept) this.fit();
    else this.#apply();
  }

  /** The pixel of the host where something happened. @param {{clientX: number, clientY: number}} event @returns {Point} */
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

  /** Where a hex lies in the host, if it is in sight. @param {string} hex @returns {Point | undefined} */
  placeOf(hex) {
    const { k, x, y } = this.#view;
    const [spot] = this.#spots([hex]);
    return spot && this.#inSight(spot) ? { x: spot.x * k + x, y: spot.y * k + y } : undefined;
  }

  /** The hex nearest to the middle of what is seen. */
  middle() {
    return this.ground.nearest(
      this.onMap({ x: this.host.clientWidth / 2, y: this.host.clientHeight / 2 }),
    );
  }
}

/** How far numbers must go to lie between two bounds: all of them, or else the last. @param {number[]} numbers @param {number} low @param {number} high */
function way(numbers, low, high) {
  const [least, most, last] = [Math.min(...numbers), Math.max(...numbers), numbers.at(-1) ?? low];
  if (most - least > high - low) return last === most ? high - most : low - last;
  return Math.max(low - least, 0) + Math.min(high - most, 0);
}

/** Where something begins that fills a room, or else lies in its middle. @param {number} start @param {number} size @param {number} room */
function within(start, size, room) {
  return size < room ? (room - size) / 2 : Math.min(Math.max(start, room - size), 0);
}

/** The spot among others that lies most in their midst. @param {Point[]} spots @returns {Point} */
function midmost(spots) {
  const [x, y] = [median(spots.map((p) => p.x)), median(spots.map((p) => p.y))];
  /** @param {Point} p */
  const far = (p) => Math.hypot(p.x - x, p.y - y);
  return [...spots].sort((a, b) => far(a) - far(b))[0] ?? { x, y };
}

/** @param {number[]} numbers */
function median(numbers) {
  return numbers.sort((a, b) => a - b)[numbers.length >> 1] ?? 0;
}
