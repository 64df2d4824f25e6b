/** Counters by name and by formation.  Pure. */

/** @typedef {import("../types.js").Piece} Piece */

/** The counters whose name, label or id has all the words. @template {Pick<Piece, "id" | "name" | "label">} P @param {P[]} pieces @param {string} text @returns {P[]} */
export function named(pieces, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return pieces.filter(({ id, name, label }) => {
    const all = `${id} ${name} ${label}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
}

/** @typedef {Pick<Piece, "id" | "name" | "formation" | "steps">} Member */

/**
 * An order of battle: the counters by formation; those of none come last, without a title.
 * @template {Member} P @param {P[]} pieces @returns {{title: string, pieces: P[]}[]}
 */
export function formations(pieces) {
  const commands = new Set(pieces.map(({ formation }) => formation));
  /** @type {Map<string, P[]>} */
  const groups = new Map();
  for (const piece of pieces) {
    const key = piece.formation || (commands.has(piece.id) ? piece.id : "");
    groups.set(key, [...(groups.get(key) ?? []), piece]);
  }
  const alone = groups.get("");
  groups.delete("");
  if (alone) groups.set("", alone);
  return [...groups].map(([key, members]) => ({
    title: key && titleOf(key, members),
    pieces: members,
  }));
}

/** A formation in words, by those of it that are in play; nothing if there are none. @param {string} formation @param {Member[]} pieces */
export function formationName(formation, pieces) {
  const members = pieces.filter((piece) => piece.formation === formation);
  return members.length ? titleOf(formation, members) : undefined;
}

/** The name of the counter that commands, what most names have in common but for a letter that tells parts apart, a counter that is alone in it, or the formation as it is written. @param {string} formation @param {Member[]} members */
function titleOf(formation, members) {
  const head = members.find(({ id }) => id === formation);
  if (head) return head.name;
  const parts = members
    .map(({ name }) => name.split(", "))
    .filter((words) => words.length > 1)
    .map((words) => words.filter((word) => word.length > 1));
  for (const place of [-1, 0]) {
    const found = parts.map((words) => words.at(place) ?? "");
    const common = found.find((word) => 2 * found.filter((other) => other === word).length >= members.length);
    if (common) return common;
  }
  return members.length === 1 ? (members[0]?.name ?? formation) : formation;
}

/** The steps that are left of counters, and all that they have. @param {Pick<Piece, "steps">[]} pieces */
export function strength(pieces) {
  const [left, whole] = pieces.reduce(([a, b], { steps }) => [a + steps[0], b + steps[1]], [0, 0]);
  return { left, whole };
}
