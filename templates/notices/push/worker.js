{% load static %}// Shows a line that came while the site was closed, and opens its page on a tap. It keeps nothing.
self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("push", (event) => {
  const { title, link, tag } = event.data.json();
  const icon = "{% static "icons/app-192.png" %}";
  event.waitUntil(self.registration.showNotification(title, { tag, icon, data: { link } }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data.link, location.origin);
  if (url.origin === location.origin) event.waitUntil(self.clients.openWindow(url.href));
});
