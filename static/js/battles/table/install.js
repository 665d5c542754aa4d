// Lets the companion be installed and opened without network, with each table as it was seen last.

export function install() {
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("/t/sw.js", { scope: "/t/" }).catch(() => {});
}

let due = 0;

// Gives the page as it is now to the worker, which keeps it for when there is no network. A shared tablet that
// shows somebody's secrets is not kept, nor is what was said once.
/** @param {HTMLElement} board */
export function keepPage(board) {
  clearTimeout(due);
  due = setTimeout(() => {
    const worker = navigator.serviceWorker?.controller;
    if (!worker || board.querySelector("[data-secret]")) return;
    const me = document.querySelector("meta[name=me]")?.content || "";
    const page = document.documentElement.cloneNode(true);
    page.querySelector("#messages").replaceChildren();
    worker.postMessage({ keep: location.pathname, me, html: `<!doctype html>${page.outerHTML}` });
  }, 1000);
}
