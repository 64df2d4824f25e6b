/** In which corner of the map something lies best.  Pure. */

/** @typedef {{x: number, y: number}} Point */
/** @typedef {{right: boolean, above: boolean}} Corner */

const AROUND = 30; // pixels around the middle of a hex that had better stay in sight
/** @type {Corner[]} in the order in which they are liked */
const CORNERS = [false, true].flatMap((above) => [false, true].map((right) => ({ right, above })));

/**
 * The corner in which a card covers the fewest spots.
 * @param {{x: number, y: number, width: number, height: number}} area
 * @param {{width: number, height: number}} card
 * @param {Point[]} spots
 * @returns {Corner}
 */
export function leastCovered(area, card, spots) {
  /** @param {Corner} corner */
  const covered = ({ right, above }) => {
    const left = right ? area.x + area.width - card.width : area.x;
    const top = above ? area.y : area.y + area.height - card.height;
    return spots.filter(
      ({ x, y }) =>
        x > left - AROUND && x < left + card.width + AROUND && y > top - AROUND && y < top + card.height + AROUND,
    ).length;
  };
  return CORNERS.reduce((best, corner) => (covered(corner) < covered(best) ? corner : best));
}
