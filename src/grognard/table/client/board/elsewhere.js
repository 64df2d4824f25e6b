/** Signs at the edges of the map: so much that can be chosen lies beyond, one press away. */

import { h } from "../dom.js";
import { t } from "../i18n.js";

/** @typedef {import("./camera.js").Camera} Camera */
/** @typedef {import("./ground.js").Ground} Ground */

const ARROWS = { up: "↑", right: "→", down: "↓", left: "←" };

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
    const beyond = this.ground.outOfSight(new Set(places));
    const shown = JSON.stringify(beyond);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.node.replaceChildren(
      ...Object.entries(ARROWS).flatMap(([edge, arrow]) => {
        const out = beyond[edge] ?? [];
        if (!out.length) return [];
        return [
          h("button", {
            type: "button",
            class: `sign sign-${edge}`,
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
}
