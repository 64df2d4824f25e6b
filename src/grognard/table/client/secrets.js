/**
 * This browser's secrets behind the dice: chains of links, each the SHA-256 of the next, of which the top is
 * pledged before the first throw and the next link given for each.  The browser's own SHA-256 is missing
 * where the page comes over plain HTTP from another machine, so here is one.
 */

const LINKS = 4096;
const STORE = "grognard.chain.";

const ROUNDS = new Uint32Array(64);
const START = new Uint32Array(8);
for (let n = 2, found = 0; found < 64; n++) {
  let prime = true;
  for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
  if (!prime) continue;
  if (found < 8) START[found] = fraction(Math.sqrt(n));
  ROUNDS[found++] = fraction(Math.cbrt(n));
}

/** The first 32 bits behind the point. @param {number} root */
function fraction(root) {
  return Math.floor((root - Math.floor(root)) * 2 ** 32);
}

/** @param {Uint32Array} words @param {number} i */
const at = (words, i) => /** @type {number} */ (words[i]);

/** SHA-256 of plain ASCII, in hexadecimal. @param {string} text */
export function sha256(text) {
  const length = text.length;
  const blocks = (length + 8 >> 6) + 1;
  const data = new Uint32Array(blocks * 16);
  for (let i = 0; i < length; i++) data[i >> 2] = at(data, i >> 2) | (text.charCodeAt(i) << (24 - 8 * (i & 3)));
  data[length >> 2] = at(data, length >> 2) | (0x80 << (24 - 8 * (length & 3)));
  data[blocks * 16 - 1] = length * 8;
  const sum = START.slice();
  const w = new Uint32Array(64);
  for (let block = 0; block < data.length; block += 16) {
    for (let i = 0; i < 64; i++) {
      if (i < 16) w[i] = at(data, block + i);
      else {
        const x = at(w, i - 15);
        const y = at(w, i - 2);
        const small = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
        const large = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
        w[i] = at(w, i - 16) + small + at(w, i - 7) + large;
      }
    }
    let [a, b, c, d, e, f, g, h] = /** @type {[number, number, number, number, number, number, number, number]} */ ([...sum]);
    for (let i = 0; i < 64; i++) {
      const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + at(ROUNDS, i) + at(w, i);
      const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((value, i) => (sum[i] = at(sum, i) + value));
  }
  return Array.from(sum, (word) => word.toString(16).padStart(8, "0")).join("");
}

/** @param {number} x @param {number} by */
function turn(x, by) {
  return (x >>> by) | (x << (32 - by));
}

/** @typedef {{tip: string, given: number, asked: Record<string, string>}} Kept */

/** The secrets of the seats at one table. */
export class Secrets {
  /** @type {Map<string, string[]>} the links by their top */ #chains = new Map();
  /** @type {Map<string, Kept>} where nothing can be stored */ #memory = new Map();

  /**
   * The server wants a chain for a seat: a new one, unless we have the one it knows.
   * @param {{side: string, top: string | null}} wanted
   * @returns {{t: "pledge", side: string, top: string} | null}
   */
  pledge({ side, top }) {
    if (top && this.#kept(top)) return null;
    const words = crypto.getRandomValues(new Uint32Array(8));
    const tip = Array.from(words, (word) => word.toString(16).padStart(8, "0")).join("");
    const mine = this.#chain(tip);
    this.#keep(mine, { tip, given: 0, asked: {} });
    return { t: "pledge", side, top: mine };
  }

  /**
   * A throw is asked for: our next link, and a note of what it was asked for with.
   * @param {{n: number, bind: string, side: string, top: string}} ask
   */
  give({ n, bind, side, top }) {
    const kept = this.#kept(top);
    if (!kept || kept.given >= LINKS) return null;
    const place = kept.asked[n] === bind ? kept.given - 1 : kept.given++;
    kept.asked[n] = bind;
    this.#keep(top, kept);
    if (!this.#chains.has(top)) this.#chain(kept.tip);
    return { t: "link", n, side, place, link: this.#chains.get(top)?.[place + 1] };
  }

  /**
   * The throws that our links were given for and that a record does not have as they were asked for.
   * @param {string} record
   */
  missing(record) {
    const lines = record.split("\n").map((line) => line.split(" "));
    const told = new Map(lines.flatMap(([word, n, a, b]) => (word === "throw" ? [[n, b]] : word === "void" ? [[n, a]] : [])));
    const tops = lines.flatMap(([word, , , top]) => (word === "pledge" && top ? [top] : []));
    return tops.flatMap((top) =>
      Object.entries(this.#kept(top)?.asked ?? {}).flatMap(([n, bind]) => (told.get(n) === bind ? [] : [Number(n)])),
    );
  }

  /** Make a chain from its secret end; its top. @param {string} tip */
  #chain(tip) {
    const links = [tip];
    for (let i = 0; i < LINKS; i++) links.push(sha256(`grognard link ${links[i]}`));
    links.reverse();
    const top = /** @type {string} */ (links[0]);
    this.#chains.set(top, links);
    return top;
  }

  /** @param {string} top @returns {Kept | null} */
  #kept(top) {
    try {
      const text = localStorage.getItem(STORE + top);
      if (text) return JSON.parse(text);
    } catch {
      // nothing can be stored here
    }
    return this.#memory.get(top) ?? null;
  }

  /** @param {string} top @param {Kept} kept */
  #keep(top, kept) {
    this.#memory.set(top, kept);
    try {
      localStorage.setItem(STORE + top, JSON.stringify(kept));
    } catch {
      // then it lasts as long as the page
    }
  }
}
