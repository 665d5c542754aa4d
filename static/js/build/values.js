// What a form holds as lists of texts by field, two such compared with what was there before, and put back.

const APART = new Set(["csrfmiddlewaretoken", "version", "then", "act"]);
const plain = (text) => String(text).replaceAll("\r\n", "\n");

export function read(form) {
  const values = {};
  for (const control of form.elements) if (control.name && !APART.has(control.name)) values[control.name] = [];
  for (const [name, value] of new FormData(form)) if (values[name] && typeof value === "string") values[name].push(plain(value));
  return values;
}

export const same = (one, other) => JSON.stringify(one ?? []) === JSON.stringify(other ?? []);

export function equal(one, other) {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) => same(one[name], other[name]));
}

export function put(form, name, values) {
  for (const control of form.querySelectorAll(`[name="${CSS.escape(name)}"]`)) {
    if (control.type === "checkbox" || control.type === "radio") control.checked = values.includes(control.value);
    else control.value = values[0] ?? "";
  }
}

// Three of each field: before, mine, theirs. What only they changed is to be taken, what both changed to be chosen.
export function merge(before, mine, theirs) {
  const take = [], choose = [];
  for (const name of Object.keys(mine)) {
    if (!(name in theirs) || same(theirs[name], mine[name]) || same(theirs[name], before[name])) continue;
    (same(mine[name], before[name]) ? take : choose).push(name);
  }
  return { take, choose };
}

// As the page words it: the names of what is chosen, or the text.
export function inWords(form, name, values) {
  const controls = [...form.querySelectorAll(`[name="${CSS.escape(name)}"]`)];
  const words = values.map((value) => {
    const option = controls[0]?.querySelector?.(`option[value="${CSS.escape(value)}"]`);
    const box = controls.find((one) => one.value === value && (one.type === "checkbox" || one.type === "radio"));
    return option?.textContent || box?.closest("label")?.textContent.trim() || value;
  });
  return words.filter(Boolean).join(", ") || "–";
}
