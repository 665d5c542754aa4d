// What was entered and has not reached the server yet: kept on this phone, sent in order, each counted once.

const TRIES = 3;

export class Queue {
  // `store` is like localStorage; `send(entry)` resolves to a Response or rejects without network.
  /**
   * @param {string} key @param {Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>} store
   * @param {(entry: Waiting) => Promise<Response>} send
   */
  constructor(key, store, send) {
    this.key = key;
    this.store = store;
    this.send = send;
    this.busy = null;
    // Whether the table was not there for this phone when something was sent last.
    this.gone = false;
  }

  /** @returns {Waiting[]} */
  entries() {
    try {
      return JSON.parse(this.store.getItem(this.key) ?? "null") || [];
    } catch {
      return [];
    }
  }

  /** @param {Waiting[]} entries */
  keep(entries) {
    if (entries.length) this.store.setItem(this.key, JSON.stringify(entries));
    else this.store.removeItem(this.key);
  }

  // Takes over what waits under another key.
  /** @param {string} key */
  adopt(key) {
    const waiting = new Queue(key, this.store, this.send).entries();
    if (waiting.length) this.keep([...waiting, ...this.entries()]);
    this.store.removeItem(key);
  }

  /** @param {Waiting} entry */
  add(entry) {
    this.keep([...this.entries(), entry]);
  }

  // Takes out what has not been sent yet. What is on its way is the server's to count, once.
  /** @param {string | undefined} cid */
  drop(cid) {
    const waiting = this.entries();
    this.keep(waiting.filter((entry, at) => entry.cid !== cid || (at === 0 && this.busy)));
  }

  // Sends all, one after the other. Stops at the first that the network or the server cannot take now, or for which
  // there is no table: that stays too. One that is not let in (403) is tried a few times, for the page may only have
  // to fetch a new token.
  /** @param {(answer: Response, entry: Waiting) => unknown} each */
  flush(each) {
    this.busy ||= this.run(each).finally(() => { this.busy = null; });
    return this.busy;
  }

  /** @param {(answer: Response, entry: Waiting) => unknown} each */
  async run(each) {
    for (let waiting = this.entries(); waiting.length; waiting = this.entries()) {
      let answer;
      try {
        answer = await this.send(waiting[0]);
      } catch {
        return false;
      }
      if (answer.status >= 500 || answer.status === 429) return false;
      this.gone = answer.status === 404;
      if (this.gone) return false;
      // Another tab of this phone may have sent it too, and gone on: only this one is taken out.
      const { cid } = waiting[0];
      const tries = (waiting[0].tries || 0) + 1;
      if (answer.status === 403 && tries < TRIES) {
        this.keep(this.entries().map((entry) => (entry.cid === cid ? { ...entry, tries } : entry)));
        return false;
      }
      this.keep(this.entries().filter((entry) => entry.cid !== cid));
      await each(answer, waiting[0]);
    }
    return true;
  }
}

export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(15));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
