/** Counters by name.  Pure. */

/** @typedef {import("../types.js").Piece} Piece */

/** The counters whose name, label or id has all the words. @template {Pick<Piece, "id" | "name" | "label">} P @param {P[]} pieces @param {string} text @returns {P[]} */
export function named(pieces, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return pieces.filter(({ id, name, label }) => {
    const all = `${id} ${name} ${label}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
}
