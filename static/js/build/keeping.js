// What has been typed and is not saved yet, kept on this device for the person who typed it, until it is saved.

const DAYS = 30;

export class Keeping {
  constructor(form, at = location.pathname) {
    const act = form.querySelector("input[type=hidden][name=act]")?.value || "";
    this.key = `unsaved:${form.dataset.keep || ""}:${at}:${act}`;
    this.on = Boolean(form.dataset.keep);
  }

  // A full or forbidden store must not stop the saving itself.
  keep(before, mine, more = {}) {
    if (!this.on) return;
    try {
      localStorage.setItem(this.key, JSON.stringify({ before, mine, when: Date.now(), ...more }));
    } catch { /* It is still in the page. */ }
  }

  drop() {
    try {
      localStorage.removeItem(this.key);
    } catch { /* Nothing was kept. */ }
  }

  kept() {
    if (!this.on) return null;
    try {
      const found = JSON.parse(localStorage.getItem(this.key));
      if (found && Date.now() - found.when < DAYS * 86400e3) return found;
    } catch { /* Unreadable is as good as nothing. */ }
    this.drop();
    return null;
  }
}
