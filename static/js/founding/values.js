// What a form holds as lists of texts by field, two such compared with what was there before, and put back.

const APART = new Set(["csrfmiddlewaretoken", "version", "then", "act"]);
/** @param {unknown} text */
const plain = (text) => String(text).replaceAll("\r\n", "\n");

/** @param {HTMLFormElement} form */
export function read(form) {
  /** @type {Values} */
  const values = {};
  for (const control of /** @type {Iterable<Part>} */ (form.elements)) if (control.name && !APART.has(control.name)) values[control.name] = [];
  for (const [name, value] of new FormData(form)) if (values[name] && typeof value === "string") values[name].push(plain(value));
  return values;
}

/** @param {string[] | undefined} one @param {string[] | undefined} other */
export const same = (one, other) => JSON.stringify(one ?? []) === JSON.stringify(other ?? []);

/** @param {Values} one @param {Values} other */
export function equal(one, other) {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) => same(one[name], other[name]));
}

/** @param {HTMLFormElement} form @param {string} name @param {string[]} values */
export function put(form, name, values) {
  for (const control of form.querySelectorAll(`[name="${CSS.escape(name)}"]`)) {
    if (control.type === "checkbox" || control.type === "radio") control.checked = values.includes(control.value);
    else control.value = values[0] ?? "";
  }
}

// Three of each field: before, mine, theirs. What only they changed is to be taken, what both changed to be chosen.
/** @param {Values} before @param {Values} mine @param {Values} theirs */
export function merge(before, mine, theirs) {
  /** @type {string[]} */
  const take = [];
  /** @type {string[]} */
  const choose = [];
  for (const name of Object.keys(mine)) {
    if (!(name in theirs) || same(theirs[name], mine[name]) || same(theirs[name], before[name])) continue;
    (same(mine[name], before[name]) ? take : choose).push(name);
  }
  return { take, choose };
}

// As the page words it: the names of what is chosen, or the text.
/** @param {HTMLFormElement} form @param {string} name @param {string[]} values */
export function inWords(form, name, values) {
  const controls = [...form.querySelectorAll(`[name="${CSS.escape(name)}"]`)];
  const words = values.map((value) => {
    const option = controls[0]?.querySelector?.(`option[value="${CSS.escape(value)}"]`);
    const box = controls.find((one) => one.value === value && (one.type === "checkbox" || one.type === "radio"));
    return option?.textContent || box?.closest("label")?.textContent.trim() || value;
  });
  return words.filter(Boolean).join(", ") || "–";
}
