/**
 * Saves the drawing as it is made, over the version that was read. What cannot be sent stays on this device and
 * is sent later; a version that somebody else has saved meanwhile is never written over unasked.
 *
 * Event `state` whenever `state` changes: clean, waiting, saving, saved, offline, refused, conflict.
 */

const PAUSE = 900;
const RETRY = [2000, 4000, 8000, 15000, 30000];

export class Sender extends EventTarget {
  /** @param {{url: string, token: string, key: string, version: string, read: () => BoardDocument}} how */
  constructor({ url, token, key, version, read }) {
    super();
    Object.assign(this, { url, token, key, version, read, state: "clean", why: "", problems: null, dirty: false, failures: 0 });
    addEventListener("online", () => this.state === "offline" && this.save());
    addEventListener("beforeunload", (event) => this.unsaved && event.preventDefault());
    addEventListener("pagehide", () => this.state === "waiting" && this.save());
  }

  get unsaved() {
    return ["waiting", "saving", "refused", "conflict"].includes(this.state);
  }

  /** What was kept on this device and never reached the server, with the version it was drawn over. */
  kept() {
    try {
      return JSON.parse(localStorage.getItem(this.key) ?? "null");
    } catch {
      return null;
    }
  }

  touch() {
    this.dirty = true;
    this.keep();
    if (this.state === "conflict") return;
    if (this.state !== "saving") this.turn("waiting");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.save(), PAUSE);
  }

  keep() {
    clearTimeout(this.keeping);
    this.keeping = setTimeout(() => {
      if (this.dirty) this.store();
    }, 150);
  }

  store() {
    try {
      localStorage.setItem(this.key, JSON.stringify({ version: this.version, board: this.read() }));
    } catch {
      // A full or forbidden store: the server is the one that counts.
    }
  }

  forget() {
    clearTimeout(this.keeping);
    localStorage.removeItem(this.key);
  }

  async save() {
    clearTimeout(this.timer);
    if (this.flight) await this.flight;
    if (this.state === "conflict") return;
    this.flight = this.send();
    await this.flight;
    this.flight = null;
    if (this.dirty && this.state === "saved") this.touch();
  }

  async send() {
    this.dirty = false;
    this.turn("saving");
    let response;
    let answer;
    const body = JSON.stringify({ board: this.read(), version: this.version });
    try {
      response = await fetch(this.url, {
        method: "PUT",
        // The browser lets a page that is left send up to 64 kB.
        keepalive: body.length < 60000,
        headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": this.token },
        body,
      });
      answer = await response.json();
    } catch {
      return this.failed();
    }
    // Led elsewhere: to the log-in, which has an answer, too.
    if (response.redirected || response.status >= 500 || response.status === 429) return this.failed();
    if (response.ok) {
      this.failures = 0;
      this.version = answer.version;
      this.problems = answer.problems;
      if (!this.dirty) this.forget();
      this.turn("saved");
    } else {
      this.dirty = true;
      this.store();
      this.why = answer.detail ?? "";
      this.turn(answer.code === "changed" ? "conflict" : "refused");
    }
  }

  failed() {
    this.dirty = true;
    this.store();
    this.turn("offline");
    this.timer = setTimeout(() => this.save(), RETRY[Math.min(this.failures, RETRY.length - 1)]);
    this.failures += 1;
  }

  /** After a conflict: the board as the server has it now. */
  async theirs() {
    const response = await fetch(this.url, { headers: { Accept: "application/json" } });
    if (!response.ok) throw new Error(String(response.status));
    return response.json();
  }

  /**
   * Go on from a version of the server's: with `save` one's own drawing is written over it.
   * @param {string} version @param {boolean} save
   */
  goOn(version, save) {
    this.version = version;
    this.dirty = false;
    this.turn("clean");
    if (save) {
      this.dirty = true;
      this.turn("waiting");
      this.save();
    } else this.forget();
  }

  /** @param {string} state */
  turn(state) {
    this.state = state;
    this.dispatchEvent(new Event("state"));
  }
}
