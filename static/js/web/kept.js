// What was typed and not saved is kept on this device under its writer's name: messages (`draft:`), a builder's
// fields (`unsaved:`), maps (`map:`), which turn's changes were seen (`changes:`) and which films opened (`film:`),
// what was tapped at a table without network (`table:`; under no name if nobody was logged in, `table ` of old).
// Whoever logs out leaves none of it behind, nor a push worker that would show the next person lines: the site says
// so by a cookie, until a page has done it. A session that has run out is no log-out. Pages of the companion are kept
// by its worker (sw.js), in a store that names its person: they go the same way. What was sent and not saved is kept
// in one tab (held.js): each tab is told who is here now. What seals.js keeps stays, and so does what is wished of
// the device (`table:wishes`, `film-speed`).

import { keys } from "./held.js";

const OWNED = /^(?:draft|unsaved|map|table|changes|film)[:/ ](?!wishes$)([^/:]*)/;
const LEFT = /(?:^|; )((?:__Host-)?left)=/;
const PAGES = "table-mine";
const PAGES_OF = "/t/owner";
const COMPANION = "/t/";
const TOLD = "kept";

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

async function forgetPush() {
  if (!("serviceWorker" in navigator)) return;
  const workers = await navigator.serviceWorker.getRegistrations();
  await Promise.all(workers.filter(({ scope }) => new URL(scope).pathname !== COMPANION).map((worker) => worker.unregister()));
}

// Who is here, to the other tabs: nobody after a log-out.
function tell(writer = "") {
  const channel = new BroadcastChannel(TOLD);
  channel.postMessage(writer);
  channel.close();
}

async function leave() {
  const all = () => true;
  forget(all);
  sessionStorage.clear();
  tell();
  await Promise.all([forgetPages(all), forgetPush()]);
}

// A closed store keeps nothing; the cookie stays until all has gone.
const left = LEFT.exec(document.cookie)?.[1];
if (left) {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  leave().then(() => (document.cookie = `${left}=; Path=/; Max-Age=0; SameSite=Lax${secure}`)).catch(() => {});
} else if (me) {
  try {
    forget(another);
    tell(me);
    forgetPages(another).catch(() => {});
  } catch {
    // As above.
  }
}

// What is sent and not saved: where there is something to send, or something was kept before. A page that is one
// picture fetches the script with the first letter that is typed.
if (document.querySelector("main form[method=post]") || keys().length) import("./unsent.js");
else document.addEventListener("input", () => import("./unsent.js"), { once: true });
