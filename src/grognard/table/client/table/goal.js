/** How do I win?  The scenario on one sheet: who must do what, how it stands, what this turn brings. */

import { printed } from "../dice.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { sentence } from "../question.js";
import { rulesOf } from "../rulebook.js";
import { flag } from "../sides.js";
import { tracksView } from "../tracks.js";
import { dialog, ruleLink } from "../ui.js";

/** @typedef {import("../table.js").Table} Table */
/** @typedef {import("../types.js").View} View */

const SEEN = 8000; // milliseconds for which the objectives glow

/** @param {Table} table */
export async function goalDialog(table) {
  const { hello, shown: view, words } = table;
  if (!hello || !view) return;
  const goal = words.goal[hello.table.scenario];
  const rules = await rulesOf(hello.table.game);
  const told = rules.filter(
    ({ id, kind }) => kind === "victory" && (goal?.rules?.some((own) => id.startsWith(own)) ?? true),
  );
  const box = dialog(
    t("goal.title"),
    [
      h("h3", { text: hello.table.scenario_title }),
      ...hello.sides.map((side) =>
        goal?.sides[side.id]
          ? h("p", { class: "goal" }, flag(side.id), h("b", { text: `${side.title}:` }), " ", goal.sides[side.id])
          : null,
      ),
      goal
        ? h("button", {
            type: "button",
            class: "answer",
            onclick: () => {
              box.close();
              table.board.camera.overlook(SEEN);
              if (goal.overlay) void table.overlays.show(goal.overlay);
              table.board.glow(goal.hexes ?? []);
              window.setTimeout(() => table.board.glow([]), SEEN);
            },
            text: t("goal.show"),
          })
        : null,
      h("dl", { class: "goal-status" }, ...view.status.flatMap(([name, value]) => [h("dt", { text: sentence(name) }), h("dd", { text: printed(value) })])),
      tracksView(view.tracks.filter((track) => track.kind === "account" && track.lines.length), []),
      now(table, view),
      h("h3", { text: t("goal.rules") }),
      h("ul", { class: "goal-rules" }, ...told.map(({ id, text }) => h("li", {}, text, " ", ruleLink(id)))),
      h(
        "p",
        { class: "quiet-text" },
        t("proof.commitment"),
        " ",
        h("code", { text: view.commitment ?? "–" }),
      ),
    ],
    "goal-sheet",
  );
}

/** What the box of this turn on each track holds. @param {Table} table @param {View} view */
function now(table, view) {
  const boxes = view.tracks.flatMap((track) =>
    track.kind === "track" ? [{ ...track, boxes: track.boxes.filter((each) => each.now) }] : [],
  );
  const brought = boxes.filter((track) => track.boxes.length);
  if (!brought.length) return null;
  return h("section", {}, h("h3", { text: t("goal.turn") }), tracksView(brought, table.looks.dress(view.pieces)));
}
