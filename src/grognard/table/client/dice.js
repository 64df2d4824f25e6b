/** Dice and things drawn as small pictures. */

import { h, s } from "./dom.js";
import { shortName } from "./names.js";

/** @type {Record<number, [number, number][]>} */
const PIPS = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

/**
 * @param {number} face
 * @param {string} [className]
 */
export function die(face, className = "die") {
  const pips = PIPS[face];
  return s(
    "svg",
    { class: className, viewBox: "-12 -12 24 24", role: "img", "aria-label": String(face) },
    s("rect", { x: -10.5, y: -10.5, width: 21, height: 21, rx: 5 }),
    ...(pips
      ? pips.map(([x, y]) => s("circle", { cx: x * 5.4, cy: y * 5.4, r: 2 }))
      : [s("text", { y: 4.5, text: face })]),
  );
}

/** The kinds of events that chance has decided. */
export const FALLS = new Set(["roll", "draw"]);

/** What an event shows of chance: a die, a handful of them, a thing drawn; else nothing. @param {import("./types.js").Row} row @param {string} [how] @param {string[]} [marks] what each die of the handful did: "hit", "part" or nothing */
export function thrown(row, how = "", marks = []) {
  if (row.kind === "draw") {
    return [h("span", { class: `drawn ${how}`.trim(), text: shortName(String(row.facts.thing)) })];
  }
  if (row.kind !== "roll") return [];
  const faces = Array.isArray(row.facts.dice) ? row.facts.dice : [row.facts.face];
  return faces.map((face, i) => die(Number(face), `die ${how} ${marks[i] ?? ""}`.trim()));
}

/** Dice to be entered one after the other; sent when the last is there. @param {{dice: number, faces: number}} wanted @param {(text: string) => void} order */
export function handful({ dice, faces }, order) {
  /** @type {number[]} */
  const shown = [];
  const lying = h("span", { class: "entered" });
  const keys = Array.from({ length: faces }, (_, i) =>
    h(
      "button",
      {
        type: "button",
        class: "answer",
        onclick: () => {
          if (shown.length >= dice) return;
          shown.push(i + 1);
          lying.append(die(i + 1));
          if (shown.length === dice) order(`roll ${shown.join(",")}`);
        },
      },
      die(i + 1),
    ),
  );
  return h("p", { class: "answers handful" }, lying, ...keys);
}

/** A figure with the sign that it is printed with. @param {string} text */
export function printed(text) {
  return text.replace(/^-(?=\d)/, "−");
}

/** What is added to a die. @param {number} n */
export function signed(n) {
  return n < 0 ? `−${-n}` : `+${n}`;
}
