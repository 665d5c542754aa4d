// Draws the board anew round the field in which somebody types: all else is replaced, and that very element stays, so
// that a phone's keyboard stays up, a list stays open, and a syllable that is being composed goes on.

import { byKey, changed, keyOf, putBack } from "./typed.js";

const FIELD = "input:not([type=hidden]), select, textarea";
/** What is a person's of an element that stays. */
const HIS = ["open", "value", "checked"];

/** @typedef {[Part, Part]} Pair */

// With what has been typed and not sent in its fields again. Says whether the field that has the keys is the same
// element as before.
/** @param {HTMLElement} board @param {string} html @param {Typed[]} typed */
export function redraw(board, html, typed) {
  const template = document.createElement("template");
  template.innerHTML = html;
  const drawn = /** @type {Part} */ (/** @type {unknown} */ (template.content));
  putBack(drawn, typed);
  const field = document.activeElement;
  const stays = field && board.contains(field) && field.matches(FIELD) && field.form && !field.form.dataset.sent;
  const line = stays ? lineOf(/** @type {Part} */ (board), drawn, field) : [];
  if (!line.length) {
    board.replaceChildren(template.content);
    return false;
  }
  for (const [at, pair] of line.slice(0, -1).entries()) around(pair, line[at + 1]);
  for (const pair of line.slice(1)) dress(pair);
  fill(line[line.length - 1]);
  return true;
}

// From the board down to the field, each element with the one that takes its place; none if they do not match.
/** @param {Part} board @param {Part} drawn @param {Part} field @returns {Pair[]} */
function lineOf(board, drawn, field) {
  const key = keyOf(field);
  const fresh = byKey(board).get(key) === field ? byKey(drawn).get(key) : undefined;
  if (fresh?.type !== field.type) return [];
  /** @type {Pair[]} */
  const line = [];
  let [old, like] = [field, fresh];
  while (old !== board && /** @type {unknown} */ (like) !== drawn && old.tagName === like.tagName) {
    line.unshift([old, like]);
    [old, like] = [old.parentElement, /** @type {any} */ (like.parentNode)];
  }
  return old === board && like === drawn ? [[board, drawn], ...line] : [];
}

// What stands beside the element that stays makes way for what stands beside its like.
/** @param {Pair} parents @param {Pair} pair */
function around([old, fresh], [stays, like]) {
  const nodes = [...fresh.childNodes];
  const at = nodes.indexOf(like);
  for (const one of [...old.childNodes]) if (one !== stays) one.remove();
  stays.before(...nodes.slice(0, at));
  stays.after(...nodes.slice(at + 1));
}

/** @param {Pair} pair */
function dress([old, fresh]) {
  for (const { name } of [...old.attributes]) if (!HIS.includes(name) && !fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of [...fresh.attributes]) if (!HIS.includes(name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
}

// What its owner has not changed is what the table has by now.
/** @param {Pair} pair */
function fill(pair) {
  const [field, fresh] = /** @type {(HTMLInputElement | HTMLSelectElement)[]} */ (/** @type {unknown} */ (pair));
  const his = changed(pair[0]);
  if (field instanceof HTMLSelectElement) {
    if (field.innerHTML === fresh.innerHTML) return;
    const { value } = his ? field : fresh;
    field.replaceChildren(...fresh.childNodes);
    field.value = value;
    return;
  }
  takeDefault(field, /** @type {HTMLInputElement} */ (fresh), his);
}

/** @param {HTMLInputElement} field @param {HTMLInputElement} fresh @param {boolean} his */
function takeDefault(field, fresh, his) {
  if (field.matches("[type=checkbox], [type=radio]")) {
    field.defaultChecked = fresh.defaultChecked;
    if (!his) field.checked = fresh.checked;
  } else {
    field.defaultValue = fresh.defaultValue;
    if (!his && field.type !== "file" && field.value !== fresh.value) field.value = fresh.value;
  }
}
