/** Where along an edge of the map a sign lies best.  Pure. */

const PARTS = [0.5, 0.35, 0.65, 0.22, 0.78]; // of the length of an edge, in the order in which they are liked
const BESIDE = 50; // pixels from the middle of a sign to that of a counter that it does not touch

/** How far along an edge of the map a sign covers the fewest spots. @param {number} length @param {number[]} spots along the same edge */
export function clearest(length, spots) {
  /** @param {number} part */
  const covered = (part) => spots.filter((spot) => Math.abs(spot - part * length) < BESIDE).length;
  return PARTS.reduce((best, part) => (covered(part) < covered(best) ? part : best));
}
