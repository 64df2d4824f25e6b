/** Tracks, markers and charts beside the map, as the game lists them. */

import { counterPicture } from "./board/counters.js";
import { printed } from "./dice.js";
import { h } from "./dom.js";
import { linked } from "./names.js";
import { sentence } from "./question.js";
import { ruleLink } from "./ui.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Piece} Piece */

/**
 * @param {View["tracks"]} tracks
 * @param {Piece[]} pieces
 */
export function tracksView(tracks, pieces) {
  return h(
    "div",
    { class: "tracks" },
    ...tracks.flatMap((track) => {
      if (track.kind === "results") return [];
      const body =
        track.kind === "track"
          ? trackBody(track, pieces)
          : track.kind === "account"
            ? accountBody(track)
            : chartBody(track);
      return [
        h("section", {}, h("h3", {}, track.title, " ", ruleLink(track.rule)), body),
      ];
    }),
  );
}

/** @param {import("./types.js").Track} track @param {Piece[]} pieces */
function trackBody(track, pieces) {
  return h(
    "ol",
    { class: "track" },
    ...track.boxes.map((box) =>
      h(
        "li",
        { class: box.now ? "now" : "", ...(box.now ? { "aria-current": "step" } : {}) },
        h("b", { text: box.head }),
        h("span", { class: "track-text" }, ...linked(box.text)),
        ...box.notes.map((note) => h("small", {}, ...linked(note))),
        ...arrivals(pieces.filter(({ hex }) => hex === box.box)),
      ),
    ),
  );
}

/** @param {Piece[]} pieces */
function arrivals(pieces) {
  if (!pieces.length) return [];
  return [
    h(
      "span",
      { class: "track-pieces" },
      ...pieces.map((piece) => {
        const label = `${piece.name} · ${piece.words}`;
        return h("span", { role: "img", "aria-label": label, title: label }, counterPicture(piece));
      }),
    ),
  ];
}

/** @param {import("./types.js").Account} account */
function accountBody(account) {
  return h(
    "table",
    { class: "ledger-lines" },
    h(
      "tbody",
      {},
      ...account.lines.map((line) =>
        h(
          "tr",
          {},
          h("td", {}, ...linked(sentence(line.text))),
          h("td", { class: "amount", text: printed(line.amount) }),
          h("td", { class: "cite" }, ruleLink(line.rule)),
        ),
      ),
    ),
  );
}

/** @param {import("./types.js").Table} chart */
function chartBody(chart) {
  return h(
    "div",
    { class: "chart-scroll", tabindex: "0", role: "region", "aria-label": chart.title },
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h("tr", {}, h("td", {}), ...chart.columns.map((name) => h("th", { scope: "col", text: name }))),
      ),
      h(
        "tbody",
        {},
        ...chart.rows.map((cells, r) =>
          h(
            "tr",
            {},
            h("th", { scope: "row", text: sentence(chart.heads[r] ?? "") }),
            ...cells.map((cell) => h("td", { text: cell })),
          ),
        ),
      ),
    ),
  );
}
