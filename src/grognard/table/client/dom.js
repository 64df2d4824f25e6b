/** Small helpers to build pages without markup in strings. */

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Record<string, unknown>} Props attributes; `class`, `text`, `on…` handlers, `data-…` */

/**
 * @param {Element} node
 * @param {Props} props
 * @param {Child[]} children
 */
function fill(node, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) {
      node.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else if (name === "text") node.textContent = String(value);
    else if (name === "value" && "value" in node) node.value = value;
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    node.append(child instanceof Node ? child : String(child));
  }
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Props} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  fill(node, props, children);
  return node;
}

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Props} [props]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, props = {}, ...children) {
  const node = /** @type {SVGElementTagNameMap[K]} */ (document.createElementNS(SVG, tag));
  fill(node, props, children);
  return node;
}

/**
 * A picture of the server's as nodes of this page.
 * @param {string} text
 * @returns {SVGSVGElement}
 */
export function parseSvg(text) {
  // A parser of its own for each of a hundred counters would take longer than all else.
  const holder = h("template", {});
  holder.innerHTML = text;
  return /** @type {SVGSVGElement} */ (document.importNode(holder.content, true).firstElementChild);
}

/**
 * @param {Element} node
 * @param {...Child} children
 */
export function replace(node, ...children) {
  node.replaceChildren();
  fill(node, {}, children);
}

/**
 * @param {ParentNode} root
 * @param {string} selector
 * @returns {HTMLElement}
 */
export function find(root, selector) {
  const node = root.querySelector(selector);
  if (!node) throw new Error(`the page has no ${selector}`);
  return /** @type {HTMLElement} */ (node);
}

const ICONS = {
  undo: "M9 7 4 12l5 5M4 12h10a5 5 0 0 1 0 10h-2",
  layers: "m12 3 9 5-9 5-9-5zM3 13l9 5 9-5",
  help: "M9 9a3 3 0 1 1 4 3c-1 .5-1 1-1 2M12 18v.5",
  book: "M4 5a3 3 0 0 1 3-2h5v18H7a3 3 0 0 0-3 2zM20 5a3 3 0 0 0-3-2h-5v18h5a3 3 0 0 1 3 2z",
  goal: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 11.5v1",
  find: "M10 4a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM15 15l6 6",
  gear: "M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  fit: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  first: "M6 5v14M19 5l-9 7 9 7z",
  prevBattle: "M12 6 6 12l6 6M19 6l-6 6 6 6",
  prev: "m15 5-7 7 7 7",
  next: "m9 5 7 7-7 7",
  nextBattle: "m12 6 6 6-6 6M5 6l6 6-6 6",
  last: "M18 5v14M5 5l9 7-9 7z",
  branch: "M7 4v16M7 12c8 0 10-2 10-7M17 5l-3 3M17 5l3 3",
  close: "m6 6 12 12M18 6 6 18",
  check: "m5 13 5 5 9-11",
  flag: "M6 21V4h12l-3 4 3 4H6",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  menu: "M4 7h16M4 12h16M4 17h16",
  more: "M5 12h.01M12 12h.01M19 12h.01",
};

/** @typedef {keyof typeof ICONS} Icon */

/** @param {Icon} name */
export function icon(name) {
  return s(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    s("path", { d: ICONS[name] }),
  );
}

/**
 * A button that shows an icon and says its name.
 * @param {Icon} name
 * @param {string} label
 * @param {(event: MouseEvent) => void} onclick
 * @param {Props} [props]
 */
export function iconButton(name, label, onclick, props = {}) {
  return h(
    "button",
    { type: "button", class: "icon-button", "aria-label": label, title: label, onclick, ...props },
    icon(name),
  );
}

const ICON = new URL("icon.svg", import.meta.url).href;
export const ICON_MINE = new URL("icon-mine.svg", import.meta.url).href;

/** The icon of the browser's tab says whether somebody waits for me. @param {boolean} mine */
export function tabIcon(mine) {
  const link = /** @type {HTMLLinkElement} */ (find(document, 'link[rel="icon"]'));
  const href = mine ? ICON_MINE : ICON;
  if (link.href !== href) link.href = href;
}
