{% load static %}// Keeps the tables and what each table last looked like for when there is no network. Never the log or the API.
const CACHE = "table-{{ version }}";
const LOBBY = "{% url "tables" %}";
const TABLES = "{% url "table_reference" %}";
const STATIC = "{% get_static_prefix %}";
const KEPT = [{% for path in kept %}"{% static path %}"{% if not forloop.last %}, {% endif %}{% endfor %}];
const PAGE = /^\/t\/(?!(?:tables|rosters|quick|find)\/)[^/]+\/$/;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([TABLES, LOBBY, ...KEPT])).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys()
      .then((names) => Promise.all(names.filter((name) => name.startsWith("table-") && name !== CACHE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

async function keep(path, answer) {
  const cache = await caches.open(CACHE);
  await cache.put(path, answer);
}

// From the network while there is one, else as it was seen last, else the tables.
async function page(request, path) {
  try {
    const answer = await fetch(request);
    if (answer.ok && answer.headers.get("X-Table-Keep") !== "no") await keep(path, answer.clone());
    if (answer.status === 404 && PAGE.test(path)) await (await caches.open(CACHE)).delete(path);
    return answer;
  } catch {
    return (await caches.match(path, { ignoreVary: true })) || (await caches.match(TABLES, { ignoreVary: true }));
  }
}

async function asset(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok) await keep(request.url, answer.clone());
    return answer;
  } catch {
    return (await caches.match(request.url, { ignoreVary: true })) || Response.error();
  }
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  const known = url.pathname === LOBBY || url.pathname === TABLES || PAGE.test(url.pathname);
  if (event.request.mode === "navigate" && known) event.respondWith(page(event.request, url.pathname));
  else if (url.pathname.startsWith(STATIC)) event.respondWith(asset(event.request));
});

// A page that has drawn itself anew gives itself here; it keeps the headers under which it was answered.
self.addEventListener("message", (event) => {
  const path = event.data && event.data.keep;
  if (typeof path !== "string" || !PAGE.test(path) || new URL(event.source.url).pathname !== path) return;
  event.waitUntil(
    caches.match(path, { ignoreVary: true }).then((old) => old && keep(path, new Response(event.data.html, { headers: old.headers }))),
  );
});
