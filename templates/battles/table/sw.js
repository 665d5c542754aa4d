{% load static %}// Keeps the tables and what each table last looked like for when there is no network. Never the log or the API.
// What everybody sees alike lies in one store; pages as a person was shown them in another, which belongs to
// whoever was logged in (X-Table-Owner, empty for nobody) and goes when another is, or when that person logs out.
const CACHE = "table-all-{{ version }}";
const MINE = "table-mine";
const OWNER = "/t/owner";
const LOBBY = "{% url "tables" %}";
const TABLES = "{% url "table_reference" %}";
const STATIC = "{% get_static_prefix %}";
const KEPT = [{% for path in kept %}"{% static path %}"{% if not forloop.last %}, {% endif %}{% endfor %}];
const PAGE = /^\/t\/(?!(?:tables|rosters|quick|find)\/)[^/]+\/$/;

let last = Promise.resolve();

// One after the other: an answer to one person never falls between two steps of another's.
function inTurn(work) {
  last = last.then(work, work);
  return last;
}

async function owner() {
  const known = await (await caches.open(MINE)).match(OWNER);
  return known ? known.text() : null;
}

// Lets go of what was another's. A person who logs in keeps what he did before under no name: his session does.
async function belongsTo(who) {
  const before = await owner();
  if (before && before !== who) await caches.delete(MINE);
  const mine = await caches.open(MINE);
  if (before !== who) await mine.put(OWNER, new Response(who));
  return mine;
}

// An answer without the header says nothing of who asked: it is not kept.
async function keep(path, answer) {
  const who = answer.headers.get("X-Table-Owner");
  if (who === null) return;
  const mine = await belongsTo(who);
  if (answer.ok && answer.headers.get("X-Table-Keep") !== "no") await mine.put(path, answer);
  if (answer.status === 404) await mine.delete(path);
}

self.addEventListener("install", (event) => {
  const tables = new Request(TABLES, { credentials: "omit" });
  event.waitUntil(
    caches.open(CACHE)
      .then((cache) => cache.addAll([tables, ...KEPT]))
      .then(() => fetch(LOBBY))
      .then((answer) => inTurn(() => keep(LOBBY, answer)))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys()
      .then((names) => Promise.all(names.filter((name) => name.startsWith("table-") && ![CACHE, MINE].includes(name)).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

// From the network while there is one, else as it was seen last, else the tables.
async function page(request, path) {
  try {
    const answer = await fetch(request);
    const copy = answer.clone();
    await inTurn(() => keep(path, copy));
    return answer;
  } catch {
    const mine = await caches.open(MINE);
    return (await mine.match(path, { ignoreVary: true })) || (await (await caches.open(CACHE)).match(TABLES, { ignoreVary: true }));
  }
}

async function asset(request) {
  const cache = await caches.open(CACHE);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request.url, answer.clone());
    return answer;
  } catch {
    return (await cache.match(request.url, { ignoreVary: true })) || Response.error();
  }
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  const known = url.pathname === LOBBY || url.pathname === TABLES || PAGE.test(url.pathname);
  if (event.request.mode === "navigate" && known) event.respondWith(page(event.request, url.pathname));
  else if (url.pathname.startsWith(STATIC)) event.respondWith(asset(event.request));
});

// A page that has drawn itself anew gives itself here, if its person is still the one who is logged in; it keeps
// the headers under which it was answered.
self.addEventListener("message", (event) => {
  const { keep: path, html, me } = event.data || {};
  if (typeof path !== "string" || !PAGE.test(path) || new URL(event.source.url).pathname !== path) return;
  event.waitUntil(inTurn(async () => {
    const mine = await caches.open(MINE);
    const old = await mine.match(path, { ignoreVary: true });
    if (old && (await owner()) === me) await mine.put(path, new Response(html, { headers: old.headers }));
  }));
});
