/** The form that sets a table: game, scenario, seats, options. */

import { spell } from "../clock.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { seatField, sitters } from "../seating.js";
import { nameField, pref } from "../settings.js";
import { begin } from "./make.js";

/** @typedef {import("../types.js").GameInfo} GameInfo */
/** @typedef {import("./choice.js").Choice} Choice */
/**
 * @typedef {object} Changes
 * @property {(name: string) => void} game another game is chosen
 * @property {() => void} redraw the form is to be shown anew
 */

/** @param {GameInfo[]} games @param {Choice} choice @param {Changes} on */
export function setUp(games, choice, on) {
  const { game } = choice;
  const scenario = game.scenarios.find(({ id }) => id === choice.scenario);
  return h(
    "section",
    { class: "setup", "aria-labelledby": "setup-title" },
    h("h2", { id: "setup-title", text: t("lobby.setup") }),
    games.length > 1
      ? select(t("lobby.game"), games.map((g) => [g.name, g.title]), game.name, on.game)
      : null,
    game.scenarios.length > 1
      ? select(t("lobby.scenario"), game.scenarios.map((x) => [x.id, x.title]), choice.scenario, (id) => {
          choice.scenario = id;
          on.redraw();
        })
      : null,
    h("p", { class: "quiet-text" }, h("b", { text: scenario?.title ?? "" }), " — ", scenario?.summary ?? ""),
    ...choice.chairs().map((side) => seat(choice, side)),
    h("label", { class: "choice" }, t("name.yours"), nameField(pref("name") ?? "", () => {})),
    clocks(choice),
    game.options.length ? optionList(choice, on.redraw) : null,
    h("button", {
      type: "button",
      class: "answer wide",
      text: t("lobby.begin"),
      onclick: () => void begin(game, choice),
    }),
  );
}

/**
 * @param {string} label
 * @param {string[][]} choices
 * @param {string} value
 * @param {(value: string) => void} changed
 */
function select(label, choices, value, changed) {
  return h(
    "label",
    { class: "choice" },
    label,
    h(
      "select",
      {
        onchange: (/** @type {Event} */ event) =>
          changed(/** @type {HTMLSelectElement} */ (event.target).value),
      },
      ...choices.map(([id = "", title = ""]) =>
        h("option", { value: id, selected: id === value, text: title }),
      ),
    ),
  );
}

const HOUR = 3600;
const DAY = 24 * HOUR;
const CLOCKS = [[HOUR, HOUR], [DAY, 3 * DAY], [3 * DAY, 7 * DAY], [7 * DAY, 14 * DAY]];

/** Clocks, for a game against a friend. @param {Choice} choice */
function clocks(choice) {
  const field = select(
    t("clock.title"),
    [
      ["", t("clock.none")],
      ...CLOCKS.map(([turn = 0, reserve = 0]) => [
        `${turn} ${reserve}`,
        t("clock.choice", { turn: spell(turn, "long"), reserve: spell(reserve, "long") }),
      ]),
    ],
    choice.clock,
    (value) => {
      choice.clock = value;
    },
  );
  field.classList.add("clock-choice");
  field.hidden = !Object.values(choice.seats).includes("link");
  return field;
}

/** @param {Choice} choice @param {import("../sides.js").Seat} side */
function seat(choice, side) {
  return seatField(side, sitters(side, choice.game, choice.page), choice.seats[side.id] ?? "", (who, event) => {
    choice.sit(side.id, who);
    tick(/** @type {HTMLElement} */ (event.target).closest(".setup"), choice);
  });
}

/** The options as they are chosen now. @param {Element | null} form @param {Choice} choice */
function tick(form, choice) {
  if (choice.options.size) form?.querySelector(".options")?.setAttribute("open", "");
  form?.querySelector(".clock-choice")?.toggleAttribute("hidden", !Object.values(choice.seats).includes("link"));
  for (const box of form?.querySelectorAll(".option input") ?? []) {
    const input = /** @type {HTMLInputElement} */ (box);
    input.checked = choice.options.has(input.value);
  }
}

/** @param {Choice} choice @param {() => void} redraw */
function optionList({ game, options }, redraw) {
  return h(
    "details",
    { class: "options", open: options.size > 0 },
    h("summary", {}, t("lobby.options"), " ", h("small", { text: String(game.options.length) })),
    ...game.options.map((option) =>
      h(
        "label",
        { class: "option" },
        h("input", {
          type: "checkbox",
          value: option.id,
          checked: options.has(option.id),
          onchange: (/** @type {Event} */ event) => {
            if (/** @type {HTMLInputElement} */ (event.target).checked) options.add(option.id);
            else options.delete(option.id);
            if (game.seating_options.includes(option.id)) redraw();
          },
        }),
        h(
          "span",
          {},
          h("b", { text: option.text }),
          h("span", { class: "cite", text: option.rule }),
          h("small", { text: option.rule_text }),
        ),
      ),
    ),
  );
}
