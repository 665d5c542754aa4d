/**
 * What the last turn has changed: a list in the sheet and marks on the map, until dismissed; `w`, in the map or the
 * list, brings them back. This device remembers, for each seat. The marks are in the page's data.
 */

import { NewsLayer } from "./newslayer.js";

/** The least pixels of a sector that is gone to. */
const CLOSE = 24;

const me = document.querySelector("meta[name=me]")?.content ?? "";

/** What was dismissed last, as far as this device keeps anything. */
class Seen {
  /** @param {string} store */
  constructor(store) {
    this.key = `changes:${me}:${store}`;
  }

  /** @returns {number} */
  get turn() {
    try {
      return Number(localStorage.getItem(this.key) ?? -1);
    } catch {
      return -1;
    }
  }

  /** @param {number} turn */
  keep(turn) {
    try {
      localStorage.setItem(this.key, String(turn));
    } catch {
      // A closed store keeps nothing.
    }
  }
}

/**
 * Show what has changed, and how the aims stand, on the map and beside it.
 * @param {{map: WarMap, page: PlanPage, say: (text: string) => void, busy: () => boolean, room: (open: boolean) => void}} how
 *   `room` is told when the list opens and when it closes
 */
export function followChanges({ map, page, say, busy, room }) {
  const layer = new NewsLayer(map, page);
  for (const list of document.querySelectorAll("#changes, #aims")) list.addEventListener("click", (event) => go(map, event));
  unfoldAims();
  const panel = document.getElementById("changes");
  if (!panel) return;
  const again = document.querySelector("[data-again]");
  const seen = new Seen(panel.dataset.store ?? "");
  const turn = Number(panel.dataset.turn);
  /** @param {boolean} open */
  const show = (open) => {
    panel.hidden = !open;
    again.hidden = open;
    layer.mark(open);
  };
  const dismiss = () => {
    seen.keep(turn);
    const inside = panel.contains(document.activeElement);
    show(false);
    room(false);
    if (inside) again.focus({ preventScroll: true });
  };
  const bring = () => {
    show(true);
    room(true);
    const title = panel.querySelector("h2");
    title.focus({ preventScroll: true });
    panel.scrollIntoView({ block: "start" });
    say(`${title.textContent}: ${panel.dataset.gist}`);
  };
  panel.querySelector("[data-dismiss]").addEventListener("click", dismiss);
  again.addEventListener("click", bring);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "w" || !alone(event) || busy()) return;
    event.preventDefault();
    if (panel.hidden) bring();
    else dismiss();
  });
  show(false);
  // A turn in which nothing has changed waits until it is asked for.
  if (seen.turn < turn && panel.querySelector(".change")) {
    afterFilm(() => {
      show(true);
      room(true);
    });
  }
}

/**
 * What has changed is the film's end: it comes once the film is over or skipped, at once where none opens.
 * @param {() => void} act
 */
function afterFilm(act) {
  const root = document.documentElement;
  // The page opens its film, if it does, in the same breath as this.
  queueMicrotask(() => {
    if (!("film" in root.dataset)) return act();
    const watch = new MutationObserver(() => {
      if ("film" in root.dataset) return;
      watch.disconnect();
      act();
    });
    watch.observe(root, { attributeFilter: ["data-film"] });
  });
}

/**
 * A line leads to its sector, on this map instead of in the table.
 * @param {WarMap} map @param {On<MouseEvent>} event
 */
function go(map, event) {
  const line = event.target.closest("a[data-at]");
  if (!line || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const at = /** @type {At} */ ((line.dataset.at ?? "").split(",").map(Number));
  map.centre(at, { least: CLOSE });
  map.moveCursor(at);
}

/**
 * The strip of aims goes back through the turns with the map: it says how they stood then.
 * @param {string} url of a turn's map, with `{n}` for its number @param {number} latest
 */
export function aimsOfTurns(url, latest) {
  const strip = document.getElementById("aims");
  if (!strip) return () => {};
  const now = [...strip.childNodes];
  let wanted = latest;
  return async (/** @type {number} */ turn) => {
    wanted = turn;
    if (turn >= latest) return strip.replaceChildren(...now);
    const answer = await fetch(`${url.replace("{n}", String(turn))}?aims`).catch(() => null);
    if (wanted !== turn || !answer?.ok) return;
    const then = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("aims");
    if (wanted === turn && then) strip.replaceChildren(...then.childNodes);
  };
}

/** Where there is room beside the map the aims lie open. */
function unfoldAims() {
  const aims = /** @type {HTMLDetailsElement | null} */ (/** @type {unknown} */ (document.getElementById("aims")));
  if (aims && matchMedia("(width >= 62.5em)").matches) aims.open = true;
}

/**
 * Whether a key was pressed by itself, in the map or where its changes are.
 * @param {On<KeyboardEvent>} event
 */
function alone(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return false;
  // Elsewhere a letter is nobody's shortcut (WCAG 2.1.4).
  return Boolean(event.target.closest(".map, #changes, [data-again]"));
}
