/** The table page: keeps what the server said and shows it. */

import { request } from "./api.js";
import { find, h } from "./dom.js";
import { helpDialog } from "./help.js";
import { lang, t } from "./i18n.js";
import { Link } from "./link.js";
import { Looks } from "./looks.js";
import { know, knowAbsent, spoken } from "./names.js";
import { sentence, stakesSaid } from "./question.js";
import { showReport } from "./report.js";
import { rulesDialog } from "./rulebook.js";
import { Secrets } from "./secrets.js";
import { pref, theme } from "./settings.js";
import { knowSides, nameOf, titled } from "./sides.js";
import { play } from "./sound.js";
import { Absence } from "./table/absence.js";
import { Attention } from "./table/attention.js";
import { proclaim, tellOpening } from "./table/banner.js";
import { Bar } from "./table/bar.js";
import { BattleCard } from "./table/battle.js";
import { ClockFace } from "./table/clocks.js";
import { Context } from "./table/context.js";
import { Curtain } from "./table/curtain.js";
import { Dock } from "./table/dock.js";
import { Follow } from "./table/follow.js";
import { Hands } from "./table/hands.js";
import { Keyboard } from "./table/keyboard.js";
import { layout } from "./table/layout.js";
import { Looking } from "./table/looking.js";
import { marksOf } from "./table/marks.js";
import { Moments } from "./table/moments.js";
import { Overlays } from "./table/overlays.js";
import { throwDice } from "./table/tray.js";
import { GameWords } from "./table/words.js";
import { wholeChart } from "./ledger.js";
import { seatCodes } from "./talk.js";
import { tracksView } from "./tracks.js";
import { announce, closeNote, dialog, rulesFrom, toast } from "./ui.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Hello} Hello */
/** @typedef {import("./types.js").Frame} Frame */
/** @typedef {import("./types.js").Row} Row */

/** What the die does that a ledger waits for. */
const RESOLVED = new Set(["result", "defence"]);
const PATIENCE = 2000; // milliseconds that the first picture waits for what belongs to it

export class Table {
  /** @type {Hello | null} */ hello = null;
  /** @type {View | null} */ view = null;
  /** @type {View | null} an earlier moment, while one is looked at */ past = null;
  /** @type {import("./types.js").Offer | null} */ offer = null;
  /** milliseconds between the steps of a bot */ pace = 700;
  words = new GameWords();
  looks = new Looks("", () => this.#soon());
  hands = new Hands(this);
  absence = new Absence(this);
  attention = new Attention(this);
  bar = new Bar(this);
  clocks = new ClockFace(this);
  battles = new BattleCard(this);
  context = new Context(this);
  curtain = new Curtain((frame) => this.#frame(frame));
  dock = new Dock(this);
  follow = new Follow(this);
  moments = new Moments(this);
  overlays = new Overlays(this);
  secrets = new Secrets();
  /** @type {Frame[] | null} the log, until the first view names its counters */ #early = [];
  /** @type {Row[]} what happened since the last view */ #told = [];
  #theme = "";
  /** a picture that is asked for */ #drawing = 0;
  /** whether the first picture was drawn, or has waited long enough */ #drawn = false;
  #reported = false;
  #entered = false;
  /** the moment that the link leads to, until it is shown */ opensAt = -1;
  /** @type {"" | "known" | "seen"} whether what the game adds is known, and the board was looked at with it */ #dressed = "";

  /** @param {HTMLElement} root @param {string} id */
  constructor(root, id) {
    this.root = root;
    this.id = id;
    rulesFrom(`/api/tables/${id}/rules/`);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.link = new Link(
      (language) => `${scheme}://${location.host}/ws/${id}?lang=${language}`,
      lang,
    );
    this.link.addEventListener("frame", (event) => this.#frame(/** @type {CustomEvent} */ (event).detail));
    this.link.addEventListener("down", (event) => this.#down(/** @type {CustomEvent} */ (event).detail));
    this.link.addEventListener("up", () => this.#connection(true));
    this.parts = layout(this);
    new Looking(this.link);
    new Keyboard(this);
    document.addEventListener("pointerover", (event) => this.#pointed(event.target));
  }

  get board() {
    return this.parts.board;
  }

  get log() {
    return this.parts.log;
  }

  get scrubber() {
    return this.parts.scrubber;
  }

  get talk() {
    return this.parts.talk;
  }

  get guide() {
    return this.parts.guide;
  }

  /** Whether somebody plays here, and does not only watch. */
  get #seated() {
    return (this.hello?.seats.length ?? 0) > 0;
  }

  /** The moment that is looked at. */
  get shown() {
    return this.past ?? this.view;
  }

  /** The question, if it is asked of this seat and now. */
  get mine() {
    return !this.past && this.view?.decision?.mine ? this.view.decision : null;
  }

  /** Say everything anew, in the language that was chosen. */
  relabel() {
    const { from, rows, early } = this.log;
    this.parts = layout(this);
    if (this.hello) this.board.setFrame(this.hello.board);
    this.board.setBoxes([...this.words.boxes.values()]);
    this.#picture();
    this.#title();
    this.log.begin(from, rows, early);
    this.talk.seats(this.hello, this.id);
    this.redraw();
    this.link.tell({ t: "lang", lang: lang() });
    if (this.hello) void this.#page(this.hello.table.game);
  }

  // -- what the server says

  /** @param {Frame} frame */
  #frame(frame) {
    if (this.curtain.holds(frame, this.hello)) return;
    switch (frame.t) {
      case "hello":
        this.#greet(/** @type {Hello} */ (/** @type {unknown} */ (frame)));
        break;
      case "events":
        this.#events(frame);
        break;
      case "view":
        this.#see(frame.view);
        break;
      case "refused":
        if (frame.view) this.#see(frame.view);
        break;
      case "chat":
        this.talk.line(/** @type {import("./types.js").ChatLine} */ (/** @type {unknown} */ (frame)));
        this.#heard(/** @type {import("./types.js").ChatLine} */ (/** @type {unknown} */ (frame)));
        break;
      case "thinking":
        this.bar.thinkingSince = Date.now() - 1000 * frame.since;
        this.bar.ask();
        break;
      case "idle":
        this.bar.thinkingSince = 0;
        this.bar.ask();
        break;
      case "offer":
        this.offer = frame.what
          ? { by: frame.by, text: frame.text, mine: frame.mine, own: frame.own, key: frame.key }
          : null;
        if (this.offer) announce(this.offer.text);
        this.bar.ask();
        this.attention.see();
        break;
      case "seats":
        this.#seats(frame.sides);
        break;
      case "pledge":
        this.#answer(this.secrets.pledge(/** @type {{side: string, top: string | null}} */ (/** @type {unknown} */ (frame))));
        break;
      case "throw":
        this.#answer(this.secrets.give(/** @type {{n: number, bind: string, side: string, top: string}} */ (/** @type {unknown} */ (frame))));
        break;
      case "pace":
        this.pace = frame.ms;
        break;
      case "error":
        toast(frame.text, "", "bad");
        break;
    }
  }

  /** @param {Hello["sides"]} sides who is here, and what they call themselves */
  #seats(sides) {
    if (!this.hello) return;
    const renamed = sides.some(({ name }, i) => name !== this.hello?.sides[i]?.name);
    this.hello.sides = sides;
    knowSides(sides);
    this.talk.seats(this.hello, this.id);
    if (!renamed) return;
    const { from, rows, early } = this.log;
    this.log.begin(from, rows, early);
    this.#title();
    this.bar.ask();
  }

  /** A line of chat that this player has neither said nor read. @param {import("./types.js").ChatLine} line */
  #heard(line) {
    if (!this.talk.news(line, this.hello?.seats ?? [], pref(`read-${this.id}`) ?? "")) return;
    this.talk.unread += 1;
    const who = line.side && line.from === "seat" ? titled(line.side, line.who) : line.who;
    const said = `${who}: ${line.text}`;
    this.dock.heard();
    if (this.talk.unread && line.from !== "table") toast(said);
    else announce(said);
  }

  /** Somebody else took back what was seen here. @param {number} from */
  #takenBack(from) {
    const mine = this.hello?.seats ?? [];
    const gone = this.log.rows.find(({ at, side }) => at >= from && side && !mine.includes(side));
    const side = this.hello?.sides.find(({ id }) => id === gone?.side);
    if (!side || this.hands.backing) return;
    const name = nameOf(side.id);
    const said = name ? t("takeback.other.name", { name }) : t("takeback.other", { side: side.title });
    toast(said);
  }

  /** @param {object | null} message */
  #answer(message) {
    if (message) this.link.tell(message);
  }

  /** @param {Hello} hello */
  #greet(hello) {
    if (this.hello && this.hello.version !== hello.version) {
      // The page of another version may not fit: a reload costs nothing, the game is on the server.
      location.reload();
      return;
    }
    if (!this.hello) window.setTimeout(() => this.#enough(), PATIENCE);
    this.hello = hello;
    knowSides(hello.sides);
    knowAbsent(hello.absent);
    this.looks.game = hello.table.game;
    this.talk.clear();
    this.talk.seats(hello, this.id);
    this.moments.forget();
    this.#title();
    const pace = pref("pace");
    if (pace !== null && hello.seats.length) this.link.tell({ t: "pace", ms: Number(pace) });
    this.board.setFrame(hello.board);
    this.retheme();
    void this.#page(hello.table.game);
  }

  #title() {
    if (!this.hello) return;
    const { name, title } = this.hello.table;
    this.attention.see();
    find(this.root, ".table-title").textContent = name || title;
  }

  /** What the game adds to the page. @param {string} game */
  async #page(game) {
    const page = await this.words.load(game);
    this.board.setBoxes([...this.words.boxes.values()]);
    this.#dressed ||= "known";
    this.guide.take(page.guide ?? []);
    this.talk.bots = page.bots ?? {};
    this.talk.seats(this.hello, this.id);
    if (this.view) this.guide.see(this.view, this.#seated);
    this.redraw();
  }

  /** The map in the theme that is in force. */
  retheme() {
    if (this.hello && this.#theme !== theme()) this.#picture();
  }

  #picture() {
    this.#theme = theme();
    this.board.setMap(`/api/tables/${this.id}/map.svg?theme=${this.#theme}`);
  }

  /** @param {Frame} frame */
  #events(frame) {
    if (this.#early) {
      this.#early.push(frame);
      return;
    }
    const { from, news } = frame;
    /** @type {Row[]} */
    const rows = frame.events;
    /** @type {Record<string, number[]> | undefined} */
    const early = frame.early;
    if (news) this.#takenBack(from);
    if (early) this.log.begin(from, rows, early);
    else this.log.take(from, rows);
    this.moments.forget(from);
    if (!news) return;
    for (const row of rows) if (row.kind !== "choice") announce(spoken(row.text));
    this.battles.see(from, rows);
    if (rows.some(({ kind }) => kind === "roll")) play("die");
    throwDice(this.root, rows, this.hello?.seats ?? []);
    this.#told.push(...rows);
    this.follow.see(rows);
    const fought = rows.find(({ kind }) => RESOLVED.has(kind));
    if (fought && this.view?.ledger) this.context.fought(this.view.ledger, fought);
  }

  /** @param {View} view */
  #see(view) {
    const before = this.view;
    this.view = view;
    this.clocks.set(view.clock);
    if (this.#early) {
      know(view.pieces, this.board.centres);
      const early = this.#early;
      this.#early = null;
      for (const frame of early) this.#events(frame);
    }
    if (this.past) {
      this.moments.draw();
      this.bar.ask();
      this.attention.see();
      return;
    }
    const moved = !before || before.at !== view.at || before.decision?.kind !== view.decision?.kind;
    if (moved) this.bar.deedSeen();
    if (moved) {
      this.#closeFan();
      this.hands.selection = null;
      this.hands.held = null;
      this.context.movedOn(before, view);
    }
    if (view.ledger) this.context.begun();
    this.redraw();
    if (view.decision?.mine && moved) {
      if (this.#dressed === "seen") this.board.camera.seek(this.#asked());
      void this.hands.again();
    }
    if (view.outcome && !this.#reported && before && !before.outcome) {
      this.#reported = true;
      void this.report();
    }
    this.battles.movedOn();
    this.absence.see();
    this.attention.see();
    if (!before && this.hello?.seats.length && !this.log.from) tellOpening(this.root, this.log.rows, this.hello.seats);
    const told = this.#told.splice(0);
    proclaim(this.root, before, view, told);
    this.#announce(before, view, told);
    this.guide.see(view, this.#seated);
    if (this.opensAt >= 0) {
      const at = this.opensAt;
      this.opensAt = -1;
      void this.moments.go(at);
    }
  }

  /** What I am asked, as which side and in which phase where that is another than before; where the question stays, what was chosen. @param {View | null} before @param {View} view @param {Row[]} told */
  #announce(before, view, told) {
    const entering = !this.#entered && this.hello !== null;
    this.#entered ||= entering;
    const { decision, phase, phase_text, turn } = view;
    if (!decision?.mine) return;
    const asked = before?.decision;
    const again = !entering && asked?.mine;
    const [other, begins] = [asked?.side !== decision.side, before?.phase !== phase || before?.turn !== turn];
    const same = again && !other && !begins && decision.prompt === asked.prompt;
    if (same && told.every(({ kind }) => kind === "choice")) {
      for (const { text } of told) announce(spoken(text));
    }
    const head = other || begins ? [decision.side_title, begins ? phase_text : ""].filter(Boolean).map(sentence).join(", ") : "";
    if (!same) announce([head, spoken(decision.prompt)].filter(Boolean).join(": "));
    const stakes = view.ledger ? stakesSaid(view.ledger) : "";
    if (stakes && stakes !== (before?.ledger ? stakesSaid(before.ledger) : "")) announce(stakes);
  }

  /** @param {number} code */
  #down(code) {
    if (code === 4404) {
      dialog(t("table.none"), [h("p", {}, h("a", { href: "/", text: t("lobby.back") }))]);
      this.link.close();
      return;
    }
    this.#connection(false);
  }

  /** @param {boolean} up */
  #connection(up) {
    find(this.root, ".line-state").textContent = up ? "" : t(this.hands.busy ? "line.kept" : "line.down");
    this.root.classList.toggle("offline", !up);
  }

  /** An order is on its way for so long that it had better be seen. */
  waits() {
    this.#connection(this.link.up);
    this.bar.ask();
  }

  // -- showing

  /** What comes by itself, and often in pieces, is shown with the next picture. */
  #soon() {
    this.#drawing ||= requestAnimationFrame(() => {
      this.#drawing = 0;
      this.redraw();
      this.context.again();
    });
  }

  /** What has not come by now does not hold up the picture. */
  #enough() {
    if (this.#drawn) return;
    this.#drawn = true;
    this.redraw();
  }

  redraw() {
    const view = this.shown;
    if (!view || !this.hello) return;
    const pieces = this.looks.dress(view.pieces);
    // The first picture is drawn once, with its words and counters: to draw is most of the work of opening.
    this.#drawn ||= this.#dressed !== "" && !this.looks.coming;
    if (!this.#drawn) return;
    this.#begin(pieces);
    know(pieces, this.board.centres);
    this.board.setPieces(pieces);
    this.bar.status(view);
    this.bar.hand(pieces);
    this.bar.ask();
    this.mark();
    this.context.draw();
    this.dock.draw();
    this.moments.draw();
    void this.overlays.draw();
    const laidOut = this.#dressed !== "" && this.board.centres.size > 0;
    this.board.host.setAttribute("aria-busy", String(!laidOut));
    find(this.root, ".undo").toggleAttribute(
      "disabled",
      Boolean(this.past) || !(this.view?.undo?.free || this.view?.undo?.needs_consent),
    );
  }

  /** Before the first question of this player is drawn the map goes there. @param {import("./types.js").Piece[]} pieces */
  #begin(pieces) {
    if (this.#dressed !== "known" || !this.mine) return;
    this.board.lay(pieces);
    const asked = this.#asked();
    if (!asked.length) return;
    this.#dressed = "seen";
    this.board.begin(asked);
  }

  mark() {
    this.board.mark(marksOf(this));
  }

  /** A fan stays open only while its counters are asked for. */
  #closeFan() {
    const { stacks } = this.board;
    const asked = new Set(this.mine?.actions.map(({ word }) => word));
    if (stacks.fanned && !stacks.at(stacks.fanned).some(({ id }) => asked.has(id))) stacks.fan(null);
  }

  /** The places that the question is about: where its answers are, or else those it names. */
  #asked() {
    const at = new Map(this.view?.pieces.map(({ id, hex }) => [id, hex]));
    const { actions = [], about } = this.mine ?? {};
    const [answers, named] = [
      actions.map(({ word }) => word),
      [...(about?.hexes ?? []), ...(about?.units ?? [])],
    ].map((words) =>
      words.map((word) => at.get(word) ?? word).filter((place) => this.board.centres.has(place)),
    );
    return answers?.length ? answers : (named ?? []);
  }

  /** A counter or hex named in a sentence is pointed at: show where it is. @param {EventTarget | null} target */
  #pointed(target) {
    const named = target instanceof Element ? target.closest(".named") : null;
    const piece = named?.getAttribute("data-at-piece");
    const hex = piece
      ? this.shown?.pieces.find(({ id }) => id === piece)?.hex
      : named?.getAttribute("data-at-hex");
    this.board.lights.point(hex ?? null);
  }

  async report() {
    closeNote();
    toast(t("loading"));
    const frame = await this.link.ask({ what: "report" });
    if (frame.t !== "answer" || !this.view) return;
    const report = /** @type {import("./types.js").Report} */ (frame.report);
    this.scrubber.chances(report.advantage, report.sides[0]?.id ?? "");
    showReport(report, this.view, this.id, (at) => void this.moments.go(at));
  }

  /** The rules browser, with the charts of the game. */
  async rules() {
    if (!this.hello || !this.shown) return;
    const { tracks } = this.shown;
    await rulesDialog({
      game: this.hello.table.game,
      log: this.log,
      go: (at) => void this.moments.go(at),
      charts: [
        ...tracks.flatMap((track) => (track.kind === "results" ? [wholeChart(track)] : [])),
        tracksView(tracks.filter(({ kind }) => kind === "chart"), []),
      ],
    });
  }

  help() {
    helpDialog(() => void this.guide.start());
  }
}

/**
 * Sit down at a table: take the seat of a secret link first, if the address holds one.
 * @param {HTMLElement} root
 * @param {string} id
 */
export async function openTable(root, id) {
  const address = new URL(location.href);
  const secret = new URLSearchParams(address.hash.slice(1));
  const [token, code, at] = [secret.get("seat"), secret.get("code"), secret.get("at")];
  if (token || code || at) {
    address.hash = "";
    history.replaceState(null, "", address);
  }
  if (token || code) {
    try {
      /** @type {{side: string, asked: boolean, code?: string}} */
      const taken = await request(`/api/tables/${id}/seat`, token ? { token, name: pref("name") ?? "" } : { code });
      if (taken.asked) toast(t("seat.asked"));
      if (taken.code) seatCodes(id, { [taken.side]: taken.code });
    } catch (refused) {
      toast(refused instanceof Error ? refused.message : String(refused), "", "bad");
    }
  }
  const table = new Table(root, id);
  if (at && /^\d+$/.test(at)) table.opensAt = Number(at);
  return table;
}
