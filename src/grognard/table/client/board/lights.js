/** What is lit on the map: what can be chosen, reach and path; areas, arrows and lines of overlays. */

import { s } from "../dom.js";

/** @typedef {import("./ground.js").Ground} Ground */
/** @typedef {import("./ground.js").Point} Point */
/**
 * @typedef {object} Marks
 * @property {Map<string, string>} hexes what is lit: hex and kind (legal, target, target aside)
 * @property {string[]} named hexes that the question speaks of
 * @property {Set<string>} pieces counters that can be chosen
 * @property {Set<string>} about counters that the question speaks of
 * @property {Set<string>} joined counters that the order so far names
 * @property {string[]} selected counters in hand, the first of them first
 * @property {Map<string, string>} reach hex and what is written there
 * @property {string[]} path
 */
/** @typedef {{kind: string, hexes: string[], figures: Record<string, string>, lines: string[][]}} Area */
/** @typedef {{kind: string, from: string, to: string}} Arrow */

/** @type {Record<string, string>} */
const FRACTIONS = { "1/2": "½", "1/3": "⅓", "2/3": "⅔", "1/6": "⅙", "5/6": "⅚" };

/** Nothing is lit. @returns {Marks} */
export function noMarks() {
  return {
    hexes: new Map(),
    named: [],
    pieces: new Set(),
    about: new Set(),
    joined: new Set(),
    selected: [],
    reach: new Map(),
    path: [],
  };
}

export class Lights {
  under = s("g", { class: "under" });
  lit = s("g", { class: "lit-hexes" });
  /** around targets, over the counters that would hide them */ sights = s("g", { class: "sights" });
  /** costs of hexes where somebody stands, over him */ tolls = s("g", { class: "tolls" });
  badges = s("g", { class: "badges" });
  arrows = s("g", { class: "arrows" });
  traces = s("g", { class: "traces" });
  above = s("g", { class: "above" });
  shine = s("g", { class: "shine" });
  pointed = s("g", { class: "shine" });
  ring = s("g", { class: "cursor" });

  /** @type {WeakMap<SVGGElement, string>} what each layer shows */ #shown = new WeakMap();

  /** @param {Ground} ground @param {(hex: string) => boolean} held whether counters lie in a hex */
  constructor(ground, held) {
    this.ground = ground;
    this.held = held;
  }

  /** Whether a layer is to show something else than it does, or in another place. @param {SVGGElement} layer @param {unknown} what */
  #news(layer, what) {
    const said = `${this.ground.version} ${JSON.stringify(what)}`;
    if (this.#shown.get(layer) === said) return false;
    this.#shown.set(layer, said);
    return true;
  }

  /** @param {Marks} marks */
  mark({ hexes, named, reach, path }) {
    const held = new Set([...reach.keys()].filter((hex) => this.held(hex) && !this.ground.isBox(hex)));
    if (this.#news(this.lit, [named, [...reach], [...held], [...hexes]])) {
      const costs = this.#costs(reach, held);
      this.lit.replaceChildren(
        ...named.flatMap((hex) => this.#named(hex)),
        ...this.#reached([...reach.keys()]),
        ...chips(costs.filter(({ hex }) => !held.has(hex))),
        ...[...hexes].flatMap(([hex, kind]) => this.#chosen(hex, kind)),
      );
      this.tolls.replaceChildren(...chips(costs.filter(({ hex }) => held.has(hex))));
      const targets = [...hexes].filter(([, kind]) => kind === "target");
      this.sights.replaceChildren(...targets.flatMap(([hex]) => this.#sight(hex)));
    }
    if (!this.#news(this.above, path)) return;
    const d = this.ground.line(path);
    const end = this.ground.centres.get(path.at(-1) ?? "");
    this.above.replaceChildren();
    if (d && end) {
      this.above.append(
        s("path", { class: "way-casing", d }),
        s("path", { class: "way", d }),
        s("circle", { class: "way-end", cx: end.x, cy: end.y, r: 7 }),
      );
    }
  }

  /** What is written where. @param {Map<string, string>} reach hex and cost @param {Set<string>} held */
  #costs(reach, held) {
    return [...reach].flatMap(([hex, cost]) => {
      const c = this.ground.centres.get(hex);
      if (!c) return [];
      const text = cost.replace(/ ?(\d\/\d)/, (all, part) => FRACTIONS[part] ?? all);
      const wide = 9 + 6.5 * text.length;
      return [{ hex, text, wide, ...this.ground.chip(hex, c, wide, held.has(hex)) }];
    });
  }

  /** All hexes in one shape: a unit with trucks reaches hundreds. @param {string[]} hexes */
  #reached(hexes) {
    const d = hexes.map((hex) => this.ground.path(hex)).join("");
    return d ? [s("path", { class: "reach", d }), s("path", { class: "reach-dots", d })] : [];
  }

  /** @param {string} hex */
  #named(hex) {
    const d = this.ground.path(hex);
    if (!d) return [];
    return [s("path", { class: "named-casing", d }), s("path", { class: "named-edge", d, "data-named": hex })];
  }

  /** @param {string} hex @param {string} kind */
  #chosen(hex, kind) {
    const c = this.ground.centres.get(hex);
    if (!c) return [];
    const place = `translate(${c.x},${c.y}) scale(${this.ground.isBox(hex) ? 1 : 0.87})`;
    const shape = this.ground.outline(hex);
    return [
      s(
        "g",
        { class: `lit ${kind}`, transform: place, "data-lit": hex },
        s("path", { class: "halo", d: `M0,0${shape}` }),
        s("path", { class: "edge", d: `M0,0${shape}` }),
      ),
    ];
  }

  /** @param {string} hex */
  #sight(hex) {
    const c = this.ground.centres.get(hex);
    if (!c) return [];
    const d = sight(this.ground.unit * 0.5);
    const transform = `translate(${c.x},${c.y})`;
    return [
      s("g", { transform, "data-sight": hex }, s("path", { class: "sight-casing", d }), s("path", { class: "sight", d })),
    ];
  }

  /** @param {Area[]} areas @param {Arrow[]} arrows */
  overlay(areas, arrows) {
    if (!this.#news(this.under, [areas, arrows])) return;
    this.under.replaceChildren(...areas.flatMap((area) => this.#area(area)));
    this.badges.replaceChildren(...areas.flatMap((area) => this.#badges(area)));
    this.arrows.replaceChildren(...arrows.flatMap((arrow) => this.#arrow(arrow)));
  }

  /** @param {Area} area */
  #area({ kind, hexes, lines }) {
    const d = lines.map((line) => this.ground.line(line)).join("");
    const border = this.ground.border(hexes);
    return [
      s("path", {
        class: `area area-${kind}`,
        d: hexes.map((hex) => this.ground.path(hex)).join(""),
      }),
      ...(border
        ? [s("path", { class: "border-casing", d: border }), s("path", { class: `border border-${kind}`, d: border })]
        : []),
      ...(d
        ? [s("path", { class: "bond-casing", d }), s("path", { class: `bond bond-${kind}`, d })]
        : []),
    ];
  }

  /** Figures in hexes: round for the one side, square for the other. @param {Area} area */
  #badges({ kind, figures }) {
    const r = this.ground.unit * 0.17;
    return Object.entries(figures).flatMap(([hex, text]) => {
      const c = this.ground.centres.get(hex);
      if (!c) return [];
      const at = this.ground.corner(c, r);
      const place = `translate(${at.x},${at.y})`;
      return [
        s(
          "g",
          { class: `badge badge-${kind}`, transform: place, "data-badge": hex },
          s("rect", { x: -r, y: -r, width: 2 * r, height: 2 * r, rx: kind.includes("side-1") ? 2 : r }),
          s("text", { y: r * 0.42, "font-size": r * 1.3, text }),
        ),
      ];
    });
  }

  /** @param {Arrow} arrow */
  #arrow({ kind, from, to }) {
    const a = this.ground.centres.get(from);
    const b = this.ground.centres.get(to);
    if (!a || !b) return [];
    const long = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const cut = Math.min(long * 0.25, this.ground.unit * 0.25);
    const [ux, uy] = [(b.x - a.x) / long, (b.y - a.y) / long];
    const d = `M${a.x + ux * cut},${a.y + uy * cut}L${b.x - ux * cut},${b.y - uy * cut}`;
    return [
      s("path", { class: "arrow-casing", d }),
      s("path", { class: `arrow arrow-${kind}`, d, "marker-end": `url(#tip-${kind})` }),
    ];
  }

  /** Lines that a unit draws over the map, such as its line of supply. @param {{path: string[], whole: boolean}[]} traces */
  trace(traces) {
    this.traces.replaceChildren(
      ...traces.flatMap(({ path, whole }) => {
        const d = this.ground.line(path);
        const end = this.ground.centres.get(path.at(-1) ?? "");
        if (!end) return [];
        const r = this.ground.unit * 0.16;
        return [
          ...(d ? [s("path", { class: "trace-casing", d }), s("path", { class: "trace", d })] : []),
          whole
            ? s("circle", { class: "trace-end", cx: end.x, cy: end.y, r })
            : s("path", {
                class: "trace-break",
                d: `M${end.x - r},${end.y - r}l${2 * r},${2 * r}m0,${-2 * r}l${-2 * r},${2 * r}`,
              }),
        ];
      }),
    );
  }

  /** Hexes to look at, until told otherwise. @param {string[]} hexes */
  glow(hexes) {
    this.shine.replaceChildren(...this.#glows(hexes));
  }

  /** @param {string | null} hex what a sentence beside the map speaks of */
  point(hex) {
    this.pointed.replaceChildren(...this.#glows(hex ? [hex] : []));
  }

  /** @param {string[]} hexes */
  #glows(hexes) {
    return hexes
      .filter((hex) => this.ground.centres.has(hex))
      .flatMap((hex) => ["glow-casing", "glow"].map((name) => s("path", { class: name, d: this.ground.path(hex) })));
  }

  /** @param {string | null} hex the hex that the keyboard is on */
  cursor(hex) {
    const d = hex ? this.ground.path(hex) : "";
    this.ring.replaceChildren(
      ...(d ? [s("path", { class: "cursor-casing", d }), s("path", { class: "cursor-edge", d })] : []),
    );
  }
}

/** Costs, all their outlines in one shape. @param {{hex: string, text: string, x: number, y: number, wide: number}[]} costs */
function chips(costs) {
  if (!costs.length) return [];
  return [
    s("path", { class: "chips", d: costs.map(chip).join("") }),
    ...costs.map(({ hex, text, x, y }) => s("text", { class: "cost", "data-cost": hex, x, y: y + 3.6, text })),
  ];
}

/** The outline on which a cost is written. @param {{x: number, y: number, wide: number}} at */
function chip({ x, y, wide }) {
  const flat = wide - 15;
  return `M${x - flat / 2},${y - 8}h${flat}a7.5,7.5 0 0 1 0,15h${-flat}a7.5,7.5 0 0 1 0,-15z`;
}

/** Four corners around a target. @param {number} r */
function sight(r) {
  const a = r * 0.92;
  const b = r * 0.55;
  return [
    `M${-a},${-b}V${-a}H${-b}`,
    `M${b},${-a}H${a}V${-b}`,
    `M${a},${b}V${a}H${b}`,
    `M${-b},${a}H${-a}V${b}`,
  ].join("");
}
