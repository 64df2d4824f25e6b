/** Mouse, pen and fingers on the map: a click, a drag of a counter, pan, pinch and wheel. */

/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../board.js").Board} Board */
/** @typedef {import("./ground.js").Point} Point */

const CLICK = 7; // pixels that a press may wander and still be a click
const LONG = 480; // milliseconds of a long press
const FAN_OPEN = 160;
const FAN_CLOSE = 260;
const FAN_AGAIN = 400; // a fan that a click closed opens again if the pointer stays

export class Pointers {
  /** @type {Map<number, Point>} */ #down = new Map();
  /** @type {{start: Point, hex: string | null, piece: string | null, moved: boolean} | null} */ #press = null;
  /** @type {string | null} */ #hovered = null;
  #fanTimer = 0;
  #longTimer = 0;
  #touch = false;

  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    const { host } = board;
    host.addEventListener("pointerdown", (e) => this.#pressed(e));
    host.addEventListener("pointermove", (e) => this.#moved(e));
    host.addEventListener("pointerup", (e) => this.#released(e));
    host.addEventListener("pointercancel", (e) => this.#cancelled(e));
    host.addEventListener("pointerleave", () => this.#hover(null));
    host.addEventListener("wheel", (e) => this.#wheel(e), { passive: false });
    host.addEventListener("contextmenu", (e) => this.#touch && e.preventDefault());
  }

  /** Whether a button or a finger is down on the map. */
  get pressed() {
    return this.#press !== null;
  }

  /** @param {PointerEvent} event */
  #pressed(event) {
    if (event.button > 0) return;
    this.#touch = event.pointerType !== "mouse";
    const at = this.board.camera.at(event);
    this.#down.set(event.pointerId, at);
    this.board.host.setPointerCapture(event.pointerId);
    clearTimeout(this.#longTimer);
    if (this.#down.size === 1) {
      const press = { start: at, ...this.board.under(event), moved: false };
      this.#press = press;
      if (this.#touch) this.#longTimer = window.setTimeout(() => this.#heldDown(press), LONG);
    } else {
      this.board.drag.end();
      if (this.#press) this.#press.moved = true;
    }
  }

  /** A finger rests on a hex: look at it closely. @param {{hex: string | null, moved: boolean}} press */
  #heldDown(press) {
    if (press !== this.#press || press.moved || !press.hex) return;
    press.moved = true;
    this.board.on.look(press.hex);
  }

  /** @param {PointerEvent} event */
  #moved(event) {
    const at = this.board.camera.at(event);
    const before = this.#down.get(event.pointerId);
    const press = this.#press;
    if (!before || !press) {
      if (event.pointerType === "mouse") this.#hover(this.board.under(event).hex);
      return;
    }
    if (this.#down.size === 2) {
      this.#pinch(event.pointerId, before, at);
      return;
    }
    this.#down.set(event.pointerId, at);
    if (!press.moved && Math.hypot(at.x - press.start.x, at.y - press.start.y) < CLICK) return;
    if (!press.moved) {
      press.moved = true;
      clearTimeout(this.#longTimer);
      if (press.piece && this.board.on.mayDrag(press.piece)) {
        // A finger has opened the fan to take one of it; a mouse opens it by passing over.
        const one = this.#touch ? this.board.stacks.fanned === press.hex : event.shiftKey;
        this.board.drag.lift(press.piece, !one);
      }
    }
    if (this.board.drag.on) this.board.drag.to(event);
    else this.board.camera.pan(at.x - before.x, at.y - before.y);
  }

  /** @param {number} id @param {Point} before @param {Point} at */
  #pinch(id, before, at) {
    const other = [...this.#down].find(([key]) => key !== id)?.[1];
    if (!other) return;
    const was = Math.hypot(before.x - other.x, before.y - other.y);
    const now = Math.hypot(at.x - other.x, at.y - other.y);
    this.#down.set(id, at);
    const { camera } = this.board;
    camera.pan((at.x - before.x) / 2, (at.y - before.y) / 2);
    if (was > 0) camera.zoom(now / was, { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 });
  }

  /** @param {PointerEvent} event */
  #released(event) {
    const press = this.#press;
    this.#down.delete(event.pointerId);
    clearTimeout(this.#longTimer);
    if (this.#down.size || !press) return;
    this.#press = null;
    if (this.board.drag.on) {
      this.board.drag.drop(event);
      return;
    }
    if (!press.moved && press.hex) this.#clicked(press.hex, press.piece);
  }

  /** @param {string} hex @param {string | null} piece */
  #clicked(hex, piece) {
    const { ground, stacks, on } = this.board;
    this.#fanNot();
    const piled = stacks.at(hex).length > 1 && stacks.fanned !== hex && !ground.isBox(hex);
    if (this.#touch && piled && !on.answers(hex)) {
      stacks.fan(hex);
      on.hover(hex);
      return;
    }
    if (this.#touch) {
      if (stacks.fanned && stacks.fanned !== hex) stacks.fan(null);
      on.hover(hex);
    }
    on.act(hex, piece);
  }

  /** @param {PointerEvent} event */
  #cancelled(event) {
    this.#down.delete(event.pointerId);
    clearTimeout(this.#longTimer);
    this.#press = null;
    this.board.drag.end();
  }

  /** @param {string | null} hex */
  #hover(hex) {
    const { stacks, on } = this.board;
    const many = hex !== null && stacks.at(hex).length > 1;
    if (hex === this.#hovered) {
      if (many && !stacks.fanned && !this.#fanTimer) this.#fanIn(FAN_AGAIN, hex);
      return;
    }
    this.#hovered = hex;
    on.hover(hex);
    this.#fanNot();
    if (many || stacks.fanned) this.#fanIn(many ? FAN_OPEN : FAN_CLOSE, hex);
  }

  /** @param {number} delay @param {string | null} hex */
  #fanIn(delay, hex) {
    this.#fanTimer = window.setTimeout(() => {
      this.#fanTimer = 0;
      this.board.stacks.fan(hex);
    }, delay);
  }

  #fanNot() {
    clearTimeout(this.#fanTimer);
    this.#fanTimer = 0;
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    const fine = event.deltaMode === 1 ? 18 : 1;
    const factor = Math.exp(-event.deltaY * fine * (event.ctrlKey ? 0.008 : 0.0014));
    this.board.camera.zoom(factor, this.board.camera.at(event));
  }

  /**
   * A counter from beside the map is pressed: once the pointer wanders, it is dragged onto the map.
   * @param {Piece} piece
   * @param {PointerEvent} event
   */
  grab(piece, event) {
    if (event.button > 0) return;
    const { drag } = this.board;
    const start = { x: event.clientX, y: event.clientY };
    const from = /** @type {HTMLElement} */ (event.currentTarget);
    const move = (/** @type {PointerEvent} */ e) => {
      if (!drag.on && Math.hypot(e.clientX - start.x, e.clientY - start.y) > CLICK) drag.take(piece);
      if (drag.on) drag.to(e);
    };
    const up = (/** @type {PointerEvent} */ e) => {
      stop();
      if (drag.on) drag.drop(e);
    };
    const cancel = () => {
      stop();
      drag.end();
    };
    const stop = () => {
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", up);
      window.removeEventListener("pointercancel", cancel);
    };
    if (from.hasPointerCapture(event.pointerId)) from.releasePointerCapture(event.pointerId);
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", up);
    window.addEventListener("pointercancel", cancel);
  }
}
