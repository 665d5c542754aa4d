// News of a table: a stream says "changed"; a server that cannot hold streams says so, and is asked now and then.

const POLL = 3000;

// Gives what opens the stream, or opens it again if it has ended. `seen` says what is shown already.
/** @param {{url: string, seen: () => string, changed: () => unknown, opened?: () => unknown, lost?: () => unknown}} how */
export function listener({ url, seen, changed, opened = () => {}, lost = () => {} }) {
  const join = url.includes("?") ? "&" : "?";
  /** @type {EventSource | null} */
  let source = null;
  /** @type {number | undefined} */
  let polling;
  return () => {
    if (source && source.readyState !== EventSource.CLOSED) return;
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
}
