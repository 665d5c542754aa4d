// What is typed, chosen and ticked and has not been sent: it stays when the board is drawn anew, and when a form
// that is sent without a script loads the page anew.

import { rowsOf, setRows } from "./arming.js";

const ARMS = ":is([data-changed], [data-refused] [data-arms]) > [name=arms]";
const FIELDS = `input:not([type=hidden]), input[name=was], ${ARMS}, select, textarea`;
const ANEW = ["csrfmiddlewaretoken", "cid", "at", "was"];

/** @param {Part} one */
export function changed(one) {
  if (one instanceof HTMLSelectElement) return one.value !== ([...one.options].find((option) => option.defaultSelected) ?? one.options[0])?.value;
  if (!(one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement)) return false;
  return ticked(one) ? one.checked !== one.defaultChecked : one.value !== one.defaultValue;
}

/** @param {Element} one @returns {one is HTMLInputElement} */
function ticked(one) {
  return one.matches("[type=checkbox], [type=radio]");
}

// The same field of the same form, while the same is asked.
/** @param {Part} one */
export function keyOf(one) {
  const hidden = [...one.form.querySelectorAll("input[type=hidden]")].filter((each) => !ANEW.includes(each.name));
  const asked = one.closest(".now")?.getAttribute("aria-label");
  const form = [asked, one.form.getAttribute("action"), ...hidden.map((each) => `${each.name}=${each.value}`)];
  return [...form, one.id || `${one.name} ${ticked(one) ? one.value : ""}`].join("\n");
}

// What has not been sent; what was refused is unsent, as it stands in its form.
/** @param {HTMLElement} board @param {HTMLFormElement} [sent] @returns {Typed[]} */
export function unsent(board, sent) {
  return fieldsUnsent(board, sent).map((one) => ({
    key: keyOf(one),
    value: one.value,
    checked: one.checked,
    files: one instanceof HTMLInputElement ? one.files : null,
    rows: one.name === "arms" ? rowsOf(one.closest("[data-arms]")) : null,
    refused: one.form.hasAttribute("data-refused"),
    open: !one.closest("details:not([open])"),
    secret: one.type === "password",
    unit: one.closest("[data-unit]")?.dataset.unit,
  }));
}

/** @param {HTMLElement} board @param {HTMLFormElement} [sent] @returns {Part[]} */
function fieldsUnsent(board, sent) {
  return [...board.querySelectorAll(FIELDS)]
    .filter((one) => one.form && one.form !== sent && !one.form.dataset.sent)
    .filter((one) => changed(one) || one.form.hasAttribute("data-refused") || one.closest("[data-changed]"));
}

// The forms in which something stands that has not been sent.
/** @param {HTMLElement} board @returns {HTMLFormElement[]} */
export function formsUnsent(board) {
  return [...new Set(fieldsUnsent(board).map((one) => one.form))];
}

/** @param {HTMLElement} board @param {Typed[]} kept */
export function putBack(board, kept) {
  if (!kept.length) return;
  for (const { key, rows } of kept) {
    const part = rows && byKey(board).get(key)?.closest("[data-arms]");
    if (part) setRows(part, rows);
  }
  const fields = byKey(board);
  for (const one of kept) {
    const field = fields.get(one.key);
    if (field) fill(field, one);
  }
}

/** @param {HTMLElement} board */
export function byKey(board) {
  return new Map([...board.querySelectorAll("input, select, textarea")].filter((one) => one.form).map((one) => [keyOf(one), one]));
}

/** @param {Part} field @param {Typed} one */
function fill(field, one) {
  if (ticked(field)) {
    if (one.checked || field.type === "checkbox") field.checked = one.checked;
  } else if (field instanceof HTMLInputElement && field.type === "file") {
    if (one.files) field.files = one.files;
  } else if (!(field instanceof HTMLSelectElement) || [...field.options].some((option) => option.value === one.value)) {
    field.value = one.value;
  }
  if (one.refused) field.form.dataset.refused = "";
  for (let part = one.open && field.closest("details"); part; part = part.parentElement.closest("details")) part.open = true;
}

// Over a load of the page. Files and four digits are not kept.
/** @param {HTMLElement} board @param {string} key @param {HTMLFormElement} sent */
export function store(board, key, sent) {
  const kept = unsent(board, sent).filter((one) => !one.secret && !one.files?.length);
  if (kept.length) sessionStorage.setItem(key, JSON.stringify(kept));
}

// The forms in which it stood are fetched first.
/** @param {HTMLElement} board @param {string} key @param {(units: string[]) => Promise<unknown>} fetched */
export async function restore(board, key, fetched) {
  const kept = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  if (!kept) return;
  const typed = /** @type {Typed[]} */ (JSON.parse(kept));
  await fetched(typed.map(({ unit }) => unit).filter((unit) => unit !== undefined));
  putBack(board, typed);
}

// Where somebody types, and where in it; what he has not typed in is taken whole, as after Tab.
/** @param {Element | null} one */
export function caretOf(one) {
  const text = one instanceof HTMLTextAreaElement || (one instanceof HTMLInputElement && changed(/** @type {any} */ (one)));
  return text ? { from: one.selectionStart, to: one.selectionEnd, top: one.scrollTop } : null;
}

/** @param {Element} one @param {ReturnType<typeof caretOf>} caret */
export function putCaret(one, caret) {
  if (!(one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement)) return;
  if (!caret) one.select();
  else if (caret.from !== null) {
    one.setSelectionRange(caret.from, caret.to);
    one.scrollTop = caret.top;
  }
}
