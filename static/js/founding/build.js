// The builder saves as it goes: whatever is typed is kept on this device at once and sent a moment later, and
// again when the network is back. What somebody else has saved meanwhile is taken over where nothing was typed
// here, and shown to choose from where something was.

import { Keeping } from "./keeping.js";
import { equal, inWords, merge, put, read } from "./values.js";

const PAUSE = 700;
const AGAIN = 5000;
const [SAVING, SAVED, WRONG, OFFLINE, CHOOSE] = [0, 1, 2, 3, 4];

class Saver {
  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.form = form;
    this.note = form.querySelector("[data-saving]");
    this.words = (this.note?.dataset.words || "||||").split("|");
    this.keeping = new Keeping(form);
    this.before = this.shown = read(form);
    this.dirty = false;
    this.choosing = new Set();
    form.addEventListener("input", () => this.later());
    form.addEventListener("change", () => this.later());
    form.addEventListener("submit", () => {
      if (this.dirty) this.keeping.keep(this.before, read(form), { sent: form.elements.version.value });
      this.dirty = false;
    });
    addEventListener("online", () => { if (this.dirty) this.save(); });
    addEventListener("beforeunload", (event) => { if (this.dirty) event.preventDefault(); });
    // A page that was refused or compared holds what was typed, not what is stored: that is kept, not offered.
    if (form.querySelector("[role=alert]")) this.keeping.keep(this.keeping.kept()?.before ?? {}, this.shown);
    else this.offer();
  }

  /** @param {number} place */
  say(place, wrong = false) {
    if (!this.note) return;
    this.note.textContent = this.words[place];
    this.note.classList.toggle("is-wrong", wrong);
  }

  later(after = PAUSE) {
    this.dirty = true;
    this.keeping.keep(this.before, read(this.form));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.save(), after);
  }

  async save() {
    if (this.choosing.size) return this.say(CHOOSE, true);
    if (this.busy) return this.later();
    this.busy = true;
    this.dirty = false;
    this.say(SAVING);
    const sent = read(this.form);
    try {
      const answer = await fetch(this.form.action || location.href, {
        method: "POST", body: new FormData(this.form), headers: { Accept: "application/json" },
      });
      // Led elsewhere: to the log-in, which has an answer, too.
      if (answer.redirected || ![200, 409, 422].includes(answer.status)) throw new Error(String(answer.status));
      const { saved, errors, version, theirs, message } = await answer.json();
      this.show(errors);
      // What was wrong when the page came is told above the form, until it is put right.
      if (saved) for (const told of this.form.querySelectorAll(":scope > [role=alert]")) told.remove();
      if (theirs) return this.meet(theirs, version, message);
      this.say(saved ? SAVED : WRONG, !saved);
      if (errors.__all__ && this.note) this.note.textContent = errors.__all__.join(" ");
      if (!saved) return;
      this.over(version);
      this.before = sent;
      if (this.dirty) this.keeping.keep(this.before, read(this.form));
      else this.keeping.drop();
      await this.refresh();
    } catch {
      this.say(OFFLINE, true);
      this.later(AGAIN);
    } finally {
      this.busy = false;
    }
  }

  // What is saved now is what every form of this page about the same part is sent over.
  /** @param {string} version */
  over(version) {
    const before = this.form.elements.version.value;
    for (const field of document.querySelectorAll("input[name=version]")) if (field.value === before) field.value = version;
  }

  // Bring together what was there before, what is typed here, and what somebody else has stored.
  /** @param {Values} theirs @param {string} [version] */
  meet(theirs, version, message = "") {
    const { take, choose } = merge(this.before, read(this.form), theirs);
    for (const name of take) put(this.form, name, theirs[name]);
    this.before = { ...this.before, ...theirs };
    if (version) this.over(version);
    for (const name of choose) this.ask(name, theirs[name]);
    if (choose.length) {
      this.dirty = true;
      this.keeping.keep(this.before, read(this.form));
      this.say(CHOOSE, true);
      if (message && this.note) this.note.textContent = message;
      // The buttons below stick to the window's foot: what is to be chosen stands clear of them.
      this.form.querySelector(".theirs")?.scrollIntoView({ block: "center" });
      this.form.querySelector(".theirs button")?.focus({ preventScroll: true });
    } else this.later(0);
  }

  /** @param {string} name @param {string[]} values */
  ask(name, values) {
    const field = this.form.querySelector(`[data-field="${CSS.escape(name)}"]`) || this.form.querySelector(".go");
    field.querySelector(".theirs")?.remove();
    const box = this.form.querySelector("template[data-theirs]").content.firstElementChild.cloneNode(true);
    box.querySelector(".said").textContent = inWords(this.form, name, values);
    /** @param {boolean} taken */
    const settle = (taken) => {
      if (taken) put(this.form, name, values);
      box.remove();
      this.choosing.delete(name);
      field.querySelector("input, select, textarea")?.focus();
      this.later(0);
    };
    box.querySelector("[data-take]").addEventListener("click", () => settle(true));
    box.querySelector("[data-mine]").addEventListener("click", () => settle(false));
    this.choosing.add(name);
    field.append(box);
  }

  // What was typed here at another time, or in another tab, and never reached the server can be put back.
  offer() {
    for (const kept of this.keeping.all()) {
      const arrived = kept.sent && kept.sent !== this.form.elements.version.value;
      if (arrived || equal(kept.mine, this.shown) || equal(kept.mine, kept.before)) this.keeping.drop(kept.key);
      else this.offerOne(kept);
    }
  }

  /** @param {Kept} kept */
  offerOne(kept) {
    const box = this.form.querySelector("template[data-kept]").content.firstElementChild.cloneNode(true);
    const time = box.querySelector("time");
    time.dateTime = new Date(kept.when).toISOString();
    time.textContent = new Date(kept.when).toLocaleString(document.documentElement.lang || "en");
    box.querySelector("[data-again]").addEventListener("click", () => {
      box.remove();
      const stored = read(this.form);
      for (const name of Object.keys(stored)) if (name in kept.mine) put(this.form, name, kept.mine[name]);
      this.before = kept.before;
      // From here on it is this tab's.
      this.keeping.keep(this.before, read(this.form));
      if (kept.key !== this.keeping.key) this.keeping.drop(kept.key);
      this.meet(stored);
    });
    box.querySelector("[data-drop]").addEventListener("click", () => { box.remove(); this.keeping.drop(kept.key); });
    this.form.prepend(box);
  }

  /** @param {Record<string, string[]>} errors */
  show(errors) {
    for (const old of this.form.querySelectorAll(".wrong[data-live]")) old.remove();
    for (const field of this.form.querySelectorAll(".field")) {
      const found = errors[field.dataset.field] || [];
      field.classList.toggle("has-wrong", found.length > 0);
      const control = field.querySelector("input, select, textarea");
      if (control) found.length ? control.setAttribute("aria-invalid", "true") : control.removeAttribute("aria-invalid");
      if (!found.length) { field.querySelector(".wrong")?.remove(); continue; }
      const list = field.querySelector(".wrong") || document.createElement("ul");
      list.className = "wrong";
      list.dataset.live = "";
      list.replaceChildren(...found.map((text) => Object.assign(document.createElement("li"), { textContent: text })));
      if (!list.parentNode) field.append(list);
    }
  }

  // What the server works out of what was typed, and how the steps stand now, is taken from the page as it is now.
  async refresh() {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (!answer.ok || this.dirty) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const place of [".steps", ...(this.form.dataset.reload ?? "").split(", ")].filter(Boolean)) {
      const [old, now] = [document.querySelector(place), page.querySelector(place)];
      // Nobody loses the field in which they are typing.
      if (old && now && !old.contains(document.activeElement)) old.replaceWith(now);
    }
    this.before = { ...read(this.form), ...this.before };
  }
}

for (const form of document.querySelectorAll("form[data-autosave]")) new Saver(form);

// On a phone the steps stand in a row: the present one is shown.
document.querySelector(".steps [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
