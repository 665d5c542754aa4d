// What is sent is sent once: a second press while the answer is on its way would send it again, and invite
// twice, found twice, or be told that somebody was faster. Who waits in vain may press again.

const PATIENCE = 3000;

/** @type {WeakMap<HTMLFormElement, number>} */
let sent = new WeakMap();

addEventListener("submit", (event) => {
  const form = event.target;
  // What a script sends without leaving the page sees to it itself.
  if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.getAttribute("method") !== "post") return;
  const now = performance.now();
  if (now - (sent.get(form) ?? -PATIENCE) < PATIENCE) event.preventDefault();
  else sent.set(form, now);
});

// Whoever comes back to the page as it was may send anew.
addEventListener("pageshow", () => { sent = new WeakMap(); });
