// What has been typed and is not saved yet, kept on this device for the person who typed it, until it is saved.
// Each tab keeps its own, so that two tabs of one page never write over, or throw away, what was typed in the other.

const DAYS = 30;

function tab() {
  try {
    return (sessionStorage.tab ||= Math.random().toString(36).slice(2));
  } catch {
    return "";
  }
}

export class Keeping {
  /** @param {HTMLFormElement} form */
  constructor(form, at = location.pathname) {
    const act = form.querySelector("input[type=hidden][name=act]")?.value || "";
    this.page = `unsaved:${form.dataset.keep || ""}:${at}:${act}`;
    this.key = `${this.page}:${tab()}`;
    this.on = Boolean(form.dataset.keep);
  }

  // A full or forbidden store must not stop the saving itself.
  /** @param {Values} before @param {Values} mine @param {{sent?: string}} [more] */
  keep(before, mine, more = {}) {
    if (!this.on) return;
    try {
      localStorage.setItem(this.key, JSON.stringify({ before, mine, when: Date.now(), ...more }));
    } catch { /* It is still in the page. */ }
  }

  drop(key = this.key) {
    try {
      localStorage.removeItem(key);
    } catch { /* Nothing was kept. */ }
  }

  kept(key = this.key) {
    if (!this.on) return null;
    try {
      const found = JSON.parse(localStorage.getItem(key) ?? "null");
      if (found && Date.now() - found.when < DAYS * 86400e3) return { key, ...found };
    } catch { /* Unreadable is as good as nothing. */ }
    this.drop(key);
    return null;
  }

  // What any tab has kept of this page, the newest first.
  all() {
    try {
      const keys = Object.keys(localStorage).filter((key) => key.startsWith(`${this.page}:`));
      return keys.map((key) => this.kept(key)).filter(Boolean).sort((one, other) => other.when - one.when);
    } catch {
      return [];
    }
  }
}
