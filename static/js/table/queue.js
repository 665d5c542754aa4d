// What was entered and has not reached the server yet: kept on this phone, sent in order, each counted once.

const TRIES = 3;

export class Queue {
  // `store` is like localStorage; `send(entry)` resolves to a Response or rejects without network.
  constructor(key, store, send) {
    this.key = key;
    this.store = store;
    this.send = send;
    this.busy = null;
  }

  entries() {
    try {
      return JSON.parse(this.store.getItem(this.key)) || [];
    } catch {
      return [];
    }
  }

  keep(entries) {
    if (entries.length) this.store.setItem(this.key, JSON.stringify(entries));
    else this.store.removeItem(this.key);
  }

  add(entry) {
    this.keep([...this.entries(), entry]);
  }

  // Takes out what has not been sent yet. What is on its way is the server's to count, once.
  drop(cid) {
    const waiting = this.entries();
    this.keep(waiting.filter((entry, at) => entry.cid !== cid || (at === 0 && this.busy)));
  }

  // Sends all, one after the other. Stops at the first that the network or the server cannot take now; one
  // that is not let in (403) is tried a few times, for the page may only have to fetch a new token.
  flush(each) {
    this.busy ||= this.run(each).finally(() => { this.busy = null; });
    return this.busy;
  }

  async run(each) {
    for (let waiting = this.entries(); waiting.length; waiting = this.entries()) {
      let answer;
      try {
        answer = await this.send(waiting[0]);
      } catch {
        return false;
      }
      if (answer.status >= 500 || answer.status === 429) return false;
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
