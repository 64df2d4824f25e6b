/** A long press: the hex under the glass, beside the finger, whatever the dock shows. */

import { inspector } from "../inspector.js";
import { closeNote, note } from "../ui.js";

/** @typedef {import("../table.js").Table} Table */

/** @param {Table} table @param {string} hex */
export async function glance(table, hex) {
  const { board, hands, link, looks, shown: view, words } = table;
  const title = words.boxes.get(hex)?.title;
  const frame = await link.ask({ what: "hex", hex });
  const near = board.camera.onPage(hex);
  if (table.shown !== view || !view || !near) return;
  if (frame.t !== "answer" && !title) return;
  const told = frame.t === "answer" ? frame : { facts: [], traces: [], name: "" };
  note({
    near,
    title: title ?? [hex, told.name].filter(Boolean).join(" · "),
    body: inspector(
      { facts: told.facts, traces: told.traces, hex, name: told.name, ...(title ? { title } : {}) },
      looks.dress(view.pieces.filter((piece) => piece.hex === hex)),
      board.glass.over(hex, board.glass.make()),
      (id) => {
        closeNote();
        void hands.choose(id);
      },
    ),
    kind: "glance",
    focus: true,
  });
}
