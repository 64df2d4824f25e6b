/** A counter in the hand: its ghost follows the pointer until it is dropped. */

import { s } from "../dom.js";
import { counterNodes } from "./counters.js";

/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../board.js").Board} Board */

export class Drag {
  /** @type {string | null} */ #piece = null;
  /** @type {SVGGElement[]} what is lifted off the map */ #lifted = [];
  /** @type {SVGGElement | null} */ #ghost = null;

  /** @param {Board} board */
  constructor(board) {
    this.board = board;
  }

  get on() {
    return this.#piece !== null;
  }

  /** Lift a counter off the map, with its stack or alone. @param {string} piece @param {boolean} whole */
  lift(piece, whole) {
    const { nodes } = this.board.stacks;
    const node = nodes.get(piece);
    const { at, side } = node?.dataset ?? {};
    const mates = whole ? this.board.stack(at ?? "").filter((each) => each.side === side && each.id !== piece) : [];
    const all = [...mates.map(({ id }) => id), piece].flatMap((id) => nodes.get(id) ?? []);
    // Where some of a stack are asked for, the others stay on the map.
    const lit = all.filter(({ classList }) => classList.contains("lit"));
    this.#lifted = lit.length ? lit : all;
    const copies = this.#lifted.map((each, i) => {
      const copy = /** @type {SVGGElement} */ (each.cloneNode(true));
      const up = (this.#lifted.length - 1 - i) * 12;
      copy.style.transform = `translate(${up}px, ${-up}px)`;
      copy.removeAttribute("data-piece");
      return copy;
    });
    for (const each of this.#lifted) each.classList.add("lifted");
    this.#begin(piece, s("g", { class: "piece" }, ...copies), whole);
  }

  /** Take a counter from beside the map. @param {Piece} piece */
  take(piece) {
    this.#begin(piece.id, s("g", { class: "piece" }, ...counterNodes(piece)), false);
  }

  /** @param {string} piece @param {SVGGElement} ghost @param {boolean} whole */
  #begin(piece, ghost, whole) {
    ghost.classList.add("ghost");
    this.board.lights.ring.before(ghost);
    this.#piece = piece;
    this.#ghost = ghost;
    this.board.host.classList.add("dragging");
    this.board.on.dragStart(piece, whole);
  }

  /** @param {PointerEvent} event */
  to(event) {
    const at = this.board.camera.onMap(this.board.camera.at(event));
    const size = this.board.ground.counter * 1.15;
    if (this.#ghost) {
      this.#ghost.style.transform = `translate(${at.x - size / 2}px, ${at.y - size / 2}px) scale(${size / 100})`;
    }
    this.board.on.hover(this.board.under(event).hex);
  }

  /** @param {PointerEvent} event */
  drop(event) {
    const piece = this.#piece;
    this.end();
    const { hex } = this.board.under(event);
    if (piece && hex) this.board.on.drop(piece, hex);
  }

  end() {
    this.#ghost?.remove();
    this.#ghost = null;
    for (const each of this.#lifted) each.classList.remove("lifted");
    this.#lifted = [];
    this.#piece = null;
    this.board.host.classList.remove("dragging");
  }
}
