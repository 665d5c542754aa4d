/** Small helpers to build the sheet: elements, icons, sentences with names in them. */

import { armyNumber } from "./map/palette.js";

/**
 * An element: `h("button.primary", {onclick}, "Save")`. Attributes that are null or false are left out.
 * @param {string} name @param {Attributes} [attributes] @param {...Inside} children
 */
export function h(name, attributes = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag);
  if (classes.length) element.className = classes.join(" ");
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(.../** @type {any[]} */ (children.flat()).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

const NS = "http://www.w3.org/2000/svg";

/**
 * A sign of the sprite; decoration, hidden from screen readers.
 * @param {string} sprite @param {string} name
 */
export function icon(sprite, name, className = "icon") {
  const svg = document.createElementNS(NS, "svg");
  svg.setAttribute("class", className);
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(NS, "use");
  use.setAttribute("href", `${sprite}#${name}`);
  svg.append(use);
  return svg;
}

/**
 * The viewer's own shield: with the army's sign, or blank to write on.
 * @param {Pick<Desk, 'world' | 'sprite'>} desk
 */
export function shield(desk, blank = false) {
  const number = armyNumber(desk.world.you);
  return icon(desk.sprite, blank ? "shield" : `shield-${number}`, `shield army-${number}`);
}

/**
 * A sentence with its gaps filled: `fill("March to {at}", {at: "G6"})`.
 * @param {string} sentence @param {Record<string, unknown>} [values]
 */
export function fill(sentence, values = {}) {
  return sentence.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}
