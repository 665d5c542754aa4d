// The projector view: it draws itself anew whenever something has changed that everybody may see.

import { listener } from "./listening.js";
import { roller } from "./rolling.js";

// What shows the wall sleeps, too: an answer that never comes must not hold it for good.
const LONGEST = 15_000;
const board = document.getElementById("table");
let seen = board.dataset.seen;
let busy = false;
let again = false;
const roll = roller(board);

async function draw() {
  again = true;
  if (busy) return;
  busy = true;
  while (again) {
    again = false;
    try {
      const answer = await fetch(board.dataset.page, { headers: { "X-Part": "board" }, signal: AbortSignal.timeout(LONGEST) });
      if (answer.status === 404) location.reload();
      if (!answer.ok) continue;
      board.innerHTML = await answer.text();
      roll();
      seen = answer.headers.get("X-Table-Token") || seen;
    } catch {
      // The stream, begun anew, says when the network is back, and what has changed since.
      listen(true);
    }
  }
  busy = false;
}

const listen = listener({ url: board.dataset.live, seen: () => seen, changed: draw });
listen();
addEventListener("online", () => { listen(true); draw(); });
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState !== "visible") return;
  listen(true);
  draw();
});
