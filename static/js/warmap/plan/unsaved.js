// A plan that could not be saved: it is kept in this tab for its player, who finds it again after a log-in; it is
// saved from here if that was in another tab. Fetched only then: no page waits for it.

import { held, hold } from "../../web/held.js";

/** @param {Saver} saver */
const nameOf = ({ url, number }) => `plan ${url} ${number}`;

/** What a save is answered by nobody's log-in, and by another than the page's. */
const LOGGED_OUT = [200, 403];

/** @param {string} id */
const told = (id) => JSON.parse(document.getElementById(id).textContent);

/** @type {Saver | null} */
let followed = null;

/**
 * From the first save that failed on what is not saved is kept, until it is.
 * @param {Saver} saver
 */
export function follow(saver) {
  if (followed) return;
  followed = saver;
  saver.addEventListener("state", () => settle(saver));
  settle(saver);
}

/** @param {Saver} saver */
function settle(saver) {
  if (saver.state === "saved" || saver.state === "refused") held(nameOf(saver));
  if (saver.state !== "failed") return;
  hold(nameOf(saver), { plan: saver.read(), receipt: saver.receipt });
  if (LOGGED_OUT.includes(saver.answer?.status ?? 0)) renew(saver).catch(() => say(saver));
}

/** @param {Saver} saver */
function say(saver) {
  if (saver.state !== "failed") return;
  for (const place of document.querySelectorAll("#plan-state [role=status], .foot-state")) {
    const link = document.createElement("a");
    link.href = location.pathname + location.search;
    link.textContent = told("page-words").loggedOut;
    link.addEventListener("click", () => (saver.leaves = true));
    place.replaceChildren(link);
  }
}

/**
 * Try again with the token of the log-in that there is now; throws if it is not the same player's.
 * @param {Saver} saver
 */
async function renew(saver) {
  const text = await (await fetch(location.href, { headers: { Accept: "text/html" } })).text();
  const [before, now] = [document, new DOMParser().parseFromString(text, "text/html")];
  const [was, is] = [before, now].map((one) => one.querySelector("meta[name=me]")?.content);
  if (!is || is !== was) throw new Error("logged out");
  saver.token = now.querySelector("meta[name=csrf-token]")?.content ?? "";
}

/**
 * Take over what was kept, unless another plan has been saved since then.
 * @param {Desk} desk @param {Saver} saver
 */
export function bring({ plan, page, changed }, saver) {
  const kept = /** @type {{plan: {orders: Orders, node: string | null}, receipt: string} | null} */ (held(nameOf(saver)));
  if (kept?.receipt !== page.plan.receipt) return;
  Object.assign(plan, kept.plan);
  changed();
}
