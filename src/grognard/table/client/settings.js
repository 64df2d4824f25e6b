/** What this browser remembers: language, theme, pace. */

import { h } from "./dom.js";
import { LANGUAGES, lang, setLang, t } from "./i18n.js";

const THEMES = /** @type {const} */ (["auto", "light", "dark", "high-contrast"]);
const dark = matchMedia("(prefers-color-scheme: dark)");
const contrast = matchMedia("(prefers-contrast: more)");

/** @param {string} name @param {string} [value] @returns {string | null} */
export function pref(name, value) {
  if (value !== undefined) localStorage.setItem(name, value);
  return localStorage.getItem(name);
}

/** A field for what the player calls himself. @param {string} value @param {(name: string) => void} changed */
export function nameField(value, changed) {
  return h("input", {
    type: "text",
    class: "player-name",
    maxlength: 40,
    value,
    "aria-label": t("name.yours"),
    placeholder: t("name.yours"),
    autocomplete: "nickname",
    onchange: (/** @type {Event} */ event) => {
      const name = /** @type {HTMLInputElement} */ (event.target).value.trim();
      pref("name", name);
      changed(name);
    },
  });
}

/** The theme in force. */
export function theme() {
  const wished = pref("theme") ?? "auto";
  if (wished !== "auto") return wished;
  if (contrast.matches) return "high-contrast";
  return dark.matches ? "dark" : "light";
}

export function applyTheme() {
  document.documentElement.dataset.theme = theme();
}

/** @param {() => void} changed */
export function themeSwitch(changed) {
  return h(
    "label",
    {},
    t("settings.theme"),
    h(
      "select",
      {
        onchange: (/** @type {Event} */ event) => {
          pref("theme", /** @type {HTMLSelectElement} */ (event.target).value);
          applyTheme();
          changed();
        },
      },
      ...THEMES.map((name) =>
        h("option", {
          value: name,
          selected: (pref("theme") ?? "auto") === name,
          text: t(/** @type {import("./i18n.js").Key} */ (`theme.${name}`)),
        }),
      ),
    ),
  );
}

/** @param {() => void} changed */
export function languageSwitch(changed) {
  return h(
    "label",
    {},
    t("settings.language"),
    h(
      "select",
      {
        class: "language",
        onchange: (/** @type {Event} */ event) => {
          setLang(/** @type {HTMLSelectElement} */ (event.target).value);
          changed();
        },
      },
      ...Object.entries(LANGUAGES).map(([tag, name]) =>
        h("option", { value: tag, lang: tag, selected: tag === lang(), text: name }),
      ),
    ),
  );
}

/** @param {() => void} changed */
export function watchSystem(changed) {
  for (const query of [dark, contrast]) {
    query.addEventListener("change", () => {
      applyTheme();
      changed();
    });
  }
}
