/** The table page: keeps what the server said, shows it, and turns what the player does into orders. */

import { inLanguage, request, text as fetchText } from "./api.js";
import { Board, counterPicture } from "./board.js";
import { die } from "./dice.js";
import { find, h, iconButton, replace } from "./dom.js";
import { Guide } from "./guide.js";
import { inspector, rosterRow } from "./inspector.js";
import { lang, t } from "./i18n.js";
import { ledgerView } from "./ledger.js";
import { Link } from "./link.js";
import { Log, Scrubber } from "./log.js";
import { Looks } from "./looks.js";
import { byHex, likewise, mainVerb, together, unitOf } from "./orders.js";
import { know, linked, spoken } from "./names.js";
import { question, sentence } from "./question.js";
import { proof, showReport } from "./report.js";
import { knowSides } from "./sides.js";
import { languageSwitch, pref, theme, themeSwitch } from "./settings.js";
import { helpDialog } from "./help.js";
import { Talk } from "./talk.js";
import { tracksView } from "./tracks.js";
import {
  announce,
  closeNote,
  copyText,
  dialog,
  note,
  ruleLink,
  rulesFrom,
  toast,
} from "./ui.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Hello} Hello */
/** @typedef {import("./types.js").Frame} Frame */
/** @typedef {import("./types.js").Piece} Piece */
/** @typedef {import("./types.js").Action} Action */
/** @typedef {import("./types.js").Row} Row */
/** @typedef {import("./types.js").Ledger} Ledger */
/** @typedef {import("./types.js").Overlay} Overlay */
/**
 * @typedef {object} Selection
 * @property {string[]} pieces
 * @property {Map<string, string>} orders by hex
 * @property {Record<string, {cost: string, path: string[]}>} reach
 */

const TABS = /** @type {const} */ (["orders", "log", "forces", "tracks", "talk"]);
/** @typedef {typeof TABS[number] | "hex"} Tab */

export class Table {
  /** @type {Hello | null} */ hello = null;
  /** @type {View | null} */ view = null;
  /** @type {View | null} an earlier moment, while one is looked at */ past = null;
  /** @type {Selection | null} */ selection = null;
  /** @type {string | null} */ #unit = null;
  /** @type {string | null} */ #looked = null;
  /** @type {Ledger | null} */ #held = null;
  /** @type {Ledger | null} */ #preview = null;
  /** @type {{ledger: Ledger, face: number} | null} */ #fought = null;
  /** @type {{by: string, text: string, mine: boolean} | null} */ offer = null;
  /** @type {Set<string>} */ #overlays = new Set();
  /** @type {Tab} */ #tab = "orders";
  /** @type {Map<number, View>} */ #moments = new Map();
  /** @type {Record<string, string>} */ #verbs = {};
  /** @type {Record<string, string>} */ #areas = {};
  /** @type {Map<string, import("./types.js").Box>} */ #boxes = new Map();
  /** @type {[number, Row[]][] | null} */ #early = [];
  #ledgerTitle = "";
  #wanted = -1;
  #fetching = false;
  #busy = 0;
  /** @type {Promise<unknown>} */ #sending = Promise.resolve();
  #thinkingSince = 0;
  #clock = 0;
  #pace = 700;
  #theme = "";
  #map = "";
  #reported = false;
  #entered = false;
  /** @type {"" | "known" | "seen"} whether what the game adds is known, and the board was looked at with it */ #dressed = "";

  /** @param {HTMLElement} root @param {string} id */
  constructor(root, id) {
    this.root = root;
    this.id = id;
    rulesFrom(`/api/tables/${id}/rules/`);
    this.looks = new Looks("", () => this.#redraw());
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.link = new Link(
      (language) => `${scheme}://${location.host}/ws/${id}?lang=${language}`,
      lang,
    );
    this.link.addEventListener("frame", (event) => this.#frame(/** @type {CustomEvent} */ (event).detail));
    this.link.addEventListener("down", (event) => this.#down(/** @type {CustomEvent} */ (event).detail));
    this.link.addEventListener("up", () => this.#connection(true));
    this.#build();
    document.addEventListener("keydown", (event) => this.#key(event));
    document.addEventListener("pointerover", (event) => this.#pointed(event.target));
    window.setInterval(() => this.#tick(), 1000);
  }

  // -- the page

  #build() {
    this.log = new Log((at) => this.go(at));
    this.scrubber = new Scrubber(this.log, {
      go: (at) => this.go(at),
      live: () => this.live(),
      branch: () => void this.branch(),
      more: (near) => this.#moreMenu(near),
    });
    this.talk = new Talk((text) => void this.link.change({ t: "chat", text }));
    this.guide = new Guide(this.id, (hexes) => this.#glow(hexes));
    const field = h("div", {
      class: "field",
      id: "field",
      tabindex: "0",
      role: "application",
      "aria-label": t("board.title"),
      "aria-describedby": "board-help",
    });
    const tabs = h(
      "div",
      { class: "tabs", role: "tablist", "aria-label": t("dock.title") },
      ...["hex", ...TABS].map((name) =>
        h("button", {
          type: "button",
          role: "tab",
          id: `tab-${name}`,
          "data-tab": name,
          "aria-controls": name === "hex" ? "context" : "panel",
          onclick: () => this.showTab(/** @type {Tab} */ (name), true),
          text: t(/** @type {import("./i18n.js").Key} */ (`tab.${name}`)),
        }),
      ),
    );
    tabs.addEventListener("keydown", (event) => this.#tabKey(event));
    replace(
      this.root,
      h(
        "header",
        { class: "bar" },
        h("a", { class: "brand", href: "/", "aria-label": t("lobby.back") }, "Grognard"),
        h("h1", { class: "table-title" }),
        h("dl", { class: "status", "aria-label": t("status.title") }),
        h("span", { class: "line-state", role: "status" }),
        h(
          "nav",
          { class: "tools", "aria-label": t("tools.title") },
          iconButton("undo", t("undo"), () => void this.undo(), { class: "icon-button undo" }),
          iconButton("layers", t("overlays.title"), (e) => void this.#overlayMenu(e), {
            class: "icon-button overlays-button",
          }),
          iconButton("gear", t("settings.title"), (e) => this.#settings(e)),
          iconButton("help", t("help.title"), () => this.help()),
        ),
      ),
      h(
        "main",
        { class: "play" },
        h(
          "section",
          { class: "map-pane", "aria-label": t("board.title") },
          h("div", { class: "ask", role: "group", "aria-label": t("question.title") }),
          h(
            "div",
            { class: "map-area" },
            field,
            h("p", { id: "board-help", class: "hidden", text: t("board.help") }),
            h(
              "div",
              { class: "zoom", role: "group", "aria-label": t("zoom.title") },
              iconButton("plus", t("zoom.in"), () => this.board?.zoom(1.3)),
              iconButton("minus", t("zoom.out"), () => this.board?.zoom(1 / 1.3)),
              iconButton("fit", t("zoom.fit"), () => this.board?.fit()),
            ),
            h("div", { class: "dice-tray", "aria-hidden": "true" }),
          ),
          h("div", { class: "hand", role: "group", "aria-label": t("hand.title") }),
        ),
        h(
          "aside",
          { class: "dock", "aria-label": t("dock.title") },
          h("div", { class: "guide-host" }),
          h("div", { class: "context", id: "context" }),
          tabs,
          h("div", { class: "panel", id: "panel", role: "tabpanel" }),
        ),
      ),
      h("footer", { class: "foot" }, this.scrubber.node),
    );
    this.board = new Board(field, {
      act: (hex, piece) => void this.act(hex, piece),
      hover: (hex) => this.#hover(hex),
      mayDrag: (piece) => this.#mayDrag(piece),
      dragStart: (piece) => void this.select(piece),
      drop: (piece, hex) => void this.#drop(piece, hex),
    });
    this.board.setBoxes([...this.#boxes.values()]);
    if (this.#map) this.board.setMap(this.#map);
    this.guide.mount(find(this.root, ".guide-host"));
  }

  /** Say everything anew, in the language that was chosen. */
  relabel() {
    const rows = this.log?.rows ?? [];
    this.#build();
    this.log?.take(0, rows);
    this.talk?.seats(this.hello, this.id);
    this.#redraw();
    this.link.tell({ t: "lang", lang: lang() });
    if (this.hello) void this.#page(this.hello.table.game);
  }

  get shown() {
    return this.past ?? this.view;
  }

  get mine() {
    return !this.past && this.view?.decision?.mine ? this.view.decision : null;
  }

  // -- what the server says

  /** @param {Frame} frame */
  #frame(frame) {
    switch (frame.t) {
      case "hello":
        this.#greet(/** @type {Hello} */ (/** @type {unknown} */ (frame)));
        break;
      case "events":
        this.#events(frame.from, frame.events);
        break;
      case "view":
        this.#see(frame.view);
        break;
      case "refused":
        if (frame.view) this.#see(frame.view);
        break;
      case "chat":
        this.talk?.line(/** @type {import("./types.js").ChatLine} */ (/** @type {unknown} */ (frame)));
        if (this.#tab !== "talk") find(this.root, "#tab-talk").classList.add("news");
        announce(`${frame.who}: ${frame.text}`);
        break;
      case "thinking":
        this.#thinkingSince = Date.now() - 1000 * frame.since;
        this.#ask();
        break;
      case "idle":
        this.#thinkingSince = 0;
        this.#ask();
        break;
      case "offer":
        this.offer = frame.what ? { by: frame.by, text: frame.text, mine: frame.mine } : null;
        if (this.offer) announce(this.offer.text);
        this.#ask();
        break;
      case "seats":
        if (this.hello) this.hello.sides = frame.sides;
        this.talk?.seats(this.hello, this.id);
        break;
      case "pace":
        this.#pace = frame.ms;
        break;
      case "error":
        toast(frame.text, "", "bad");
        break;
    }
  }

  /** @param {Hello} hello */
  #greet(hello) {
    if (this.hello && this.hello.version !== hello.version) {
      // The page of another version may not fit: a reload costs nothing, the game is on the server.
      location.reload();
      return;
    }
    this.hello = hello;
    knowSides(hello.sides.map(({ id }) => id));
    this.looks.game = hello.table.game;
    this.talk?.clear();
    this.talk?.seats(hello, this.id);
    this.#moments.clear();
    document.title = `${hello.table.name || hello.table.title} · Grognard`;
    find(this.root, ".table-title").textContent = hello.table.name || hello.table.title;
    const pace = pref("pace");
    if (pace !== null && hello.seats.length) this.link.tell({ t: "pace", ms: Number(pace) });
    void this.#dressMap();
    void this.#page(hello.table.game);
  }

  /** What the game adds to the page, in the language of the page. @param {string} game */
  async #page(game) {
    /** @type {import("./types.js").GamePage} */
    const page = await request(inLanguage(`/api/games/${game}/page`));
    this.#verbs = page.verbs ?? {};
    this.#areas = page.overlays ?? {};
    this.#boxes = new Map(
      Object.entries(page.boxes ?? {}).map(([id, box]) => [id, { id, ...box }]),
    );
    this.board?.setBoxes([...this.#boxes.values()]);
    this.#dressed ||= "known";
    this.guide?.take(page.guide ?? []);
    this.#redraw();
  }

  /** An answer in words: the game's own for this question, or as the server says it. @param {Action} action */
  #label(action) {
    const kind = this.view?.decision?.kind ?? "";
    if (action.word) {
      const form = this.#verbs[`${action.verb} *`];
      const unit = this.view?.pieces.find(({ id }) => id === action.word);
      return form?.replace("{word}", unit?.name ?? action.word) ?? sentence(action.label);
    }
    return this.#verbs[`${kind} ${action.verb}`] ?? this.#verbs[action.verb] ?? sentence(action.label);
  }

  async #dressMap() {
    const wanted = theme();
    if (!this.hello || this.#theme === wanted) return;
    this.#theme = wanted;
    this.#map = await fetchText(`/api/tables/${this.id}/map.svg?theme=${wanted}`);
    this.board?.setMap(this.#map);
    this.#redraw();
  }

  /** @param {number} from @param {Row[]} rows */
  #events(from, rows) {
    if (this.#early) {
      // The first log comes before the first view, whose counters it names.
      this.#early.push([from, rows]);
      return;
    }
    const known = this.log?.rows.length ?? 0;
    this.log?.take(from, rows);
    for (const at of this.#moments.keys()) if (at >= from) this.#moments.delete(at);
    if (!known) return;
    for (const row of rows) if (row.kind !== "choice") announce(spoken(row.text));
    const rolled = rows.filter((row) => row.kind === "roll");
    const last = rolled.at(-1);
    if (last) this.#throw(rolled);
    const fought = rows.find((row) => row.kind === "result");
    if (fought && this.view?.ledger) {
      this.#fought = { ledger: this.view.ledger, face: Number(fought.facts.die) };
      this.#held = null;
    }
  }

  /** Show dice falling. @param {Row[]} rolled */
  #throw(rolled) {
    const tray = find(this.root, ".dice-tray");
    replace(
      tray,
      ...rolled.slice(-3).map((row) =>
        h(
          "figure",
          { class: "thrown" },
          die(Number(row.facts.face), "die falling"),
          h("figcaption", { text: sentence(row.text) }),
        ),
      ),
    );
    clearTimeout(this.#clock);
    this.#clock = window.setTimeout(() => replace(tray), 3800);
  }

  /** @param {View} view */
  #see(view) {
    const before = this.view;
    this.view = view;
    if (this.#early) {
      know(view.pieces);
      const early = this.#early;
      this.#early = null;
      for (const [from, rows] of early) this.#events(from, rows);
    }
    if (this.past) {
      this.#scrubbed();
      this.#ask();
      return;
    }
    const moved = !before || before.at !== view.at || before.decision?.kind !== view.decision?.kind;
    if (moved) {
      this.selection = null;
      this.#preview = null;
      if (!view.ledger && before?.ledger && !this.#fought) this.#held = null;
    }
    if (view.ledger) this.#fought = null;
    this.#redraw();
    if (view.decision?.mine && moved) void this.#again();
    if (view.outcome && !this.#reported && before && !before.outcome) {
      this.#reported = true;
      void this.report();
    }
    if (!this.#entered && this.hello) {
      this.#entered = true;
      if (view.decision?.mine) announce(view.decision.prompt);
    } else if (view.decision?.mine && view.decision.prompt !== before?.decision?.prompt) {
      announce(view.decision.prompt);
    }
    this.guide?.see(view);
  }

  /** After an order, go on with the same unit if it can do more. */
  async #again() {
    const unit = this.#unit;
    this.#unit = null;
    if (unit && this.view?.pieces.some(({ id }) => id === unit)) await this.select(unit, true);
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
    const state = find(this.root, ".line-state");
    state.textContent = up ? "" : t("line.down");
    this.root.classList.toggle("offline", !up);
  }

  #tick() {
    if (this.#thinkingSince) this.#ask();
  }

  // -- showing

  #redraw() {
    const view = this.shown;
    if (!view || !this.hello) return;
    const pieces = this.looks.dress(view.pieces);
    know(pieces);
    this.board?.setPieces(pieces);
    this.#status(view);
    this.#hand(pieces);
    this.#ask();
    this.#marks();
    this.#context();
    this.#panel();
    this.#scrubbed();
    this.#drawOverlays();
    if (this.#dressed === "known" && this.mine && this.board?.centres.size) {
      this.#dressed = "seen";
      this.board.focus(this.#asked());
    }
    find(this.root, ".undo").toggleAttribute(
      "disabled",
      Boolean(this.past) || !(this.view?.undo?.free || this.view?.undo?.needs_consent),
    );
  }

  /** @param {View} view */
  #status(view) {
    replace(
      find(this.root, ".status"),
      ...view.status.flatMap(([label, value]) => [
        h("div", {}, h("dt", { text: label }), h("dd", { text: value })),
      ]),
    );
  }

  /** The counters that are to be placed now, like cards in the hand. @param {Piece[]} pieces */
  #hand(pieces) {
    const words = new Set(this.mine?.actions.map(({ word }) => word));
    const off = pieces.filter(({ id, hex }) => words.has(id) && !this.board?.centres.has(hex));
    const hand = find(this.root, ".hand");
    const chosen = this.selection?.pieces[0];
    replace(
      hand,
      ...off.map((piece) =>
        h(
          "button",
          {
            type: "button",
            class: piece.id === chosen ? "card chosen" : "card",
            "data-unit": piece.id,
            "aria-pressed": piece.id === chosen ? "true" : "false",
            title: `${piece.name} · ${piece.words}`,
            "aria-label": `${piece.name} · ${piece.words}`,
            onclick: () => void this.#choose(piece.id),
            onpointerdown: (/** @type {PointerEvent} */ event) =>
              this.board?.grab(piece, event, () => void this.select(piece.id)),
          },
          counterPicture(piece),
        ),
      ),
    );
  }

  /** The places that the question is about. */
  #asked() {
    const at = new Map(this.view?.pieces.map(({ id, hex }) => [id, hex]));
    return (this.mine?.actions ?? []).map(({ word }) => at.get(word) ?? word);
  }

  /** What else can be done with a counter than what its lit hexes stand for. @param {string} id */
  #alsoOf(id) {
    const actions = this.mine?.actions.filter(({ word }) => word === id) ?? [];
    const main = mainVerb(this.mine?.actions ?? []);
    return actions
      .filter(({ verb }) => verb !== main)
      .map(({ text, verb }) => ({ text, label: this.#verbs[verb] ?? sentence(verb) }));
  }

  /** Answers that are neither a hex nor a counter. */
  #plain() {
    const pieces = new Set(this.view?.pieces.map(({ id }) => id));
    return (this.mine?.actions ?? [])
      .filter(({ word }) => !word || (!this.board?.centres.has(word) && !pieces.has(word)))
      .map((action) => ({ ...action, label: this.#label(action) }));
  }

  #ask() {
    const view = this.shown;
    if (!view || !this.hello) return;
    const host = find(this.root, ".ask");
    const focus = host.contains(document.activeElement)
      ? document.activeElement?.getAttribute("data-order")
      : null;
    const selected = this.selection;
    const first = selected ? view.pieces.find(({ id }) => id === selected.pieces[0]) : null;
    const stack = first ? (this.board?.stack(first.hex) ?? []) : [];
    replace(
      host,
      question(
        {
          view,
          sides: this.hello.sides,
          past: this.past !== null,
          busy: this.#busy > 0,
          plain: this.#plain(),
          selected: first
            ? {
                name: (selected?.pieces.length ?? 0) > 1
                  ? t("selected.many", { n: selected?.pieces.length ?? 0 })
                  : first.name,
                reach: selected?.orders.size ?? 0,
                stack: selected?.pieces.length === 1
                  ? stack.filter(({ side }) => side === first.side).length
                  : 0,
                more: this.#alsoOf(first.id),
              }
            : null,
          thinking: this.#thinkingSince
            ? Math.round((Date.now() - this.#thinkingSince) / 1000)
            : -1,
          offer: this.past ? null : this.offer,
          seated: this.hello.seats.length > 0,
        },
        {
          order: (text) => void this.order(text),
          live: () => this.live(),
          skip: () => this.link.tell({ t: "skip" }),
          consent: (yes) => void this.link.change({ t: "consent", yes }),
          report: () => void this.report(),
          stack: () => void this.selectStack(),
          unselect: () => this.unselect(),
        },
      ),
    );
    if (focus) {
      const again = host.querySelector(`[data-order="${CSS.escape(focus)}"]`);
      if (again instanceof HTMLElement) again.focus({ preventScroll: true });
    }
  }

  #marks() {
    /** @type {import("./board.js").Marks} */
    const marks = {
      hexes: new Map(),
      pieces: new Set(),
      selected: null,
      reach: new Map(),
      path: [],
    };
    const decision = this.mine;
    const board = this.board;
    if (!decision || !board) {
      board?.mark(marks);
      return;
    }
    const chosen = this.selection;
    /** @param {string} hex */
    const kind = (hex) =>
      board.stack(hex).some(({ side }) => side !== decision.side) ? "target" : "legal";
    if (chosen) {
      marks.selected = chosen.pieces[0] ?? null;
      for (const hex of chosen.orders.keys()) {
        const cost = chosen.reach[hex]?.cost;
        if (cost !== undefined && kind(hex) === "legal") marks.reach.set(hex, cost);
        else marks.hexes.set(hex, kind(hex));
      }
      const path = this.#looked ? chosen.reach[this.#looked]?.path : null;
      const start = this.view?.pieces.find(({ id }) => id === chosen.pieces[0])?.hex;
      if (path && start) marks.path = [start, ...path];
    } else {
      for (const { word } of decision.actions) {
        if (board.centres.has(word)) marks.hexes.set(word, kind(word));
        else if (word) marks.pieces.add(word);
      }
    }
    const attack = this.#built();
    if (attack) marks.hexes.set(attack.target, "target");
    board.mark(marks);
  }

  /** The attack that is being built: its target and who joins it. */
  #built() {
    const view = this.shown;
    const hexes = this.board?.centres;
    if (!view?.ledger || !hexes) return null;
    const named = (view.decision?.pending ?? "").split(" ").filter((word) => hexes.has(word));
    const titled = view.ledger.title.split(/\W+/).filter((word) => hexes.has(word));
    const target = named[0] ?? titled[0];
    if (!target) return null;
    const from = new Set([...named, ...titled].filter((hex) => hex !== target));
    return { target, from: [...from] };
  }

  #scrubbed() {
    const view = this.shown;
    if (!view || !this.view) return;
    const at = this.past ? this.past.at : this.view.length;
    this.scrubber?.set(
      at,
      this.view.length,
      t("scrub.where", { turn: view.turn, phase: view.phase_text, at, length: this.view.length }),
    );
    this.log?.show(this.past ? this.past.at : -1);
    this.root.classList.toggle("in-past", this.past !== null);
  }

  // -- the dock

  /** @param {Tab} tab @param {boolean} [focus] */
  showTab(tab, focus = false) {
    this.#tab = tab;
    this.root.classList.add("dock-open");
    this.#panel();
    if (focus) find(this.root, `#tab-${tab}`).focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  #tabKey(event) {
    const way = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!way) return;
    event.preventDefault();
    event.stopPropagation();
    const all = [...this.root.querySelectorAll('[role="tab"]')].filter(
      (tab) => tab instanceof HTMLElement && tab.offsetParent,
    );
    const here = all.findIndex((tab) => tab.getAttribute("data-tab") === this.#tab);
    const next = all[(here + way + all.length) % all.length];
    this.showTab(/** @type {Tab} */ (next?.getAttribute("data-tab")), true);
  }

  #panel() {
    for (const tab of this.root.querySelectorAll('[role="tab"]')) {
      const on = tab.getAttribute("data-tab") === this.#tab;
      tab.setAttribute("aria-selected", String(on));
      tab.setAttribute("tabindex", on ? "0" : "-1");
    }
    const panel = find(this.root, "#panel");
    panel.setAttribute("aria-labelledby", `tab-${this.#tab}`);
    find(this.root, ".dock").dataset.tab = this.#tab;
    if (this.#tab === "log") {
      if (panel.firstChild !== this.log?.list) replace(panel, this.log?.list);
      this.log?.show(this.past ? this.past.at : -1);
    } else if (this.#tab === "talk") {
      find(this.root, "#tab-talk").classList.remove("news");
      if (panel.firstChild !== this.talk?.node) replace(panel, this.talk?.node);
    } else if (this.#tab === "forces") replace(panel, this.#forces());
    else if (this.#tab === "tracks" && this.shown) {
      replace(panel, tracksView(this.shown.tracks, this.looks.dress(this.shown.pieces)));
    }
    else if (this.#tab === "orders") this.#orders(panel);
  }

  /** Text mode: every legal answer in words, and a line to type any order. @param {HTMLElement} panel */
  #orders(panel) {
    const decision = this.mine;
    const active = document.activeElement;
    const typed = panel.querySelector("input");
    const keep = typed === active ? typed : null;
    const index = active instanceof HTMLElement && panel.contains(active) ? active.dataset.n : undefined;
    const list = h(
      "ol",
      { class: "orders-list", "aria-label": t("orders.title") },
      ...(decision?.actions ?? []).map((action, i) =>
        h(
          "li",
          {},
          h(
            "button",
            {
              type: "button",
              class: "order",
              disabled: this.#busy > 0,
              "data-n": i,
              "data-order": action.text,
              onclick: () => void this.order(action.text),
              onmouseenter: () => this.#point(action),
              onfocus: () => this.#point(action),
            },
            i < 9 ? h("kbd", { text: i + 1 }) : null,
            h("span", { text: this.#label(action) }),
          ),
        ),
      ),
    );
    const input =
      keep ??
      h("input", {
        type: "text",
        class: "order-line",
        "aria-label": t("orders.type"),
        placeholder: t("orders.example"),
        autocomplete: "off",
        spellcheck: "false",
        maxlength: 400,
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
          if (event.key !== "Enter") return;
          const field = /** @type {HTMLInputElement} */ (event.currentTarget);
          const text = field.value.trim();
          if (text) void this.order(text, true).then((done) => done && (field.value = ""));
        },
      });
    replace(
      panel,
      decision
        ? h("p", { class: "orders-prompt" }, sentence(decision.prompt), " ", ruleLink(decision.rule))
        : h("p", { class: "quiet-text", text: t("orders.none") }),
      decision ? input : null,
      list,
    );
    if (keep) keep.focus({ preventScroll: true });
    else if (index !== undefined) {
      const next = panel.querySelector(`[data-n="${index}"]`) ?? panel.querySelector("button.order");
      if (next instanceof HTMLElement) next.focus({ preventScroll: true });
    }
  }

  /** Show on the map what an answer in the list is about. @param {Action} action */
  #point(action) {
    const piece = this.view?.pieces.find(({ id }) => id === action.word);
    const hex = piece ? piece.hex : action.word;
    if (this.board?.centres.has(hex)) {
      this.board.setCursor(hex);
      void this.inspect(hex);
    }
  }

  #forces() {
    const view = this.shown;
    if (!view) return null;
    const pieces = this.looks.dress(view.pieces);
    const boxes = view.boxes.map((box) => ({
      title: this.#boxes.get(box.id)?.title ?? box.title,
      pieces: pieces.filter(({ hex }) => hex === box.id),
    }));
    const field = pieces.filter(({ hex }) => this.board?.centres.has(hex) && !this.board.isBox(hex));
    const sides = this.hello?.sides ?? [];
    const groups = [
      ...sides.map((side) => ({
        title: t("forces.field", { side: side.title }),
        pieces: field.filter((piece) => piece.side === side.id),
      })),
      ...boxes,
    ].filter((group) => group.pieces.length);
    return h(
      "div",
      { class: "forces" },
      ...groups.map((group) =>
        h(
          "details",
          { open: true },
          h("summary", {}, group.title, " ", h("small", { text: group.pieces.length })),
          h(
            "ul",
            { class: "roster" },
            ...group.pieces.map((piece) => rosterRow(piece, (id) => void this.#choose(id))),
          ),
        ),
      ),
    );
  }

  /** The upper part of the dock: the ledger while there is a battle, else the hex looked at. */
  #context() {
    const view = this.shown;
    const host = find(this.root, "#context");
    if (!view) return;
    const chart = view.tracks.find((track) => track.kind === "results") ?? null;
    const built = view.ledger ?? this.#preview;
    if (built?.title !== this.#ledgerTitle) host.scrollTop = 0;
    this.#ledgerTitle = built?.title ?? "";
    const dock = find(this.root, ".dock");
    dock.classList.toggle("battle", Boolean(built ?? this.#fought));
    if (built) {
      replace(
        host,
        ledgerView(built, {
          chart,
          held: this.#held,
          ...(view.ledger && !this.past
            ? {
                hold: () => {
                  this.#held = built;
                  this.#context();
                },
                drop: () => {
                  this.#held = null;
                  this.#context();
                },
              }
            : {}),
        }),
      );
      return;
    }
    if (this.#fought && !this.past) {
      replace(host, ledgerView(this.#fought.ledger, { chart, thrown: this.#fought.face }));
      return;
    }
    if (host.querySelector(".ledger")) replace(host);
    if (!host.firstChild) {
      replace(
        host,
        h("p", { class: "quiet-text", text: t("hex.hint") }),
        view.commitment
          ? h("p", { class: "quiet-text" }, t("proof.commitment"), " ", h("code", { text: view.commitment }))
          : null,
      );
    }
  }

  /** @param {string} hex */
  async inspect(hex) {
    this.#looked = hex;
    const view = this.shown;
    const box = this.#boxes.get(hex);
    const frame = await this.link.ask({ what: "hex", hex });
    if (this.#looked !== hex || this.shown !== view || !view) return;
    if (frame.t !== "answer" && !box) return;
    const told = frame.t === "answer" ? frame : { facts: [], traces: [], name: "" };
    this.board?.trace(this.#overlays.has("traces") ? told.traces : []);
    const host = find(this.root, "#context");
    if (view.ledger || this.#preview) return;
    const centre = this.board?.centres.get(hex);
    if (!centre || !this.board) return;
    this.#fought = null;
    find(this.root, ".dock").classList.remove("battle");
    const here = this.looks.dress(view.pieces.filter((piece) => piece.hex === hex));
    replace(
      host,
      inspector(
        { facts: told.facts, traces: told.traces, hex, name: told.name, ...(box ? { title: box.title } : {}) },
        here,
        this.board.svg,
        centre,
        this.board.counter,
        (id) => void this.#choose(id),
      ),
    );
  }

  /** @param {string | null} hex */
  #hover(hex) {
    const before = this.#looked;
    if (hex) void this.inspect(hex);
    if (this.selection && before !== hex) {
      this.#marks();
      void this.#foresee(hex);
    }
  }

  /** The odds of the attack that a click on this hex would begin. @param {string | null} hex */
  async #foresee(hex) {
    const text = hex ? this.selection?.orders.get(hex) : null;
    const enemy = hex && this.board?.stack(hex).some(({ side }) => side !== this.mine?.side);
    if (!text || !enemy || this.view?.ledger) {
      if (this.#preview) {
        this.#preview = null;
        this.#context();
      }
      return;
    }
    const frame = await this.link.ask({ what: "odds", text });
    if (frame.t !== "answer" || this.#looked !== hex || this.view?.ledger) return;
    this.#preview = frame.ledger;
    this.#context();
  }

  // -- choosing and ordering

  /** A hex or a counter was clicked, or chosen with the keyboard. @param {string} hex @param {string | null} piece */
  async act(hex, piece) {
    void this.inspect(hex);
    const decision = this.mine;
    if (!decision) {
      if (!this.past) this.#notMine(hex);
      return;
    }
    const chosen = this.selection;
    const order = chosen?.orders.get(hex);
    if (order) {
      await this.order(order);
      return;
    }
    if (piece && decision.actions.some(({ word }) => word === piece)) {
      if (chosen?.pieces[0] === piece) this.unselect();
      else await this.#choose(piece);
      return;
    }
    const here = decision.actions.filter(({ word }) => word === hex);
    if (here.length === 1 && here[0]) {
      await this.order(here[0].text);
      return;
    }
    if (here.length > 1) {
      this.#menu(hex, here);
      return;
    }
    const stack = this.board?.stack(hex) ?? [];
    const lit = stack.filter(({ id }) => decision.actions.some(({ word }) => word === id));
    const candidates = lit.length ? lit : stack.filter(({ side }) => side === decision.side);
    const wanted = candidates.find(({ id }) => id === piece) ?? candidates.at(-1);
    if (wanted && !(chosen && chosen.pieces.includes(wanted.id))) {
      if (lit.length) {
        await this.#choose(wanted.id);
        return;
      }
      if (await this.select(wanted.id)) return;
    }
    if (wanted && decision.otherwise && (!chosen || !chosen.pieces.includes(wanted.id))) {
      // The unit on the move stays where it is, as when another order is given.
      if ((await this.order(decision.otherwise)) && (await this.select(wanted.id))) return;
    }
    await this.#why(hex, piece ?? wanted?.id ?? null, chosen);
  }

  /** Choose a counter: its orders light up; one that has none is answered at once. @param {string} id */
  async #choose(id) {
    const decision = this.mine;
    const piece = this.view?.pieces.find((each) => each.id === id);
    if (!decision || !piece) {
      if (piece && this.board?.centres.has(piece.hex)) this.board.setCursor(piece.hex);
      return;
    }
    if (await this.select(id)) return;
    const direct = decision.actions.filter(({ word }) => word === id);
    if (direct.length > 1 && this.board?.centres.has(piece.hex)) this.#menu(piece.hex, direct);
    else if (direct[0]) await this.order(direct[0].text);
    else if (this.board?.centres.has(piece.hex)) await this.#why(piece.hex, id, null);
  }

  /** @param {string} hex */
  #notMine(hex) {
    const decision = this.view?.decision;
    if (!decision || !this.hello?.seats.length) return;
    const stack = this.board?.stack(hex) ?? [];
    if (!stack.some(({ side }) => this.hello?.seats.includes(side))) return;
    const at = this.board?.onPage(hex);
    if (!at) return;
    note({
      near: at,
      title: t("why.title"),
      body: h("p", {}, t("question.wait", { side: decision.side_title }), " ", ruleLink(decision.rule)),
      kind: "why",
    });
  }

  /** Ask the server why something cannot be done, and show it beside the hex. @param {string} hex @param {string | null} piece @param {Selection | null} chosen */
  async #why(hex, piece, chosen) {
    const decision = this.mine;
    if (!decision) return;
    const text =
      (chosen ? likewise(chosen.orders, hex) : null) ??
      (piece || this.board?.stack(hex).length || this.#asksHexes(decision.actions)
        ? `${mainVerb(decision.actions)} ${this.#subject(hex, piece, decision.actions)}`
        : null);
    if (!text) {
      this.unselect();
      return;
    }
    const frame = await this.link.ask({ what: "why", text });
    if (frame.t !== "answer" || frame.legal) return;
    const at = this.board?.onPage(hex);
    if (!at) return;
    announce(spoken(frame.text));
    note({
      near: at,
      title: t("why.title"),
      body: h("p", {}, ...linked(sentence(frame.text)), " ", ruleLink(frame.rule)),
      kind: "why",
    });
  }

  /** @param {Action[]} actions */
  #asksHexes(actions) {
    return actions.some(({ word }) => this.board?.centres.has(word));
  }

  /** What a question is about: counters, if its answers name counters, else hexes. @param {string} hex @param {string | null} piece @param {Action[]} actions */
  #subject(hex, piece, actions) {
    const ids = new Set(this.view?.pieces.map(({ id }) => id));
    const units = actions.some(({ word }) => ids.has(word));
    return units && piece ? piece : hex;
  }

  /** @param {string} hex @param {Action[]} actions */
  #menu(hex, actions) {
    const at = this.board?.onPage(hex);
    if (!at) return;
    note({
      near: at,
      title: hex,
      body: h(
        "div",
        { class: "menu" },
        ...actions.map((action) =>
          h("button", {
            type: "button",
            text: this.#label(action),
            onclick: () => {
              closeNote();
              void this.order(action.text);
            },
          }),
        ),
      ),
      focus: true,
    });
  }

  /**
   * Select a counter if it has orders.
   * @param {string} id
   * @param {boolean} [quiet] by the page itself: keep what is looked at
   */
  async select(id, quiet = false) {
    const decision = this.mine;
    const view = this.view;
    const piece = view?.pieces.find((each) => each.id === id);
    if (!decision || !piece) return false;
    const [of, reach] = await Promise.all([
      this.link.ask({ what: "of", unit: id }),
      this.link.ask({ what: "reach", unit: id }),
    ]);
    if (of.t !== "answer" || this.view !== view || !this.board) return false;
    const orders = byHex(of.orders, piece.hex, this.board.centres);
    if (!orders.size) return false;
    this.selection = { pieces: [id], orders, reach: reach.t === "answer" ? reach.reach : {} };
    if (!quiet) announce(t("selected.said", { name: piece.name, n: orders.size }));
    this.#selected();
    return true;
  }

  /** The whole stack of the selected counter, as far as it can go together. */
  async selectStack() {
    const first = this.view?.pieces.find(({ id }) => id === this.selection?.pieces[0]);
    const view = this.view;
    const board = this.board;
    if (!first || !board) return;
    const mates = board.stack(first.hex).filter(({ side }) => side === first.side);
    const each = await Promise.all(
      mates.map(async ({ id }) => {
        const frame = await this.link.ask({ what: "of", unit: id });
        const orders = frame.t === "answer" ? byHex(frame.orders, first.hex, board.centres) : new Map();
        return { piece: id, orders };
      }),
    );
    if (this.view !== view || !this.selection) return;
    const able = each.filter(({ orders }) => orders.size);
    const orders = together(able);
    if (!orders.size) return;
    this.selection = { ...this.selection, pieces: able.map(({ piece }) => piece), orders };
    this.#selected();
  }

  unselect() {
    if (!this.selection) return;
    this.selection = null;
    this.#preview = null;
    this.#selected();
    this.#context();
  }

  #selected() {
    this.#marks();
    this.#ask();
    this.#hand(this.looks.dress(this.view?.pieces ?? []));
  }

  /** @param {string} piece */
  #mayDrag(piece) {
    const decision = this.mine;
    const found = this.view?.pieces.find(({ id }) => id === piece);
    return Boolean(decision && found && found.side === decision.side);
  }

  /** @param {string} piece @param {string} hex */
  async #drop(piece, hex) {
    if (this.selection?.pieces[0] !== piece && !(await this.select(piece))) {
      const direct = this.mine?.actions.filter(({ word }) => word === piece) ?? [];
      if (direct.length === 1 && direct[0] && (await this.order(direct[0].text))) {
        const there = this.mine?.actions.filter(({ word }) => word === hex) ?? [];
        if (there.length === 1 && there[0]) await this.order(there[0].text);
        return;
      }
      await this.#why(this.view?.pieces.find(({ id }) => id === piece)?.hex ?? hex, piece, null);
      return;
    }
    const from = this.view?.pieces.find(({ id }) => id === piece)?.hex;
    if (hex === from) return;
    const order = this.selection?.orders.get(hex);
    if (order) await this.order(order);
    else await this.#why(hex, piece, this.selection);
  }

  /**
   * Give an order.  While another is on its way a click is ignored, a key waits its turn.
   * @param {string} text
   * @param {boolean} [waits]
   * @returns {Promise<boolean>} whether it was done
   */
  async order(text, waits = false) {
    if (this.#busy && !waits) return false;
    while (this.#busy) await this.#sending;
    const view = this.view;
    if (!view) return false;
    closeNote();
    this.#busy += 1;
    this.#unit = unitOf(text, view.pieces);
    const sending = this.link.change({ t: "order", rev: view.rev, text });
    this.#sending = sending;
    const frame = await sending;
    this.#busy -= 1;
    if (frame.t === "refused") {
      this.#unit = null;
      toast(sentence(frame.text), frame.rule, "bad");
      announce(frame.text);
    }
    this.#ask();
    if (this.#tab === "orders") this.#panel();
    return frame.t === "done";
  }

  async undo() {
    const view = this.view;
    if (!view || this.past || !(view.undo?.free || view.undo?.needs_consent)) return;
    const frame = await this.link.change({ t: "undo", rev: view.rev });
    if (frame.t === "refused") toast(sentence(frame.text), frame.rule, "bad");
  }

  /** A counter or hex named in a sentence is pointed at: show where it is. @param {EventTarget | null} target */
  #pointed(target) {
    const named = target instanceof Element ? target.closest(".named") : null;
    const piece = named?.getAttribute("data-at-piece");
    const hex = piece
      ? this.shown?.pieces.find(({ id }) => id === piece)?.hex
      : named?.getAttribute("data-at-hex");
    this.board?.point(hex ?? null);
  }

  // -- other moments

  /** @param {number} at */
  go(at) {
    const view = this.view;
    if (!view) return;
    if (at >= view.length) {
      this.live();
      return;
    }
    this.#wanted = at;
    void this.#fetchMoment();
  }

  async #fetchMoment() {
    if (this.#fetching) return;
    this.#fetching = true;
    while (this.#wanted >= 0) {
      const at = this.#wanted;
      let view = this.#moments.get(at);
      if (!view) {
        const frame = await this.link.ask({ what: "at", at });
        if (frame.t === "answer") {
          view = /** @type {View} */ (frame.view);
          this.#moments.set(at, view);
          if (this.#moments.size > 400) {
            this.#moments.delete(/** @type {number} */ (this.#moments.keys().next().value));
          }
        }
      }
      if (this.#wanted === at) this.#wanted = -1;
      if (view) {
        this.past = view;
        this.selection = null;
        this.#preview = null;
        this.#fought = null;
        this.#redraw();
      }
    }
    this.#fetching = false;
  }

  live() {
    this.#wanted = -1;
    this.past = null;
    this.#redraw();
  }

  async branch() {
    const at = this.past?.at ?? this.view?.at ?? 0;
    /** @type {import("./types.js").NewTable} */
    const made = await request(`/api/tables/${this.id}/branch`, { at });
    location.href = `/t/${made.id}`;
  }

  /** @param {HTMLElement} near */
  #moreMenu(near) {
    const at = this.shown?.at ?? 0;
    const base = `/api/tables/${this.id}`;
    const look = theme();
    note({
      near,
      title: t("scrub.more"),
      body: h(
        "div",
        { class: "menu" },
        h("button", {
          type: "button",
          text: t("copy.position"),
          onclick: async () => copyText(await fetchText(`${base}/position?at=${at}`)),
        }),
        h("button", {
          type: "button",
          text: t("copy.record"),
          onclick: async () => copyText(await fetchText(`${base}/record`)),
        }),
        h("a", {
          href: `${base}/picture.svg?at=${at}&theme=${look}`,
          download: `grognard-${this.id}-${at}.svg`,
          text: t("picture.svg"),
        }),
        h("a", {
          href: `${base}/picture.png?at=${at}&theme=${look}`,
          download: `grognard-${this.id}-${at}.png`,
          text: t("picture.png"),
        }),
        h("button", { type: "button", text: t("report.sofar"), onclick: () => void this.report() }),
        h("button", { type: "button", text: t("proof.title"), onclick: () => this.#proof() }),
      ),
      focus: true,
    });
  }

  #proof() {
    closeNote();
    if (this.view) dialog(t("proof.title"), [proof(this.view, this.id)]);
  }

  async report() {
    closeNote();
    toast(t("loading"));
    const frame = await this.link.ask({ what: "report" });
    if (frame.t === "answer" && this.view) showReport(frame.report, this.view, this.id);
  }

  // -- overlays

  /** @param {MouseEvent} event */
  async #overlayMenu(event) {
    const near = /** @type {HTMLElement} */ (event.currentTarget);
    const all = await this.#askOverlays();
    const names = [
      ...all.map((overlay) => ({ name: overlay.name, title: this.#areaTitle(overlay) })),
      ...(this.#areas.traces ? [{ name: "traces", title: this.#areas.traces }] : []),
      { name: "moves", title: t("overlay.moves") },
    ];
    note({
      near,
      title: t("overlays.title"),
      body: h(
        "div",
        { class: "menu checks" },
        ...names.map(({ name, title }) =>
          h(
            "label",
            {},
            h("input", {
              type: "checkbox",
              checked: this.#overlays.has(name),
              onchange: (/** @type {Event} */ change) => {
                const on = /** @type {HTMLInputElement} */ (change.target).checked;
                if (on) this.#overlays.add(name);
                else this.#overlays.delete(name);
                if (name === "traces" && !on) this.board?.trace([]);
                void this.#drawOverlays();
              },
            }),
            sentence(title),
          ),
        ),
      ),
      focus: true,
    });
  }

  /** @param {Overlay} overlay */
  #areaTitle(overlay) {
    const own = this.#areas[overlay.name.split(" ")[0] ?? ""];
    const side = this.hello?.sides.find(({ id }) => id === overlay.side)?.title;
    return own ? [own, side].filter(Boolean).join(": ") : overlay.title;
  }

  /** @returns {Promise<Overlay[]>} */
  async #askOverlays() {
    const frame = await this.link.ask({ what: "overlay" });
    return frame.t === "answer" ? frame.overlays : [];
  }

  async #drawOverlays() {
    const attack = this.#built();
    const arrows = (attack?.from ?? []).map((from) => ({
      kind: "attack",
      from,
      to: attack?.target ?? "",
    }));
    if (!this.#overlays.size) {
      this.board?.overlay([], arrows);
      return;
    }
    const named = [...this.#overlays].some((name) => name !== "moves" && name !== "traces");
    const all = named && !this.past ? await this.#askOverlays() : [];
    const sides = this.hello?.sides.map(({ id }) => id) ?? [];
    const areas = all
      .filter(({ name }) => this.#overlays.has(name))
      .map((overlay) => ({
        kind: `${overlay.name.split(" ")[0]} side-${Math.max(sides.indexOf(overlay.side ?? ""), 0)}`,
        hexes: overlay.hexes,
        lines: overlay.lines,
      }));
    this.board?.overlay(areas, [
      ...(this.#overlays.has("moves") ? this.#moves() : []),
      ...arrows,
    ]);
  }

  /** Everything that moved in the turn before the moment shown, or in this one so far. */
  #moves() {
    const view = this.shown;
    const arrows = [];
    for (const row of this.log?.rows ?? []) {
      if (!view || row.at > view.at || row.turn < view.turn - 1) continue;
      const { start, hex, origin } = row.facts;
      if (["move", "retreat", "advance"].includes(row.kind) && start && hex) {
        arrows.push({ kind: row.kind, from: String(start), to: String(hex) });
      } else if (row.kind === "attack" && origin && hex) {
        arrows.push({ kind: "attack", from: String(origin), to: String(hex) });
      }
    }
    return arrows;
  }

  /** Hexes that the guide speaks of. @param {string[]} hexes */
  #glow(hexes) {
    this.board?.glow(hexes);
  }

  // -- menus

  /** @param {MouseEvent} event */
  #settings(event) {
    const near = /** @type {HTMLElement} */ (event.currentTarget);
    const bots = this.hello?.sides.some(({ who }) => who.startsWith("bot:")) ?? false;
    note({
      near,
      title: t("settings.title"),
      body: h(
        "div",
        { class: "settings" },
        languageSwitch(() => {
          closeNote();
          this.relabel();
        }),
        themeSwitch(() => void this.#dressMap()),
        bots && this.hello?.seats.length
          ? h(
              "label",
              {},
              t("bot.pace"),
              h("input", {
                type: "range",
                min: 0,
                max: 3000,
                step: 100,
                value: this.#pace,
                "aria-valuetext": t("bot.ms", { ms: this.#pace }),
                oninput: (/** @type {Event} */ e) => {
                  this.#pace = Number(/** @type {HTMLInputElement} */ (e.target).value);
                  pref("pace", String(this.#pace));
                  this.link.tell({ t: "pace", ms: this.#pace });
                },
              }),
            )
          : null,
        h("p", { class: "quiet-text", text: t("version", { version: this.hello?.version ?? "" }) }),
      ),
      focus: true,
    });
  }

  retheme() {
    void this.#dressMap();
  }

  help() {
    helpDialog(() => void this.guide?.start());
  }

  // -- keys

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const at = event.target instanceof HTMLElement ? event.target : document.body;
    if (at.closest("dialog")) return;
    if (event.key === "Escape") {
      if (closeNote()) return;
      if (at instanceof HTMLInputElement) at.blur();
      if (this.past) this.live();
      else this.unselect();
      return;
    }
    if (at.matches('input:not([type="range"], [type="checkbox"]), textarea, select')) return;
    const onBoard = at.id === "field";
    const arrows = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
    const arrow = arrows[/** @type {keyof typeof arrows} */ (event.key)];
    if (arrow && onBoard) {
      event.preventDefault();
      const [dx = 0, dy = 0] = arrow;
      if (event.shiftKey) this.board?.pan(-dx * 90, -dy * 90);
      else this.#cursor(this.board?.step(dx, dy) ?? null);
      return;
    }
    if (event.key === "Enter" && onBoard && this.board?.cursor) {
      event.preventDefault();
      const stack = this.board.stack(this.board.cursor);
      void this.act(this.board.cursor, stack.length === 1 ? (stack[0]?.id ?? null) : null);
      return;
    }
    const digit = /^[1-9]$/.test(event.key) ? Number(event.key) : 0;
    if (digit) {
      const action = this.mine?.actions[digit - 1];
      if (action && !event.repeat) void this.order(action.text, true);
      return;
    }
    const run = this.#shortcuts()[event.key];
    if (run) {
      event.preventDefault();
      run();
    }
  }

  /** @returns {Record<string, () => void>} */
  #shortcuts() {
    return {
      "?": () => this.help(),
      "+": () => this.board?.zoom(1.3),
      "=": () => this.board?.zoom(1.3),
      "-": () => this.board?.zoom(1 / 1.3),
      0: () => this.board?.fit(),
      m: () => find(this.root, "#field").focus(),
      n: () => this.#nextLit(1),
      p: () => this.#nextLit(-1),
      u: () => void this.undo(),
      "[": () => this.scrubber?.step(-1),
      "]": () => this.scrubber?.step(1),
      "{": () => this.scrubber?.jump("turn", -1),
      "}": () => this.scrubber?.jump("turn", 1),
      "(": () => this.scrubber?.jump("attack", -1),
      ")": () => this.scrubber?.jump("attack", 1),
      l: () => this.showTab("log", true),
      o: () => this.#focusOrders(),
      f: () => this.showTab("forces", true),
      t: () => this.showTab("talk", true),
      k: () => this.showTab("tracks", true),
      s: () => this.link.tell({ t: "skip" }),
      w: () => void this.selectStack(),
      "/": () => {
        this.showTab("orders");
        const line = this.root.querySelector(".order-line");
        if (line instanceof HTMLElement) line.focus();
      },
    };
  }

  #focusOrders() {
    this.showTab("orders", true);
    const first = this.root.querySelector("#panel button.order");
    if (first instanceof HTMLElement) first.focus();
  }

  /** Go round what can be chosen on the map. @param {1 | -1} way */
  #nextLit(way) {
    const words = this.selection
      ? [...this.selection.orders.keys()]
      : (this.mine?.actions.map(({ word }) => word) ?? []);
    const places = words.flatMap((word) => {
      const piece = this.view?.pieces.find(({ id }) => id === word);
      const hex = piece ? piece.hex : word;
      return this.board?.centres.has(hex) ? [hex] : [];
    });
    const hexes = [...new Set(places)].sort();
    if (!hexes.length) return;
    const here = hexes.indexOf(this.board?.cursor ?? "");
    find(this.root, "#field").focus();
    this.#cursor(hexes[(here + way + hexes.length) % hexes.length] ?? null);
  }

  /** @param {string | null} hex */
  #cursor(hex) {
    if (!hex || !this.board) return;
    this.board.setCursor(hex);
    void this.inspect(hex);
    if (this.selection) {
      this.#marks();
      void this.#foresee(hex);
    }
    const name = this.hello?.names[hex];
    const terrain = this.hello?.board.terrain[hex] ?? "";
    const who = this.board.stack(hex).map((piece) => `${piece.name}, ${piece.words}`);
    const cost = this.selection?.reach[hex]?.cost;
    announce(
      [hex, name, terrain, ...who, cost ? t("cost.said", { cost }) : ""].filter(Boolean).join(". "),
    );
  }
}

/**
 * Sit down at a table: take the seat of a secret link first, if the address holds one.
 * @param {HTMLElement} root
 * @param {string} id
 */
export async function openTable(root, id) {
  const address = new URL(location.href);
  const token = address.searchParams.get("seat");
  if (token) {
    address.searchParams.delete("seat");
    history.replaceState(null, "", address);
    try {
      await request(`/api/tables/${id}/seat`, { token });
    } catch (refused) {
      toast(refused instanceof Error ? refused.message : String(refused), "", "bad");
    }
  }
  return new Table(root, id);
}
