/** Requests to the server that need no live line. */

import { lang } from "./i18n.js";

export class Refused extends Error {}

/**
 * @template T
 * @param {string} path
 * @param {object} [body] posted as JSON; without it the request is a GET
 * @returns {Promise<T>}
 */
export async function request(path, body) {
  const answer = await fetch(
    path,
    body === undefined
      ? { headers: { accept: "application/json" } }
      : {
          method: "POST",
          headers: { "content-type": "application/json", accept: "application/json" },
          body: JSON.stringify(body),
        },
  );
  const text = await answer.text();
  let said;
  try {
    said = JSON.parse(text);
  } catch {
    said = {};
  }
  if (!answer.ok) throw new Refused(said.error?.text ?? answer.statusText);
  return said;
}

/** @param {string} path */
export async function text(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Refused(answer.statusText);
  return answer.text();
}

/** @param {string} path */
export function inLanguage(path) {
  return `${path}${path.includes("?") ? "&" : "?"}lang=${lang()}`;
}
