/** Find a unit: by name or number; it is brought into sight and ringed. */

import { counterPicture } from "../board/counters.js";
import { h, replace } from "../dom.js";
import { t } from "../i18n.js";
import { dialog, toast } from "../ui.js";
import { named } from "./roster.js";

/** @typedef {import("../table.js").Table} Table */

const SHOWN = 12;
const SEEN = 5000; // milliseconds for which the counter is ringed

/** @param {Table} table */
export function finder(table) {
  const view = table.shown;
  if (!view) return;
  const pieces = table.looks.dress(view.pieces);
  const list = h("ul", { class: "found" });
  const input = h("input", {
    type: "search",
    class: "book-search",
    placeholder: t("find.hint"),
    "aria-label": t("find.title"),
    oninput: () => fill(),
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Enter") return;
      event.preventDefault(); // or the key would press the button that gets the focus back, too
      list.querySelector("button")?.click();
    },
  });
  const box = dialog(t("find.title"), [input, list], "find-sheet");

  function fill() {
    const on = (/** @type {{hex: string}} */ { hex }) => Number(table.board.centres.has(hex));
    const found = named(pieces, input.value).sort((one, other) => on(other) - on(one)).slice(0, SHOWN);
    replace(
      list,
      ...found.map((piece) =>
        h(
          "li",
          {},
          h(
            "button",
            { type: "button", "data-unit": piece.id, onclick: () => show(piece) },
            counterPicture(piece),
            h("span", {}, h("b", { text: piece.name }), " ", h("small", { text: place(piece.hex) })),
          ),
        ),
      ),
    );
  }

  /** @param {string} hex */
  function place(hex) {
    const name = table.hello?.names[hex];
    const aside = table.words.boxes.get(hex) ?? view?.boxes.find(({ id }) => id === hex);
    return aside?.title ?? (name ? `${hex} (${name})` : hex);
  }

  /** Where somebody is; who is not on the map has his place told. @param {import("../types.js").Piece} piece */
  function show({ hex, name }) {
    box.close();
    if (!table.board.centres.has(hex)) {
      toast(`${name} · ${place(hex)}`);
      return;
    }
    table.board.camera.seek([hex]);
    table.board.glow([hex]);
    void table.context.inspect(hex);
    window.setTimeout(() => table.board.glow([]), SEEN);
  }

  fill();
  input.focus();
}
