// Turns push on in this browser: asks for leave, subscribes, and sends what the browser gives as a form.

const form = document.querySelector("form[data-push]");
const cannot = document.querySelector("[data-push-cannot]");
const denied = document.querySelector("[data-push-denied]");
const failed = document.querySelector("[data-push-failed]");

/** @param {string} text */
function bytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (character) => character.charCodeAt(0));
}

/** @param {ArrayBuffer | null} buffer */
function text(buffer) {
  const plain = btoa(String.fromCharCode(...new Uint8Array(buffer ?? [])));
  return plain.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function ownName() {
  const agent = navigator.userAgent;
  const browser = [["Edg", "Edge"], ["Firefox", "Firefox"], ["Chrome", "Chrome"], ["Safari", "Safari"]].find(([mark]) => agent.includes(mark));
  const system = ["iPhone", "iPad", "Android", "Windows", "Mac", "Linux"].find((mark) => agent.includes(mark));
  return [browser?.[1], system].filter(Boolean).join(", ");
}

async function subscribe() {
  const { worker = "", scope, key } = form.dataset;
  const registration = await navigator.serviceWorker.register(worker, { scope });
  const had = await registration.pushManager.getSubscription();
  // Of another key of the site: it would be refused.
  if (had && text(had.options.applicationServerKey) !== key) await had.unsubscribe();
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
}

async function turnOn() {
  denied.hidden = failed.hidden = true;
  if (await Notification.requestPermission() !== "granted") {
    denied.hidden = false;
    return;
  }
  const given = await subscribe();
  const { elements } = form;
  elements.address.value = given.endpoint;
  elements.key.value = text(given.getKey("p256dh"));
  elements.auth.value = text(given.getKey("auth"));
  elements.name.value = ownName();
  form.submit();
}

if (form) {
  const able = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  form.hidden = !able;
  cannot.hidden = able;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    turnOn().catch(() => { failed.hidden = false; });
  });
}
