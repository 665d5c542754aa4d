// What was typed and not saved is kept on this device under its writer's name: messages (`draft:`), a builder's
// fields (`unsaved:`), maps (`map:`), which turn's changes were seen (`changes:`) and which films opened (`film:`),
// what was tapped at a table without network (`table:`; under no name if nobody was logged in, `table ` of old).
// Whoever logs out leaves none of it behind; a session that has run out is no log-out. Pages of the companion are
// kept by its worker (sw.js), in a store that names its person: it goes the same way. What seals.js keeps does not.

const OWNED = /^(?:draft|unsaved|map|table|changes|film)[:/ ]([^/:]*)/;
const LEAVING = "leaving";
const PAGES = "table-mine";
const PAGES_OF = "/t/owner";

const me = document.querySelector("meta[name=me]")?.content;

/** @param {(writer: string) => unknown} which */
function forget(which) {
  for (const key of Object.keys(localStorage)) {
    const owned = OWNED.exec(key);
    if (owned && which(owned[1])) localStorage.removeItem(key);
  }
}

/** @param {(writer: string) => unknown} which */
async function forgetPages(which) {
  if (!("caches" in window) || !(await caches.has(PAGES))) return;
  const known = await (await caches.open(PAGES)).match(PAGES_OF);
  if (which(known ? await known.text() : "")) await caches.delete(PAGES);
}

// What nobody's name is on is gone on from by whoever logs in, as his session is.
/** @param {string} writer */
const another = (writer) => writer && writer !== me;

try {
  // Only once the server has let go: a log-out that fails loses nothing.
  const left = !me && sessionStorage.getItem(LEAVING);
  if (me || left) {
    const which = me ? another : () => true;
    forget(which);
    forgetPages(which).catch(() => {});
  }
  sessionStorage.removeItem(LEAVING);
} catch {
  // A closed store keeps nothing.
}

document.addEventListener("submit", (event) => {
  if (!event.target.matches("form[data-leave]")) return;
  try {
    sessionStorage.setItem(LEAVING, "1");
  } catch {
    // Nothing is kept then.
  }
});
