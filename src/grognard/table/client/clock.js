/** Times as a player reads them. */

import { lang } from "./i18n.js";

const UNITS = /** @type {const} */ ([["day", 86_400], ["hour", 3600], ["minute", 60], ["second", 1]]);

/** The units that tell a span of time: the largest that it has, and the next. @param {number} seconds @returns {{unit: "day" | "hour" | "minute" | "second", n: number}[]} */
export function span(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const first = UNITS.findIndex(([, size]) => whole >= size);
  if (first < 0) return [{ unit: "second", n: 0 }];
  const parts = UNITS.slice(first, first + 2).map(([unit, size], i) => {
    const above = i ? /** @type {number} */ (UNITS[first]?.[1]) : Infinity;
    return { unit, n: Math.floor((whole % above) / size) };
  });
  return parts.filter(({ n }, i) => i === 0 || n > 0);
}

/** A span of time in words. @param {number} seconds @param {"narrow" | "long"} [how] */
export function spell(seconds, how = "narrow") {
  return span(seconds)
    .map(({ unit, n }) => new Intl.NumberFormat(lang(), { style: "unit", unit, unitDisplay: how }).format(n))
    .join(" ");
}

const RECENT = 7 * 86_400; // seconds

/** How long ago something was, or its day. @param {Date} when @param {number} now in milliseconds */
export function ago(when, now) {
  const seconds = Math.max(0, (now - when.getTime()) / 1000);
  if (seconds > RECENT) return when.toLocaleDateString(lang(), { dateStyle: "medium" });
  const { unit, n } = span(seconds < 60 ? 0 : seconds)[0] ?? { unit: "second", n: 0 };
  return new Intl.RelativeTimeFormat(lang(), { numeric: "auto" }).format(-n, unit);
}
