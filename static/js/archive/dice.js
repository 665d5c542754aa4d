// At the end of a war: what this browser was told, sealed and opened, beside what the dice page shows.

import { answer, store } from "../web/seals.js";

/** @typedef {{ lines: string, closing: string, shares: Record<string, string> }} Shown */

const me = document.querySelector("meta[name=me]")?.content ?? "";
const card = document.querySelector("#dice-kept");
/** @type {{ campaign: string, turns: Record<string, Shown> }} */
const shown = JSON.parse(document.querySelector("#dice-shown")?.textContent ?? "{}");

/** @param {string} name @param {number[]} turns */
function say(name, turns) {
  const line = card?.querySelector(`[data-kept=${name}]`);
  if (!line || !turns.length) return;
  line.hidden = false;
  line.querySelector("span").textContent = turns.sort((a, b) => a - b).join(", ");
}

/**
 * Whether a share of this browser stands in what is shown as it was sealed and opened; undefined if another device
 * of the army may have sealed later. Its line then has that seal: one without any shows that this one was left out.
 * @param {any} one @param {Shown} turn
 */
function fits(one, turn) {
  const lines = turn.lines.split("\n").map((text) => text.split(" "));
  const line = lines.find((words) => words[1] === one.seal);
  if (one.opened) return line !== undefined && turn.shares[line[0]] === one.share;
  if (line !== undefined) return true;
  return lines.find((words) => words[0] === String(one.seat))?.[1] === "-" ? false : undefined;
}

async function compare() {
  const kept = await store();
  /** @type {Map<number, boolean>} */
  const found = new Map();
  for (const one of await answer(kept.transaction("closings").objectStore("closings").getAll())) {
    if (one.campaign === shown.campaign && one.turn in shown.turns) found.set(one.turn, shown.turns[one.turn].closing === one.closing);
  }
  for (const one of await answer(kept.transaction("shares").objectStore("shares").getAll())) {
    if (one.campaign !== shown.campaign || one.me !== me || !one.sent || !(one.turn in shown.turns)) continue;
    const good = fits(one, shown.turns[one.turn]);
    if (good !== undefined) found.set(one.turn, (found.get(one.turn) ?? true) && good);
  }
  kept.close();
  if (!card || !found.size) return;
  card.hidden = false;
  say("fits", [...found].filter(([, good]) => good).map(([turn]) => turn));
  say("wrong", [...found].filter(([, good]) => !good).map(([turn]) => turn));
}

if (card && window.indexedDB) compare().catch(() => {});
