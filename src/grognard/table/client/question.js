/** The question that is asked, always in sight: whose, what, by which rule, and the plain answers. */

import { byResult, tone } from "./charts.js";
import { handful, signed } from "./dice.js";
import { h, icon, iconButton } from "./dom.js";
import { percent as share, t } from "./i18n.js";
import { linked } from "./names.js";
import { flag, nameOf, titled } from "./sides.js";
import { ruleLink } from "./ui.js";

const LIKELY = 5; // results that have room in the bar
const LONG = 90; // letters: what an answer tells in more than these needs the whole width of a phone

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Side} Side */
/** @typedef {import("./types.js").Action} Action */
/** @typedef {{name: string, reach: number, onward: boolean, aside: boolean, stack: number, more: {text: string, label: string}[]}} Selected */
/**
 * @typedef {object} Asked
 * @property {View} view
 * @property {Side[]} sides
 * @property {boolean} past an earlier moment is shown
 * @property {boolean} busy an order is on its way
 * @property {Action[]} plain answers that are no place and no counter
 * @property {Selected | null} selected
 * @property {number} thinking seconds, -1 if nobody thinks
 * @property {import("./types.js").Offer | null} offer
 * @property {HTMLElement | null} clocks
 * @property {boolean} claimable the other side's time has run out
 * @property {boolean} seated
 * @property {boolean} unmanned only bots play
 * @property {number} pace milliseconds between the steps of a bot
 * @property {string} news what the side that decides did last; of an earlier moment, what happened then
 * @property {boolean} why the bot has reasons to tell
 * @property {import("./types.js").Held | null} held an order that waits for its die to be wanted
 * @property {string} holds that order in words
 * @property {string[]} risks what it will do and may cost
 * @property {boolean} callsOff the attack that is built can be called off, and no answer says so
 */
/**
 * @typedef {object} Answers
 * @property {(text: string) => void} order
 * @property {() => void} live
 * @property {(turn: boolean) => void} skip to my decision or the end, or only to the next turn
 * @property {(ms: number) => void} pace
 * @property {(near: HTMLElement) => void} why
 * @property {(to: string, yes: boolean) => void} consent to the offer with this key
 * @property {() => void} throwDie
 * @property {() => void} unhold
 * @property {() => void} withdraw
 * @property {() => void} claim
 * @property {() => void} report
 * @property {() => void} callMe tell me when it is my turn
 * @property {() => void} stack
 * @property {() => void} unselect
 * @property {() => void} callOff
 * @property {() => void} stakes look at the ledger
 * @property {() => void} list look at all answers
 * @property {(action: Action | null) => void} consider an answer is pointed at, or no longer
 */

/**
 * @param {Asked} asked
 * @param {Answers} on
 */
export function question(asked, on) {
  const { view, past } = asked;
  if (asked.offer) return offered(asked.offer, on);
  if (view.outcome) return ended(view.outcome, on);
  const decision = view.decision;
  if (!decision) return h("div", { class: "question" });
  const side = asked.sides.find(({ id }) => id === decision.side);
  const bot = side?.who.startsWith("bot:") ?? false;
  const mine = decision.mine && !past;
  const open = asked.callsOff || decision.actions.some(({ role }) => role === "calls off");
  if (mine && asked.held) return waitsForDie(asked.held, asked, decision, on);
  return h(
    "div",
    { class: `question${mine ? " mine" : ""}${past ? " past" : ""}`, "data-kind": decision.kind },
    h(
      "div",
      { class: "words", tabindex: -1 },
      h(
        "p",
        { class: "who" },
        flag(decision.side),
        h("b", { text: titled(decision.side, decision.side_title) }),
        h("span", { text: `· ${view.phase_text}` }),
        past ? h("span", { class: "tag", text: t("question.past") }) : null,
        mine ? h("span", { class: "tag you", text: t("question.you") }) : null,
        asked.selected && mine ? chosen(asked.selected, on) : null,
      ),
      h(
        "p",
        { class: "prompt", id: "prompt" },
        ...((past || (bot && !mine)) && asked.news
          ? linked(sentence(asked.news))
          : mine || past
            ? linked(sentence(decision.prompt))
            : [waiting(bot, decision, asked.seated)]),
        " ",
        ruleLink(decision.rule),
      ),
      asked.clocks,
    ),
    asked.claimable
      ? h("p", { class: "answers" }, h("button", { type: "button", class: "answer claim", onclick: on.claim, text: t("clock.claim") }))
      : null,
    mine && view.ledger ? stakes(view.ledger, on, open) : null,
    // Counters and places alone answer: on a phone they may lie beyond its edges.
    mine && !decision.throw && !asked.plain.length && !asked.callsOff
      ? h("button", {
          type: "button",
          class: "answer closing to-list",
          onclick: on.list,
          text: t("question.list", { n: decision.actions.length }),
        })
      : null,
    mine && decision.throw ? handful(decision.throw, on.order) : null,
    mine && (asked.plain.length || asked.callsOff)
      ? h(
          "p",
          { class: "answers" },
          ...asked.plain.map((action) =>
            h(
              "button",
              {
                type: "button",
                class: `answer${closing(action) ? " closing" : ""}${telling(action)}`,
                // Not disabled: a button that is would lose the focus.
                "aria-disabled": String(asked.busy),
                "data-order": action.text,
                onclick: () => asked.busy || on.order(action.text),
                onpointerenter: () => on.consider(action),
                onpointerleave: () => on.consider(null),
                onfocus: () => on.consider(action),
                onblur: () => on.consider(null),
              },
              h("span", { text: sentence(action.label) }),
              outcome(action),
            ),
          ),
          asked.callsOff
            ? h("button", {
                type: "button",
                class: "answer closing call-off",
                "aria-disabled": String(asked.busy),
                onclick: () => asked.busy || on.callOff(),
                text: t("order.calloff"),
              })
            : null,
        )
      : null,
    past
      ? h(
          "p",
          { class: "answers" },
          h("button", { type: "button", class: "answer", onclick: on.live, text: t("scrub.live") }),
        )
      : null,
    !bot && !mine && !past && asked.seated
      ? h(
          "p",
          { class: "answers" },
          h("button", { type: "button", class: "quiet call-me", onclick: on.callMe, text: t("call.title") }),
        )
      : null,
    bot && !past
      ? h(
          "p",
          { class: "answers" },
          asked.thinking >= 0
            ? h(
                "span",
                { class: "thinking" },
                h("i", { class: "spinner", "aria-hidden": "true" }),
                t("bot.thinking", { seconds: asked.thinking }),
              )
            : null,
          asked.why
            ? h("button", {
                type: "button",
                class: "quiet bot-why",
                onclick: (/** @type {MouseEvent} */ event) =>
                  on.why(/** @type {HTMLElement} */ (event.currentTarget)),
                text: t("bot.why"),
              })
            : null,
          asked.seated
            ? h("button", {
                type: "button",
                class: "quiet bot-skip",
                onclick: () => on.skip(false),
                text: t("bot.skip"),
              })
            : null,
        )
      : null,
    bot && !past && asked.unmanned ? unmanned(asked, on) : null,
  );
}

/** An answer is given, and its die waits to be wanted. @param {import("./types.js").Held} held @param {Asked} asked @param {import("./types.js").Decision} decision @param {Answers} on */
function waitsForDie({ die, text }, { busy, holds, risks, view }, decision, on) {
  const draws = die.kind === "draw";
  return h(
    "div",
    { class: "question mine held", "data-kind": decision.kind },
    h(
      "div",
      { class: "words" },
      h("p", { class: "who" }, flag(decision.side), h("b", { text: titled(decision.side, decision.side_title) }), h("span", { text: `· ${view.phase_text}` })),
      h("p", { class: "prompt", id: "prompt" }, h("b", {}, ...linked(sentence(holds))), ". ", t(draws ? "die.draws" : "die.falls", { purpose: die.purpose }), " ", ruleLink(die.rule)),
    ),
    die.ledger ? stakes(die.ledger, on, true) : null,
    h(
      "p",
      { class: "answers" },
      h("button", { type: "button", class: "answer throw-die", "data-order": text, "aria-disabled": String(busy), onclick: () => busy || on.throwDie() }, h("span", { text: t(draws ? "die.draw" : "die.throw") }), outcome({ outcome: risks })),
      h("button", { type: "button", class: "answer closing", onclick: on.unhold, text: t("die.not") }),
    ),
  );
}

/** Bots among themselves: how far they are, how quickly they go on, and what can be skipped. @param {Asked} asked @param {Answers} on */
function unmanned({ pace, view }, on) {
  const { length, turn, turns } = view;
  return h(
    "div",
    { class: "unmanned" },
    h("progress", { max: turns || 1, value: turns ? turn - 1 : 0, "aria-label": t("bot.progress", { turn, turns, n: length }) }),
    h("span", { class: "bot-progress", text: t("bot.progress", { turn, turns, n: length }) }),
    h("input", {
      type: "range",
      class: "bot-pace",
      min: 0,
      max: 3000,
      step: 100,
      value: pace,
      "aria-label": t("bot.pace"),
      title: t("bot.pace"),
      onchange: (/** @type {Event} */ event) =>
        on.pace(Number(/** @type {HTMLInputElement} */ (event.target).value)),
    }),
    h("button", { type: "button", class: "quiet bot-turn", onclick: () => on.skip(true), text: t("bot.turn") }),
    h("button", { type: "button", class: "quiet bot-end", onclick: () => on.skip(false), text: t("bot.end") }),
  );
}

/** On a phone: the column, what is added to the die, and what may come of it; all of it in the ledger. @param {import("./types.js").Ledger} ledger @param {Answers} on @param {boolean} open it can still be left */
function stakes(ledger, on, open) {
  const { chances, column, modifier } = ledger;
  const most = likeliest(chances);
  const results = byResult(chances);
  const shown = results.filter(({ result }) => most.some((each) => each.result === result));
  return h(
    "button",
    { type: "button", class: "stakes", onclick: on.stakes },
    h(
      "span",
      { class: "stakes-column" },
      headOf(ledger),
      column && modifier ? ` · ${t("ledger.die")} ${signed(modifier)}` : null,
    ),
    ...(open ? shown : []).map(({ percent, result }) =>
      h("span", { class: `stakes-chance ${tone(result)}` }, h("b", { text: result === "-" ? "–" : result }), ` ${share(Math.round(percent) / 100)}`),
    ),
    open && shown.length < results.length ? h("span", { class: "stakes-chance", text: "…" }) : null,
  );
}

/** What stands above the chances: the column of odds, or the ground. @param {import("./types.js").Ledger} ledger */
function headOf({ column, ground }) {
  if (!column) return t("ledger.chances");
  return ground ? sentence(column) : `${t("ledger.column")} ${column}`;
}

/** @param {import("./types.js").Chance[]} chances */
function likeliest(chances) {
  return byResult(chances).sort((a, b) => b.percent - a.percent).slice(0, LIKELY);
}

/** The same for those who do not see it, in words. @param {import("./types.js").Ledger} ledger */
export function stakesSaid(ledger) {
  const said = likeliest(ledger.chances).map(({ percent, result, text }) => `${share(Math.round(percent) / 100)} ${text || result}`);
  return [headOf(ledger), ...said].join(", ");
}

/** What an answer will do and may cost, under its name. @param {Pick<Action, "outcome">} action */
export function outcome(action) {
  if (!action.outcome.length) return null;
  return h(
    "small",
    { class: "outcome" },
    ...action.outcome.map((text) => h("span", {}, ...linked(sentence(text)))),
  );
}

/** Whether an answer says what it does, and at length. @param {Action} action */
function telling({ outcome: lines }) {
  if (!lines.length) return "";
  return lines.join("").length > LONG ? " tells at-length" : " tells";
}

/** An answer that ends or drops something is offered, but is not the obvious next step. @param {Action} action */
function closing({ role }) {
  return role === "closes" || role === "calls off";
}

/** @param {boolean} bot @param {import("./types.js").Decision} decision @param {boolean} seated */
function waiting(bot, { side: seat, side_title: side }, seated) {
  if (bot) return t("question.bot", { side });
  const name = nameOf(seat);
  if (name) return t(seated ? "question.wait.name" : "question.watch.name", { name });
  return t(seated ? "question.wait" : "question.watch", { side });
}

/** What the figure of a selection counts. @param {Selected} selected */
function reachOf({ onward, aside }) {
  if (onward) return "selected.onward";
  return aside ? "selected.places" : "selected.reach";
}

/** @param {Selected} selected @param {Answers} on */
function chosen(selected, on) {
  return h(
    "span",
    { class: "chosen" },
    h("b", { text: selected.name }),
    h("span", { class: `chosen-reach${selected.onward ? " onward" : ""}`, text: t(reachOf(selected), { n: selected.reach }) }),
    selected.stack > 1
      ? h("button", {
          type: "button",
          class: "quiet",
          onclick: on.stack,
          text: t("selected.stack", { n: selected.stack }),
        })
      : null,
    ...selected.more.map(({ text, label }) =>
      h("button", {
        type: "button",
        class: "quiet",
        "data-order": text,
        onclick: () => on.order(text),
        text: label,
      }),
    ),
    iconButton("close", t("selected.drop"), on.unselect, { class: "icon-button small" }),
  );
}

/** @param {import("./types.js").Offer} offer @param {Answers} on */
function offered(offer, on) {
  return h(
    "div",
    { class: "question mine", "data-kind": "offer" },
    h("div", { class: "words" }, h("p", { class: "prompt", text: sentence(offer.text) })),
    offer.mine
      ? h(
          "p",
          { class: "answers" },
          h(
            "button",
            { type: "button", class: "answer", onclick: () => on.consent(offer.key, true) },
            icon("check"),
            t("offer.yes"),
          ),
          h("button", {
            type: "button",
            class: "answer closing",
            onclick: () => on.consent(offer.key, false),
            text: t("offer.no"),
          }),
        )
      : h(
          "p",
          { class: "answers" },
          h("span", { class: "thinking", text: t("offer.wait") }),
          offer.own
            ? h("button", { type: "button", class: "answer closing", onclick: on.withdraw, text: t("offer.withdraw") })
            : null,
        ),
  );
}

/** @param {NonNullable<View["outcome"]>} outcome @param {Answers} on */
function ended(outcome, on) {
  const who = outcome.winner_title
    ? t("end.wins", { side: outcome.winner_title })
    : t("end.draw");
  return h(
    "div",
    { class: "question over", "data-kind": "over" },
    h(
      "div",
      { class: "words" },
      h("p", { class: "who" }, icon("flag"), h("b", { text: who })),
      h("p", { class: "prompt" }, sentence(outcome.text), " ", ruleLink(outcome.rule)),
    ),
    h(
      "p",
      { class: "answers" },
      h("button", { type: "button", class: "answer", onclick: on.report, text: t("end.report") }),
      h("a", { class: "answer closing", href: "/", text: t("end.again") }),
    ),
  );
}

/** With a capital, as a sentence begins. @param {string} text */
export function sentence(text) {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
