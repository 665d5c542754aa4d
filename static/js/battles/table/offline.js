// What the board shows without network: what waits to be sent, and dice of this phone for what is entered next.

import { rolled, show } from "./dice.js";

// What a form has for itself each time that it is drawn.
const OWN = ["csrfmiddlewaretoken", "cid"];

export class Offline {
  // `queue` is what waits for the `board`; `changed` is called when something has been taken out of it.
  /**
   * @param {HTMLElement} panel @param {HTMLElement} board @param {import('./queue.js').Queue} queue
   * @param {() => void} changed
   */
  constructor(panel, board, queue, changed) {
    this.panel = panel;
    this.board = board;
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

  // The panel stands on top of the page: the board says it where the thumb is, in a word.
  /** @param {boolean} online @param {number} count */
  sign(online, count) {
    const { none = "", some = "", unsent = "" } = this.panel.dataset;
    const said = online ? unsent : some;
    if (this.panel.hidden) delete this.board.dataset.sign;
    else this.board.dataset.sign = count ? said.replace("{n}", String(count)) : none;
  }

  // What waits since before the page was loaded is not offered once more.
  mark() {
    for (const entry of this.queue.entries()) {
      const form = formOf(this.board, entry);
      if (form) form.dataset.sent = entry.cid;
    }
  }

  // Nothing of it where what waits is shown elsewhere.
  /** @param {boolean} online @param {boolean} elsewhere */
  show(online, elsewhere) {
    const waiting = elsewhere ? [] : this.queue.entries();
    this.panel.hidden = online && waiting.length === 0;
    this.panel.querySelector("[data-roller]").hidden = online;
    this.sign(online, waiting.length);
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

// The form that this was entered in, by what stands hidden in it.
/** @param {HTMLElement} board @param {Waiting} entry */
function formOf(board, entry) {
  const sent = new URLSearchParams(entry.body);
  for (const form of board.querySelectorAll("form[data-act]")) {
    /** @type {HTMLInputElement[]} */
    const fields = [...form.querySelectorAll("input[type=hidden]")];
    const hidden = fields.filter((one) => !OWN.includes(one.name));
    const same = hidden.some((one) => one.name !== "player") && hidden.every((one) => sent.getAll(one.name).includes(one.value));
    if (same && !form.dataset.sent && form.getAttribute("action") === entry.url) return form;
  }
  return null;
}
