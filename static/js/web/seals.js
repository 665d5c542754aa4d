// Open dice, on this device: while plans are made it throws 32 random bytes, keeps them and sends their hash; when
// plans have closed it sends the bytes. It also keeps the closings as it was told them: at the end the dice page
// compares. Loaded by base.js when any page of somebody logged in has come up; the push worker opens what is kept here,
// too. The bytes stay when their player logs out, for else nobody could open the seal; they are of no use to others.

const me = document.querySelector("meta[name=me]")?.content ?? "";
const token = document.querySelector("meta[name=csrf-token]")?.content ?? "";

/** @returns {Promise<IDBDatabase>} */
export function store() {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("dice", 1);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore("shares", { keyPath: ["campaign", "turn", "me"] });
      opening.result.createObjectStore("closings", { keyPath: ["campaign", "turn"] });
    };
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
export function answer(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** @param {IDBDatabase} kept @param {string} name @param {IDBTransactionMode} mode */
const table = (kept, name, mode = "readonly") => kept.transaction(name, mode).objectStore(name);

/** @param {Uint8Array} bytes */
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} address @param {string} method @param {unknown} [body] */
const ask = (address, method, body) =>
  fetch(address, {
    method,
    body: body === undefined ? undefined : JSON.stringify(body),
    headers: { Accept: "application/json", "Content-Type": "application/json", "X-CSRFToken": token },
  });

/** @param {Api.OwnSeal} own @param {Uint8Array} bytes */
async function sealOf(own, bytes) {
  const head = new TextEncoder().encode(`boltgun-dice/1 seal\n${own.campaign}\n${own.turn}\n${own.seat}\n`);
  const all = new Uint8Array(head.length + bytes.length);
  all.set(head);
  all.set(bytes, head.length);
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", all)));
}

/**
 * The bytes are kept before their hash leaves: what is sealed can be opened. Of two tabs one makes them.
 * @param {IDBDatabase} kept @param {Api.OwnSeal} own @param {string} place
 */
async function seal(kept, own, place) {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const fresh = { campaign: own.campaign, turn: own.turn, seat: own.seat, me, place, token, share: hex(bytes), seal: await sealOf(own, bytes) };
  const shares = table(kept, "shares", "readwrite");
  const known = await answer(shares.get([own.campaign, own.turn, me]));
  if (!known) await answer(shares.add(fresh));
  const made = known ?? fresh;
  // Another device of the same army may have sealed since: the one that is used last is the likeliest to open. A token
  // is good until the next log-in: the push worker is to have the newest.
  const stands = made.sent && made.seal === own.seal;
  const sent = stands || (await ask(`${place}seal/`, "PUT", { turn: own.turn, seal: made.seal })).ok;
  if (sent) await answer(table(kept, "shares", "readwrite").put({ ...made, token, sent: true }));
}

/** @param {IDBDatabase} kept @param {Api.OwnSeal} own @param {string} place */
async function open(kept, own, place) {
  const known = await answer(table(kept, "shares").get([own.campaign, own.turn, me]));
  if (!known || known.opened || known.seal !== own.seal) return;
  const sent = await ask(`${place}share/`, "POST", { turn: own.turn, share: known.share });
  if (sent.ok) await answer(table(kept, "shares", "readwrite").put({ ...known, token, opened: true }));
}

/** Once a turn's dice are drawn nobody is asked about them again. @param {IDBDatabase} kept @param {Api.OwnSeal} own */
async function close(kept, own) {
  const shares = table(kept, "shares", "readwrite");
  for (const one of await answer(shares.getAll())) {
    const over = one.turn < own.turn || own.state === "drawn";
    if (one.campaign === own.campaign && one.me === me && over && !one.over) await answer(shares.put({ ...one, over: true }));
  }
}

/** @param {IDBDatabase} kept @param {Api.OwnSeal} own */
async function keep(kept, own) {
  for (const { turn, closing } of own.closings) {
    const key = [own.campaign, turn];
    // What was told first stays: else it would be compared with itself.
    if (!(await answer(table(kept, "closings").getKey(key)))) await answer(table(kept, "closings", "readwrite").put({ campaign: own.campaign, turn, closing }));
  }
}

/** @param {IDBDatabase} kept @param {string} place */
async function look(kept, place) {
  const response = await ask(`${place}own/`, "GET");
  if (!response.ok) return;
  /** @type {Api.OwnSeal} */
  const own = await response.json();
  // A war's dice are open or not for good: what follows from its chain is not asked about again.
  if (own.state === "chain") return sessionStorage.setItem(`chain ${place}`, "1");
  await keep(kept, own);
  await close(kept, own);
  if (own.state === "sealing" && own.seals) await seal(kept, own, place);
  if (own.state === "opening") await open(kept, own, place);
}

async function lookAfter() {
  const kept = await store();
  const here = /^\/c\/([\w-]+)\//.exec(location.pathname)?.[1];
  const place = `/api/v1/campaigns/${here}/dice/`;
  // A page of a war in which its reader has an army; who stands in for somebody has no link to it.
  const mine = here && document.querySelector("a.title") && document.querySelector("#turn .army");
  const places = new Set(mine && !sessionStorage.getItem(`chain ${place}`) ? [place] : []);
  // Wars of other pages, in which something is sealed and shut: any page of the site opens it.
  for (const one of await answer(table(kept, "shares").getAll())) if (one.me === me && one.sent && !one.opened && !one.over) places.add(one.place);
  for (const one of places) await look(kept, one).catch(() => {});
  kept.close();
}

let running = Promise.resolve();
const soon = () => (running = running.then(lookAfter).catch(() => {}));

if (me && window.indexedDB && crypto.subtle) {
  soon();
  document.addEventListener("live", soon);
  document.addEventListener("visibilitychange", () => document.hidden || soon());
}
