// A table that is not there for this phone any more: what waits and what is typed is shown in its place, and nothing
// of it goes. It may be there again: whoever logs in or sits down once more goes on.

import { leftOf, showsLeft } from "./left.js";
import { newId } from "./queue.js";
import { toldOf } from "./told.js";
import { formsUnsent } from "./typed.js";

/** So long nobody is asked whether the table is there again, unless its owner comes back to the page. */
const REST = 60_000;
/** What waited so long before it was refused is not what its owner has before his eyes. */
const LONG = 15_000;

export class Gone {
  /** @param {HTMLElement} board @param {import('./queue.js').Queue} queue */
  constructor(board, queue) {
    this.board = board;
    this.queue = queue;
    this.left = leftOf(queue.key);
    this.panel = document.getElementById("left");
    this.is = false;
    this.asked = 0;
    /** @type {string[]} */
    this.typed = [];
    this.show = showsLeft(this.panel, () => (this.is ? [queue, this.left] : [this.left]), () => { if (this.is) location.reload(); });
  }

  // There is no table. Says whether there is anything to lose.
  found() {
    this.asked = performance.now();
    if (this.is) return true;
    this.keepTyped();
    if (!this.queue.entries().length && !this.left.entries().length) return false;
    this.turn(true);
    this.panel.querySelector("h2").focus();
    return true;
  }

  // There it is again, with all its fields.
  back() {
    if (!this.is) return;
    for (const cid of this.typed) this.left.drop(cid);
    this.typed = [];
    this.turn(false);
  }

  /** @param {boolean} is */
  turn(is) {
    this.is = is;
    this.board.hidden = is;
    for (const one of this.panel.querySelectorAll("[data-gone]")) one.hidden = !is;
    for (const one of this.panel.querySelectorAll("[data-kept]")) one.hidden = is;
    this.show();
  }

  rests() {
    return this.is && performance.now() - this.asked < REST;
  }

  wake() {
    this.asked = -REST;
  }

  keepTyped() {
    for (const form of formsUnsent(this.board)) {
      const cid = newId();
      const told = toldOf(form);
      if (!told.length) continue;
      this.typed.push(cid);
      this.left.add({ cid, url: "", body: "", ...this.about(form, null) });
    }
  }

  // What a form is known by where it lies. What a shared tablet shows of one player is not told to the next.
  /** @param {HTMLFormElement} form @param {HTMLButtonElement | null} button */
  about(form, button) {
    const label = (button || form.querySelector("button"))?.textContent?.trim().split("\n")[0].trim();
    const told = this.board.querySelector("[data-secret]") ? [] : toldOf(form);
    return { label, told, table: document.querySelector("h1")?.textContent?.trim() ?? "", at: Date.now() };
  }

  // What was refused stands in its form; where that has gone, or it had waited long, it is kept here.
  /** @param {Waiting} entry */
  refused(entry) {
    const told = this.board.querySelector("form[data-refused]");
    const waited = Date.now() - (entry.at ?? 0) > LONG;
    if (told || !(entry.told?.length || waited)) return;
    this.left.add({ ...entry, why: this.board.querySelector(".note.bad[role=alert]")?.textContent?.trim() });
    this.show();
  }
}
