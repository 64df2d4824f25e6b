/** In which corner of the map something lies best.  Pure. */

/** @typedef {{x: number, y: number}} Point */
/** @typedef {{x: number, y: number, width: number, height: number}} Area */
/** @typedef {{right: boolean, above: boolean}} Corner */

const AROUND = 30; // pixels around the middle of a hex that had better stay in sight

/** @type {Corner[]} in the order in which they are liked */
export const CORNERS = [false, true].flatMap((above) => [false, true].map((right) => ({ right, above })));

/**
 * The first of some areas in which a card covers the fewest spots.
 * @param {Area[]} areas
 * @param {Point[]} spots
 * @returns {number}
 */
export function leastCovered(areas, spots) {
  const covered = areas.map(
    ({ x: left, y: top, width, height }) =>
      spots.filter(
        ({ x, y }) => x > left - AROUND && x < left + width + AROUND && y > top - AROUND && y < top + height + AROUND,
      ).length,
  );
  return covered.indexOf(Math.min(...covered));
}
