{% load static %}// Shows a line that came while the site was closed, and opens its page on a tap. It keeps nothing of its own; but what
// a page of the site has sealed for the dice of a war (static/js/web/seals.js) it opens, when a line wakes it.
self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("push", (event) => {
  const { title, link, tag } = event.data.json();
  const icon = "{% static "icons/app-192.png" %}";
  const shown = self.registration.showNotification(title, { tag, icon, data: { link } });
  event.waitUntil(Promise.all([shown, openSeals().catch(() => {})]));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data.link, location.origin);
  if (url.origin === location.origin) event.waitUntil(self.clients.openWindow(url.href));
});

const answer = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function openSeals() {
  const opening = indexedDB.open("dice", 1);
  // A store that no page has made has nothing in it, and stays unmade.
  opening.onupgradeneeded = () => opening.transaction.abort();
  const kept = await answer(opening);
  const shares = () => kept.transaction("shares", "readwrite").objectStore("shares");
  for (const one of await answer(shares().getAll())) {
    if (!one.sent || one.opened || one.over) continue;
    const headers = { Accept: "application/json", "Content-Type": "application/json", "X-CSRFToken": one.token };
    // Not before plans have closed; and only of whoever is logged in now: another's army has not sealed this.
    const known = await fetch(`${one.place}own/`, { headers });
    const own = known.ok ? await known.json() : {};
    if (own.state !== "opening" || own.turn !== one.turn || own.seal !== one.seal) continue;
    const sent = await fetch(`${one.place}share/`, {
      method: "POST",
      headers,
      body: JSON.stringify({ turn: one.turn, share: one.share }),
    });
    if (sent.ok) await answer(shares().put({ ...one, opened: true }));
  }
  kept.close();
}
