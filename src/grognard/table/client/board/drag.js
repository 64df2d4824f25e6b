/** A counter in the hand: its ghost follows the pointer until it is dropped. */

import { s } from "../dom.js";
import { counterNodes } from "./counters.js";

/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../board.js").Board} Board */

export class Drag {
  /** @type {string | null} */ #piece = null;
  /** @type {SVGGElement | null} */ #ghost = null;

  /** @param {Board} board */
  constructor(board) {
    this.board = board;
  }

  get on() {
    return this.#piece !== null;
  }

  /** Lift a counter off the map. @param {string} piece */
  lift(piece) {
    const node = this.board.stacks.nodes.get(piece);
    const ghost = node ? /** @type {SVGGElement} */ (node.cloneNode(true)) : s("g", { class: "piece" });
    node?.classList.add("lifted");
    this.#begin(piece, ghost);
  }

  /** Take a counter from beside the map. @param {Piece} piece */
  take(piece) {
    this.#begin(piece.id, s("g", { class: "piece" }, ...counterNodes(piece)));
  }

  /** @param {string} piece @param {SVGGElement} ghost */
  #begin(piece, ghost) {
    ghost.classList.add("ghost");
    this.board.lights.ring.before(ghost);
    this.#piece = piece;
    this.#ghost = ghost;
    this.board.host.classList.add("dragging");
    this.board.on.dragStart(piece);
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
    if (this.#piece) this.board.stacks.nodes.get(this.#piece)?.classList.remove("lifted");
    this.#piece = null;
    this.board.host.classList.remove("dragging");
  }
}
