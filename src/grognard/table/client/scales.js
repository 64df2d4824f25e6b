/** Where the values of a plot lie. */

/** @typedef {{y: (value: number) => number, x: (i: number) => number, step: number, marks: number[]}} Scale */

export const WIDE = 600;
export const TALL = 150;
export const LEFT = 40;
const FOOT = 20;

/**
 * A round distance of the lines behind a plot: 1, 2 or 5 times a power of ten, at most five of them.
 * @param {number} span
 */
export function distance(span) {
  if (!(span > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(span / 5));
  return [1, 2, 5, 10].map((n) => n * power).find((d) => span / d <= 5) ?? 10 * power;
}

/**
 * Where values and turns lie.
 * @param {number} least
 * @param {number} most
 * @param {number} turns
 * @returns {Scale}
 */
export function scale(least, most, turns) {
  const step = (WIDE - LEFT) / Math.max(1, turns);
  const far = distance(most - least);
  const low = Math.floor(least / far) * far;
  const high = Math.max(Math.ceil(most / far) * far, low + far);
  const tall = TALL - FOOT - 8;
  return {
    step,
    x: (i) => LEFT + step * (i + 0.5),
    y: (value) => 8 + tall * (1 - (value - low) / (high - low)),
    marks: Array.from({ length: Math.round((high - low) / far) + 1 }, (_, i) => low + i * far),
  };
}
