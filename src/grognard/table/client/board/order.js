/** Bringing nodes into order while moving as few as possible: a node that is moved is styled and laid out anew. */

/**
 * @param {Element} parent
 * @param {Element[]} wanted all its children, in the order in which they are to stand
 */
export function reorder(parent, wanted) {
  const now = new Map([...parent.children].map((node, i) => [node, i]));
  const stay = rising(wanted.map((node) => now.get(node) ?? -1));
  /** @type {Element | null} */
  let next = null;
  for (let i = wanted.length - 1; i >= 0; i -= 1) {
    const node = /** @type {Element} */ (wanted[i]);
    if (!stay.has(i)) parent.insertBefore(node, next);
    next = node;
  }
}

/**
 * Where the longest rising run among numbers stands; it need not be unbroken.
 * @param {number[]} numbers
 * @returns {Set<number>}
 */
export function rising(numbers) {
  /** @type {number[]} the end of the best run of each length so far */
  const ends = [];
  /** @type {(number | undefined)[]} */
  const before = [];
  numbers.forEach((n, i) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const mid = (low + high) >> 1;
      if (/** @type {number} */ (numbers[/** @type {number} */ (ends[mid])]) < n) low = mid + 1;
      else high = mid;
    }
    before.push(ends[low - 1]);
    ends[low] = i;
  });
  const run = new Set();
  for (let at = ends.at(-1); at !== undefined; at = before[at]) run.add(at);
  return run;
}
