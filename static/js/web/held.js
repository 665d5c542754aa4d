// What is kept in this tab, under its writer's name, until it is saved: what was sent with a form (unsent.js), or what
// a page could not save.

const UNSENT = "unsent:";

export const me = document.querySelector("meta[name=me]")?.content;

/** @param {string} name */
export const keyOf = (name) => `${UNSENT}${me}/${name}`;

export function keys() {
  try {
    return Object.keys(sessionStorage).filter((key) => key.startsWith(UNSENT));
  } catch {
    return [];
  }
}

/** @param {string} writer */
export function forgetOthers(writer) {
  for (const key of keys()) if (key.slice(UNSENT.length).split("/")[0] !== writer) sessionStorage.removeItem(key);
}

/** @param {string} key @returns {Unsent | null} */
export function read(key) {
  return JSON.parse(sessionStorage.getItem(key) ?? "null");
}

/**
 * Keep something of the page's own until it is saved.
 * @param {string} name @param {unknown} value
 */
export function hold(name, value) {
  if (!me) return;
  try {
    sessionStorage.setItem(keyOf(name), JSON.stringify({ lost: true, value }));
  } catch {
    // A full or forbidden store: it is in the page still.
  }
}

/** What was kept so, once. @param {string} name */
export function held(name) {
  try {
    const kept = read(keyOf(name));
    sessionStorage.removeItem(keyOf(name));
    return kept?.value ?? null;
  } catch {
    return null;
  }
}
