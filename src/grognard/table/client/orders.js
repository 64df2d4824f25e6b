/** From clicks to orders.  Everything here reads the server's lists; nothing decides what is legal. */

/** @typedef {import("./types.js").Action} Action */
/** @typedef {import("./types.js").Piece} Piece */

/**
 * The hex that an order of a unit aims at: the first it names that is not where the unit stands.
 * @param {string} text
 * @param {string} from
 * @param {{has: (label: string) => boolean}} hexes
 * @returns {string | null}
 */
export function aim(text, from, hexes) {
  const named = text.split(" ").filter((word) => hexes.has(word));
  return named.find((word) => word !== from) ?? named[0] ?? null;
}

/** A click stops before the word that commits an attack, so that the ledger is seen first. @param {Pick<Action, "text" | "role">} order */
function shortOf({ text, role }) {
  return role === "commits" ? text.slice(0, text.lastIndexOf(" ")) : text;
}

/**
 * A unit's orders by the hex they aim at.
 * @param {Pick<Action, "text" | "role">[]} orders
 * @param {string} from
 * @param {{has: (label: string) => boolean}} hexes
 * @returns {Map<string, string>}
 */
export function byHex(orders, from, hexes) {
  const found = new Map();
  for (const order of orders) {
    const hex = aim(order.text, from, hexes);
    if (hex && !found.has(hex)) found.set(hex, shortOf(order));
  }
  return found;
}

/**
 * The same orders for several units together: where all of them can go.
 * @param {{piece: string, orders: Map<string, string>}[]} each
 * @returns {Map<string, string>}
 */
export function together(each) {
  const [first, ...rest] = each;
  const found = new Map();
  if (!first) return found;
  const all = each.map(({ piece }) => piece).join("+");
  for (const [hex, text] of first.orders) {
    if (!rest.every(({ orders }) => orders.has(hex))) continue;
    if (text.split(" ").includes(first.piece)) found.set(hex, inPlaceOf(text, first.piece, all));
  }
  return found;
}

/**
 * An order with other words in the place of one.
 * @param {string} text
 * @param {string} old
 * @param {string} now
 */
export function inPlaceOf(text, old, now) {
  return text.split(" ").map((word) => (word === old ? now : word)).join(" ");
}

/**
 * What an order to a hex that is not offered would read, to ask why not.
 * @param {Map<string, string>} orders
 * @param {string} hex
 * @returns {string | null}
 */
export function likewise(orders, hex) {
  const first = orders.entries().next();
  if (first.done) return null;
  const [there, text] = first.value;
  const words = text.split(" ");
  const at = words.indexOf(there);
  return at < 0 ? null : [...words.slice(0, at), hex, ...words.slice(at + 1)].join(" ");
}

/**
 * The verb that most answers of this question begin with.
 * @param {Action[]} actions
 * @returns {string}
 */
export function mainVerb(actions) {
  return actions.find(({ word }) => word)?.verb ?? actions[0]?.verb ?? "";
}

/**
 * The answer that ends what is asked, a phase or a march.
 * @param {Action[]} actions
 */
export function ending(actions) {
  return actions.findLast(({ role }) => role === "closes");
}

/**
 * The unit that an order names first.
 * @param {string} text
 * @param {Piece[]} pieces
 * @returns {string | null}
 */
export function unitOf(text, pieces) {
  const ids = new Set(pieces.map(({ id }) => id));
  return text.split(/[ +]/).find((word) => ids.has(word)) ?? null;
}

/**
 * An answer in the game's form for it, or with the game's own word for the verb; null where it has none.
 * @param {Record<string, string>} verbs
 * @param {string} kind of the question
 * @param {string} verb
 * @param {string} word
 * @param {string} named what the word is called
 */
export function inForm(verbs, kind, verb, word, named) {
  const form = verbs[`${verb} ${word}`] ?? verbs[`${kind} ${verb} *`] ?? verbs[`${verb} *`];
  if (form) return form.replace("{word}", named);
  const own = verbs[verb];
  return own && own.toLowerCase() !== verb ? `${own}: ${named}` : null;
}
