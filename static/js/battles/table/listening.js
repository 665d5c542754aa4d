// News of a table: a stream says "changed"; a server that cannot hold streams says so, and is asked now and then.

const POLL = 3000;
// A stream that has not begun by then never will: what carries it died while the phone slept.
const OPENING = 8000;

// Gives what opens the stream, or opens it again if it has ended; `anew`: also one that seems to go on, for a phone that
// has slept is not told that its line is dead. `seen` says what is shown already.
/** @param {{url: string, seen: () => string, changed: () => unknown, opened?: () => unknown, lost?: () => unknown}} how */
export function listener({ url, seen, changed, opened = () => {}, lost = () => {} }) {
  const join = url.includes("?") ? "&" : "?";
  /** @type {EventSource | null} */
  let source = null;
  /** @type {number | undefined} */
  let polling;
  /** @type {number | undefined} */
  let opening;
  const open = (anew = false) => {
    if (source && source.readyState !== EventSource.CLOSED && !anew) return;
    source?.close();
    clearTimeout(opening);
    opening = setTimeout(() => { if (source?.readyState === EventSource.CONNECTING) open(true); }, OPENING);
    source = new EventSource(`${url}${join}since=${encodeURIComponent(seen())}`);
    source.addEventListener("changed", changed);
    source.addEventListener("open", () => {
      clearInterval(polling);
      polling = undefined;
      opened();
    });
    source.addEventListener("error", () => {
      lost();
      if (source?.readyState === EventSource.CLOSED && !polling) polling = setInterval(() => { opened(); changed(); }, POLL);
    });
  };
  return open;
}
