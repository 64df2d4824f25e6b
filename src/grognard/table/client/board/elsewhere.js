/** Signs at the edges of the map: so much that can be chosen lies beyond, one press away. */

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { clearest } from "./edge.js";

/** @typedef {import("./camera.js").Camera} Camera */
/** @typedef {import("./ground.js").Ground} Ground */

const ARROWS = { up: "↑", right: "→", down: "↓", left: "←" };
const BAND = 70; // pixels from an edge that its sign may cover

export class Elsewhere {
  node = h("div", { class: "elsewhere" });
  #shown = "";

  /** @param {Ground} ground @param {Camera} camera */
  constructor(ground, camera) {
    this.ground = ground;
    this.camera = camera;
  }

  /** @param {Iterable<string>} places that can be chosen */
  draw(places) {
    const choices = new Set(places);
    const beyond = this.ground.outOfSight(choices);
    const shown = JSON.stringify(beyond);
    if (shown !== this.#shown) {
      this.#shown = shown;
      this.node.replaceChildren(
        ...Object.entries(ARROWS).flatMap(([edge, arrow]) => {
          const out = beyond[edge] ?? [];
          if (!out.length) return [];
          return [
            h("button", {
              type: "button",
              class: `sign sign-${edge}`,
              "data-edge": edge,
              tabindex: -1,
              "aria-label": t("board.beyond", { n: out.length }),
              title: t("board.beyond", { n: out.length }),
              text: `${arrow} ${out.length}`,
              onclick: () => this.camera.go(out),
            }),
          ];
        }),
      );
    }
    this.#place(choices);
  }

  /** Each sign lies along its edge where it covers the fewest of those that are in sight. @param {Set<string>} choices */
  #place(choices) {
    const { seen, zoom } = this.ground;
    const [width, height] = [seen.w * zoom, seen.h * zoom];
    const spots = [...choices].flatMap((place) => {
      const spot = this.ground.isBox(place) ? null : this.ground.centres.get(place);
      return spot ? [{ x: (spot.x - seen.x) * zoom, y: (spot.y - seen.y) * zoom }] : [];
    });
    for (const sign of /** @type {Iterable<HTMLElement>} */ (this.node.children)) {
      const across = sign.dataset.edge === "up" || sign.dataset.edge === "down";
      const near = spots.filter(({ x, y }) => {
        const by = { up: y, right: width - x, down: height - y, left: x };
        return (by[/** @type {keyof typeof by} */ (sign.dataset.edge)] ?? 0) < BAND;
      });
      const part = clearest(across ? width : height, near.map(({ x, y }) => (across ? x : y)));
      sign.style.setProperty("--along", `${100 * part}%`);
    }
  }
}
