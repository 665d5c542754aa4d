/**
 * Keeps an open page up to date: a stream says "changed", and the page fetches what its viewer may see anew.
 *
 * What a person is doing is never taken away: while something is typed, or a page has asked for it
 * (`data-live="ask"` on its main part), a bar says that there is news and shows it on a click. A page with a
 * script of its own may take the event `live` and prevent its default. Nor is a person's way: what is pressed stays
 * until it is let go, and whoever is on the way to another page gets there.
 */

const meta = document.querySelector("meta[name=live]");
const RETRY = [2000, 5000, 10000, 30000, 60000];
/** Milliseconds over which the viewers of one change fetch, so that they do not all come at once. */
const SPREAD = 500;
/** Milliseconds for which a press is waited for; one that ends outside the window is never heard of. */
const PRESS = 5000;
/** Milliseconds after which whoever was leaving has stayed: a file came, or nothing. */
const STAYED = 15000;

class Live {
  /** @param {string} address */
  constructor(address) {
    const url = new URL(address, location.href);
    this.last = url.searchParams.get("since") ?? "";
    this.url = url;
    this.failures = 0;
    this.typed = false;
    /** Whether a change that was heard of has not been shown yet. */
    this.stale = false;
    this.left = false;
    this.pressed = -PRESS;
    document.addEventListener("visibilitychange", () => (document.hidden ? this.close() : this.open()));
    document.addEventListener("input", (event) => (this.typed ||= Boolean(event.target.closest("main form, main [role=dialog]"))));
    // Whoever leaves gets the next page as it is; fetching this one now could take its messages away. A dialog's
    // form leads nowhere: whoever submits a plan stays, and waits.
    document.addEventListener("submit", (event) => !event.defaultPrevented && event.target.method !== "dialog" && this.leave());
    addEventListener("click", (event) => leads(event) && this.leave());
    // Nothing is clicked for a bookmark or an address that is typed: this is said of every way that is begun.
    addEventListener("beforeunload", () => this.leave());
    for (const name of ["pointerdown", "keydown"]) addEventListener(name, () => (this.pressed = performance.now()), { capture: true, passive: true });
    // What is clicked is told after the press has ended.
    for (const name of ["pointerup", "pointercancel", "keyup"]) addEventListener(name, () => setTimeout(() => (this.pressed = -PRESS)), { capture: true, passive: true });
    addEventListener("pagehide", () => this.close());
    addEventListener("pageshow", (event) => event.persisted && this.open());
    document.querySelector("#news button")?.addEventListener("click", () => location.assign(location.pathname + location.search));
    if (!document.hidden) this.open();
  }

  open() {
    if (this.source) return;
    this.left = false;
    if (this.last) this.url.searchParams.set("since", this.last);
    this.source = new EventSource(this.url);
    this.source.addEventListener("open", () => (this.failures = 0));
    this.source.addEventListener("changed", (event) => this.changed(event.lastEventId));
    this.source.addEventListener("error", () => this.source?.readyState === EventSource.CLOSED && this.later());
    if (this.stale) this.soon();
  }

  close() {
    clearTimeout(this.timer);
    this.source?.close();
    this.source = null;
  }

  /** Another page has been asked for: until it is there nothing that is heard may take its place. */
  leave() {
    this.close();
    this.left = true;
    this.timer = setTimeout(() => !document.hidden && this.open(), STAYED);
  }

  get held() {
    return performance.now() - this.pressed < PRESS;
  }

  /** The server refused or is away; a browser gives up then, a page does not. */
  later() {
    this.close();
    const pause = RETRY[Math.min(this.failures, RETRY.length - 1)];
    this.failures += 1;
    this.timer = setTimeout(() => !document.hidden && this.open(), pause * (1 + Math.random() / 2));
  }

  /** @param {string} id */
  changed(id) {
    this.last = id;
    this.stale = true;
    this.soon();
  }

  /** A page that has been hidden or left meanwhile fetches when it is looked at again. */
  soon() {
    clearTimeout(this.fetching);
    this.fetching = setTimeout(() => this.source && (this.held ? this.soon() : this.show()), 100 + Math.random() * SPREAD);
  }

  /** Whether what has been fetched may be shown; if not, it is fetched again when it may. */
  get free() {
    if (!this.left && !this.held) return true;
    this.stale = true;
    this.soon();
    return false;
  }

  show() {
    this.stale = false;
    if (!document.dispatchEvent(new CustomEvent("live", { cancelable: true }))) return;
    if (this.busy || !window.htmx) ask();
    else window.htmx.trigger("#live", "changed");
  }

  /** Whether fetching the page anew would take something from its reader. */
  get busy() {
    const main = document.querySelector("#main");
    return (
      this.typed ||
      main.dataset.live === "ask" ||
      Boolean(main.querySelector("[data-live=ask], dialog[open], [aria-invalid=true]")) ||
      Boolean(document.activeElement?.matches("#main input:not([type=hidden]), #main textarea, #main select"))
    );
  }
}

/**
 * Whether a click leads to another page in this window.
 * @param {MouseEvent} event
 */
function leads(event) {
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return false;
  if (link.hasAttribute("download") || !["", "_self"].includes(link.getAttribute("target") ?? "")) return false;
  const there = new URL(link.getAttribute("href") ?? "", location.href);
  return !there.hash || there.pathname + there.search !== location.pathname + location.search || there.origin !== location.origin;
}

/**
 * Open another page; no news calls it off.
 * @param {string} address
 */
export function go(address) {
  live?.leave();
  location.assign(address);
}

/** Say that there is news, and leave it to the reader when to see it. */
export function ask() {
  const bar = document.querySelector("#news");
  if (bar) bar.hidden = false;
}

// A session that has ended, or a page that is gone: go where the server points instead of showing half of it.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.requestConfig?.elt?.id !== "live") return;
  if (live && !live.free) {
    detail.shouldSwap = false;
    return;
  }
  const answered = new URL(detail.xhr.responseURL || location.href);
  if (answered.pathname !== location.pathname) {
    detail.shouldSwap = false;
    location.assign(answered);
  }
});
for (const failed of /** @type {const} */ (["htmx:responseError", "htmx:sendError", "htmx:timeout"]))
  document.addEventListener(failed, ({ detail }) => detail.elt?.id === "live" && ask());

const live = meta?.content && window.EventSource ? new Live(meta.content) : null;
