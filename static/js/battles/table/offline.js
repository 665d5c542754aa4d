// What the board shows without network: what waits to be sent, and dice of this phone for what is entered next.

import { rolled, show } from "./dice.js";

export class Offline {
  // `queue` is what waits; `changed` is called when something has been taken out of it.
  /** @param {HTMLElement} panel @param {import('./queue.js').Queue} queue @param {() => void} changed */
  constructor(panel, queue, changed) {
    this.panel = panel;
    this.queue = queue;
    this.dice = [];
    panel.querySelector("[data-roll]").addEventListener("click", () => this.roll());
    panel.querySelector("[data-forget]").addEventListener("click", () => this.take());
    panel.querySelector("[data-queue]").addEventListener("click", (event) => {
      const button = event.target.closest("button[data-cid]");
      if (!button) return;
      queue.drop(button.dataset.cid);
      changed();
    });
  }

  roll() {
    const values = rolled(this.panel.querySelector("[name=count]").value, Number(this.panel.querySelector("[name=faces]").value));
    this.dice = [...this.dice, ...values].slice(-60);
    this.shown();
  }

  // The dice in hand, which leave the hand with it.
  take() {
    const dice = this.dice;
    this.dice = [];
    this.shown();
    return dice;
  }

  shown() {
    show(this.panel.querySelector("[data-dice]"), this.dice);
    this.panel.querySelector("[data-next]").hidden = this.dice.length === 0;
  }

  // Nothing of it where what waits is shown elsewhere.
  /** @param {boolean} online @param {boolean} elsewhere */
  show(online, elsewhere) {
    const waiting = elsewhere ? [] : this.queue.entries();
    this.panel.hidden = online && waiting.length === 0;
    this.panel.querySelector("[data-roller]").hidden = online;
    const list = this.panel.querySelector("[data-queue]");
    list.replaceChildren(
      ...waiting.map((entry) => {
        const row = document.createElement("li");
        const drop = document.createElement("button");
        row.append(`${entry.label || "?"}${entry.dice ? ` (${entry.dice})` : ""} `);
        drop.type = "button";
        drop.className = "quiet";
        drop.dataset.cid = entry.cid;
        drop.textContent = list.dataset.drop;
        row.append(drop);
        return row;
      }),
    );
  }
}
