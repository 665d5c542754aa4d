// What was sent and not saved, for the log-in had ended, the site was busy or the network away. It is kept in this tab
// alone, under its writer's name, and stands in its form again when its writer opens that. A page that comes in the
// ordinary way has saved it, or shows it. Passwords, codes and files are never kept. Nothing reaches another who logs
// in here or in another tab, and nothing stays after a log-out (kept.js).

import { forgetOthers, keyOf, keys, me, read } from "./held.js";

/** What a form holds that is another each time its page is opened. */
const ANEW = ["csrfmiddlewaretoken", "at", "cid", "client_id", "key", "next", "seen", "version", "was"];
const NEVER = ["button", "file", "hidden", "image", "password", "reset", "submit"];
const SECRET = /password|one-time-code/;
const CODES = /^(?:proof|code|pin\d*|credential)$/;
/** Forms that keep by themselves what is typed into them. */
const KEEP = "[data-act], [data-autosave]";

const unsaved = Boolean(document.querySelector("meta[name=saved][content=no]"));

/** The forms of this page that are sent, each by where it leads and what it is about. @returns {[HTMLFormElement, string][]} */
function forms() {
  /** @type {Record<string, number>} */
  const times = {};
  return [...document.forms]
    .filter((form) => form.getAttribute("method")?.toLowerCase() === "post" && !form.matches(KEEP))
    .map((form) => {
      const about = [...form.querySelectorAll("input[type=hidden]")].filter(({ name }) => !ANEW.includes(name)).map(({ name, value }) => `${name}=${value}`);
      const name = [new URL(form.getAttribute("action") || "", location.href).pathname, ...about].join("\n");
      times[name] = (times[name] ?? 0) + 1;
      return [form, keyOf(`${name}\n${times[name]}`)];
    });
}

/** What people type, choose and tick in a form. @param {HTMLFormElement} form @returns {Field[]} */
function fieldsOf(form) {
  const fields = /** @type {Field[]} */ ([...form.elements].filter((one) => one.matches("input, select, textarea")));
  return fields.filter(({ name, type, autocomplete, disabled }) => name && !disabled && !NEVER.includes(type) && !SECRET.test(autocomplete) && !CODES.test(name));
}

/** @param {Field} field @returns {Filled} */
function typed(field) {
  const { name } = field;
  if (field instanceof HTMLSelectElement) return { name, values: [...field.selectedOptions].map(({ value }) => value) };
  return ticks(field) ? { name, values: [field.value], on: field.checked } : { name, values: [field.value] };
}

/** @param {Field} field @returns {field is HTMLInputElement} */
function ticks(field) {
  return ["checkbox", "radio"].includes(field.type);
}

/** Whether there is a place for it. @param {Field} field @param {Filled} one */
function fill(field, { values, on }) {
  const before = JSON.stringify(typed(field));
  if (field instanceof HTMLSelectElement) {
    const options = [...field.options];
    if (!values.every((value) => options.some((option) => option.value === value))) return false;
    for (const option of options) option.selected = values.includes(option.value);
  } else if (!ticks(field)) field.value = values[0];
  else if (on || field.type === "checkbox") field.checked = Boolean(on);
  if (JSON.stringify(typed(field)) !== before) for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
  for (let part = field.closest("details"); part; part = part.parentElement.closest("details")) part.open = true;
  return true;
}

/** @param {HTMLFormElement} form @param {Filled[]} kept */
function putBack(form, kept) {
  const fields = fieldsOf(form);
  const placeless = kept.filter((one) => {
    const at = fields.findIndex((field) => field.name === one.name && ticks(field) === ("on" in one) && (!ticks(field) || field.value === one.values[0]));
    return (at < 0 || !fill(fields.splice(at, 1)[0], one)) && one.on !== false;
  });
  const words = placeless.flatMap(({ values }) => values).filter(Boolean);
  const note = document.querySelector("template#unsent").content.firstElementChild.cloneNode(true);
  note.lastElementChild.hidden = !words.length;
  note.querySelector("span").textContent = words.join(", ");
  form.prepend(note);
  note.scrollIntoView({ block: "center" });
}

/** What becomes of what was sent last, by the page that has come of it. */
function settle() {
  if (me) forgetOthers(me);
  const [way] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  // Nobody is here any more, nothing was saved, or no page came and its sender went back.
  const lost = !me || unsaved || way?.type === "back_forward";
  for (const key of keys()) {
    const kept = read(key);
    if (lost) sessionStorage.setItem(key, JSON.stringify({ ...kept, lost }));
    else if (!kept?.lost) sessionStorage.removeItem(key);
  }
  const any = keys().length > 0;
  for (const one of document.querySelectorAll("[data-held]")) one.hidden = !any;
  for (const one of document.querySelectorAll("[data-unheld]")) one.hidden = any;
  if (any) new BroadcastChannel("kept").addEventListener("message", ({ data }) => forgetOthers(data));
}

function restore() {
  for (const [form, key] of forms()) {
    const kept = read(key);
    if (!kept?.lost || !kept.typed) continue;
    sessionStorage.removeItem(key);
    putBack(form, kept.typed);
  }
}

addEventListener("submit", (event) => {
  const [form, key] = forms().find(([one]) => one === event.target) ?? [];
  if (!me || !form || !key || event.defaultPrevented) return;
  const kept = fieldsOf(form).map(typed);
  try {
    if (kept.length) sessionStorage.setItem(key, JSON.stringify({ typed: kept }));
  } catch {
    // As above: the page that comes shows what was typed, or the browser goes back to it.
  }
});

try {
  settle();
  // When all that fills a page has been heard of, and before its reader has.
  if (me && !unsaved && keys().length) {
    if (document.readyState === "complete") restore();
    else addEventListener("load", restore);
  }
} catch {
  // A closed store keeps nothing.
}
