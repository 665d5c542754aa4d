/**
 * Saves the plan as it is made. A failed save is tried again, and the page warns before it is left unsaved.
 *
 * Events: `state` whenever `state` changes (clean, waiting, saving, saved, failed, refused); `answer` holds
 * what the server said last: a receipt, or what is wrong.
 */

const PAUSE = 450;
const RETRY = [2000, 4000, 8000, 15000, 30000];

export class Saver extends EventTarget {
  /** @param {{url: string, number: number, token: string, receipt: string, read: () => unknown}} how */
  constructor({ url, number, token, receipt, read }) {
    super();
    Object.assign(this, { url, number, token, receipt, read, state: "clean", answer: null, dirty: false, failures: 0 });
    addEventListener("online", () => this.state === "failed" && this.save());
    addEventListener("beforeunload", (event) => this.unsaved && !this.leaves && event.preventDefault());
    addEventListener("pagehide", () => this.state === "waiting" && this.save());
  }

  get unsaved() {
    return ["waiting", "saving", "failed", "refused"].includes(this.state);
  }

  /** Something has changed: save soon. */
  touch() {
    this.dirty = true;
    if (this.state !== "saving") this.turn("waiting");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.save(), PAUSE);
  }

  /** Save now; resolves when the plan as it stands has been answered. @returns {Promise<boolean>} */
  async save(url = this.url) {
    clearTimeout(this.timer);
    if (this.flight) await this.flight;
    this.flight = this.send(url);
    const done = await this.flight;
    this.flight = null;
    if (this.dirty && this.state === "saved") return this.save();
    return done;
  }

  /** @param {string} url */
  async send(url) {
    this.dirty = false;
    this.turn("saving");
    let response;
    let answer;
    try {
      response = await fetch(url, {
        method: "POST",
        keepalive: true,
        // An old page must plan neither the next turn nor over newer orders; "*" after a save without an answer.
        headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": this.token, "X-Turn": String(this.number), "X-Over": this.failures ? "*" : this.receipt },
        body: JSON.stringify(this.read()),
      });
      // The log-in answers scripts, too.
      if (response.redirected) throw response;
      answer = await response.json();
    } catch {
      return this.failed(response);
    }
    this.answer = answer;
    if (response.ok) this.receipt = answer.receipt;
    this.failures = 0;
    this.turn(response.ok ? "saved" : "refused");
    return response.ok;
  }

  /**
   * No answer, or none that can be read: nothing is known to be stored.
   * @param {Response | undefined} response
   */
  failed(response) {
    this.dirty = true;
    this.answer = { status: response?.status ?? 0 };
    this.turn("failed");
    import("./unsaved.js").then(({ follow }) => follow(this), () => {});
    this.timer = setTimeout(() => this.save(), RETRY[Math.min(this.failures, RETRY.length - 1)]);
    this.failures += 1;
    return false;
  }

  /** @param {string} state */
  turn(state) {
    this.state = state;
    this.dispatchEvent(new Event("state"));
  }
}
