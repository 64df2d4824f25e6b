/** A side's sign: told by its shape as well as its colour.  A seat shows the sign of the side it serves. */

import { h } from "./dom.js";

/** @typedef {{id: string, title: string, side: string, side_title: string}} Seat */

/** @type {Map<string, number>} by side and by seat: the place of the side */
let order = new Map();
/** @type {Map<string, number>} by seat: its place among those of its side */
let among = new Map();

/** @type {Map<string, {title: string, name: string, side: string}>} by seat: what it, its player and its side are called */
let players = new Map();

/** @type {Map<string, string>} by seat: the side that it serves, as its counters are marked */
let sides = new Map();

/** @param {(Seat & {name?: string})[]} seats in the order of the game */
export function knowSides(seats) {
  players = new Map(seats.map(({ id, title, name = "", side_title: side }) => [id, { title, name, side }]));
  sides = new Map(seats.map(({ id, side }) => [id, side]));
  const places = sidesOf(seats).map(({ id }) => id);
  order = new Map(places.map((side, i) => [side, i]));
  among = new Map();
  for (const { id, side } of seats) {
    order.set(id, places.indexOf(side));
    among.set(id, seats.filter((seat) => seat.side === side).findIndex((seat) => seat.id === id));
  }
}

/** The side that a seat serves, whose counters are its own. @param {string | undefined} seat */
export function served(seat = "") {
  return sides.get(seat) ?? seat;
}

/** The sides that seats serve, each once. @param {Seat[]} seats */
export function sidesOf(seats) {
  return [...new Map(seats.map(({ side, side_title }) => [side, side_title]))].map(([id, title]) => ({ id, title }));
}

/** The place of a side, or of a seat's side, from 0. @param {string} side */
export function sideNumber(side) {
  return Math.max(order.get(side) ?? 0, 0);
}

/** What the player of a seat calls himself; '' if he has not said. @param {string | null} seat */
export function nameOf(seat) {
  return players.get(seat ?? "")?.name ?? "";
}

/** The same, if the seat serves the side of this title. @param {string | null} seat @param {string} [side] */
export function nameFor(seat, side) {
  return players.get(seat ?? "")?.side === side ? nameOf(seat) : "";
}

/** A player by his name with the seat, or the seat alone. @param {string} seat @param {string} title */
export function titled(seat, title) {
  const name = nameOf(seat);
  return name ? `${name} (${title})` : title;
}

/** Whether it is the name of a side or seat. @param {unknown} name */
export function isSide(name) {
  return order.has(String(name));
}

/** The dice are on no side. @param {string} side */
export function flag(side) {
  const i = order.get(side);
  if (i === undefined) return null;
  const ally = among.get(side) ? ` ally-${among.get(side)}` : "";
  return h("i", { class: `flag flag-${i}${ally}`, "aria-hidden": "true" });
}
