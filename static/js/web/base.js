// What every page shares: the theme switch without a reload, the token for htmx, and live "in 2 days".

import "./kept.js";
import "./tabs.js";
import "./edges.js";

const root = document.documentElement;

function wearsNight() {
  const chosen = root.dataset.theme;
  return chosen ? chosen === "night" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function announceTheme() {
  document.dispatchEvent(new CustomEvent("themechange", { detail: { night: wearsNight() } }));
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("form[data-theme-switch]")) return;
  event.preventDefault();
  const button = form.querySelector("button[name=theme]");
  const data = new FormData(form, button);
  data.set("theme", wearsNight() ? "paper" : "night");
  root.dataset.theme = data.get("theme") ?? "";
  announceTheme();
  fetch(form.action, { method: "POST", body: data, headers: { Accept: "application/json" } }).catch(() => {});
});

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", announceTheme);

// What is printed is on paper: maps, too, are drawn for it.
/** @type {string | undefined} */
let worn;
addEventListener("beforeprint", () => {
  worn = root.dataset.theme ?? "";
  root.dataset.theme = "paper";
  announceTheme();
});
addEventListener("afterprint", () => {
  if (worn) root.dataset.theme = worn;
  else delete root.dataset.theme;
  announceTheme();
});

document.addEventListener("htmx:configRequest", (event) => {
  const token = document.querySelector("meta[name=csrf-token]");
  if (token) event.detail.headers["X-CSRFToken"] = token.content;
});

/** @type {[Intl.RelativeTimeFormatUnit, number, number][]} */
const UNITS = [["day", 86400, 2 * 86400], ["hour", 3600, 2 * 3600], ["minute", 60, 0]];

// How far this device's clock is ahead of the site's, whose the dates are.
let ahead = 0;

function refreshCountdowns() {
  const words = new Intl.RelativeTimeFormat(root.lang || "en", { numeric: "always" });
  for (const span of document.querySelectorAll("[data-until]")) {
    const seconds = (Date.parse(span.dataset.until) + ahead - Date.now()) / 1000;
    const [unit, size] = UNITS.find(([, , from]) => Math.abs(seconds) >= from) ?? UNITS[2];
    const count = Math.trunc(seconds / size);
    span.textContent = count === 0 && unit === "minute" ? span.dataset.now : words.format(count, unit);
  }
}

setInterval(refreshCountdowns, 30000);

for (const field of document.querySelectorAll("[data-browser-zone]")) {
  field.value = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
}

// What is wrong with what was sent is brought into view.
function showWrong() {
  const found = [...document.querySelectorAll("main :is(.wrong, .errorlist, [role=alert])")];
  const wrong = found.find((one) => one.textContent.trim() && one.getClientRects().length);
  if (!wrong) return;
  const field = wrong.closest(".field, fieldset")?.querySelector("input:not([type=hidden]), select, textarea");
  (field ?? wrong).scrollIntoView({ block: "center" });
  field?.focus({ preventScroll: true });
}

// Not before the browser has gone to the part of the page that the address names.
addEventListener("load", () => requestAnimationFrame(showWrong));

// What is new: counted apart from the page, so that no page waits for it.
const bell = document.querySelector("[data-unread]");

async function countNew() {
  if (document.visibilityState !== "visible") return;
  const badges = [...document.querySelectorAll("[data-count]")];
  const campaign = badges.find((badge) => badge.dataset.campaign)?.dataset.campaign;
  const query = campaign ? `?campaign=${encodeURIComponent(campaign)}` : "";
  try {
    const answer = await fetch(bell.dataset.unread + query);
    ahead = Date.now() - Date.parse(answer.headers.get("date") ?? "") || 0;
    const counts = await answer.json();
    for (const badge of badges) {
      const count = counts[badge.dataset.count] || 0;
      badge.hidden = count === 0;
      badge.textContent = count > 99 ? "99+" : String(count);
    }
    document.dispatchEvent(new CustomEvent("counted"));
  } catch {
    // The next time.
  }
}

if (bell) {
  addEventListener("load", () => import("./seals.js"));
  countNew();
  setInterval(countNew, 60000);
  document.addEventListener("visibilitychange", countNew);
}
