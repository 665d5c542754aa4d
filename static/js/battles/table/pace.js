// What goes on by itself: this phone asks when the server said that it is due. All phones ask with one id, so it
// counts once; who holds, and what time it is, only the server knows.

const LATE = 120;
const AGAIN = 2000;

// Gives what is told each time that the board has been drawn anew.
/** @param {HTMLElement} board @param {(form: HTMLFormElement) => Promise<unknown>} ask */
export function keepsPace(board, ask) {
  let due = 0;
  let drawn = performance.now();

  function soon() {
    const form = board.querySelector("form[data-coming]");
    clearTimeout(due);
    if (!form) return;
    // The places ask one after the other: mostly the first has been answered before the next one's turn.
    const wait = Number(form.dataset.coming) * 1000 + Number(form.querySelector("[name=player]")?.value) * LATE;
    due = setTimeout(() => now(form), Math.max(0, wait - (performance.now() - drawn)));
  }

  /** @param {HTMLFormElement} form */
  async function now(form) {
    if (!form.isConnected) return;
    if (navigator.onLine) await ask(form);
    // Still there: it was too early by the server's clock, or there was no network.
    if (form.isConnected) due = setTimeout(() => now(form), AGAIN);
  }

  function count() {
    const gone = (performance.now() - drawn) / 1000;
    for (const place of board.querySelectorAll("[data-count]")) {
      place.textContent = String(Math.max(0, Math.ceil(Number(place.dataset.count) - gone)));
    }
    for (const form of board.querySelectorAll("form[data-gone]")) form.hidden = Number(form.dataset.gone) <= gone;
  }

  setInterval(count, 500);
  soon();
  return () => {
    drawn = performance.now();
    count();
    soon();
  };
}
