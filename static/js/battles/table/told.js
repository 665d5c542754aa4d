// What a form holds, in words: for its owner to read when it could not be sent.

import { changed } from "./typed.js";

const NEVER = ["button", "hidden", "image", "password", "reset", "submit"];

/** @param {string | null | undefined} text */
const line = (text) => (text ?? "").replace(/\s+/g, " ").trim();

// Of whom it is, then field by field what was chosen or typed.
/** @param {HTMLFormElement} form @returns {string[]} */
export function toldOf(form) {
  const about = [form.closest(".now")?.getAttribute("aria-label"), form.closest(".unit")?.querySelector(".name")?.textContent];
  const fields = /** @type {Part[]} */ ([...form.elements].filter((one) => one.matches("input, select, textarea")));
  return [...about.map(line), ...fields.filter((one) => !NEVER.includes(one.type) && !one.disabled).map(said)].filter(Boolean);
}

/** @param {Part} one */
function said(one) {
  const label = line([...one.form.querySelectorAll("label")].find((each) => each.control === one)?.textContent);
  const value = valueOf(one);
  if (!value) return "";
  const group = line(one.closest("fieldset")?.querySelector("legend")?.textContent);
  if (one.type === "radio") return group ? `${group}: ${label}` : label;
  return [group && `${group},`, `${label}:`, value].filter(Boolean).join(" ");
}

// What stands in a field; of what a form comes with only what is chosen of it. A correction tells what differs.
/** @param {Part} one */
function valueOf(one) {
  if (one.type === "radio") return one.checked ? "\u2713" : "";
  if (one.type === "checkbox") return changed(one) ? (one.checked ? "\u2713" : "\u2013") : "";
  if (one instanceof HTMLSelectElement && !one.form?.querySelector("[name=was]")) return one.value && line(one.selectedOptions[0]?.textContent);
  if (!changed(one)) return "";
  if (one instanceof HTMLInputElement && one.files) return [...one.files].map(({ name }) => name).join(", ");
  return one instanceof HTMLSelectElement ? line(one.selectedOptions[0]?.textContent) : one.value.trim();
}
