// News on the war map: the page is fetched anew and shows the same part of the map; a new turn moves.

import { ask } from "../../web/live.js";

const key = () => `view:${location.pathname}`;

/**
 * Fetch the page anew when there is news; while the player is busy the bar asks first.
 * @param {WarMap} map @param {{turn: number, busy: () => unknown}} how
 */
export function followNews(map, { turn, busy }) {
  const keep = () => sessionStorage.setItem(key(), JSON.stringify({ scale: map.view.scale, x: map.view.x, y: map.view.y, turn, at: Date.now() }));
  document.addEventListener("live", (event) => {
    event.preventDefault();
    if (busy()) return ask();
    keep();
    location.reload();
  });
  document.querySelector("#news button")?.addEventListener("click", keep, { capture: true });
}

/** What was on screen before the page was fetched anew, once; null on an ordinary visit. */
export function viewBefore() {
  const text = sessionStorage.getItem(key());
  sessionStorage.removeItem(key());
  const kept = text ? JSON.parse(text) : null;
  return kept && Date.now() - kept.at < 30000 ? kept : null;
}
