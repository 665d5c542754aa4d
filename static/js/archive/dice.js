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

/** Whether a share of this browser stands in what is shown as it was sealed and opened. @param {any} one @param {Shown} turn */
function fits(one, turn) {
  const line = turn.lines.split("\n").map((text) => text.split(" ")).find((words) => words[1] === one.seal);
  return line !== undefined && turn.shares[line[0]] === one.share;
}

async function compare() {
  const kept = await store();
  /** @type {Map<number, boolean>} */
  const found = new Map();
  for (const one of await answer(kept.transaction("closings").objectStore("closings").getAll())) {
    if (one.campaign === shown.campaign && one.turn in shown.turns) found.set(one.turn, shown.turns[one.turn].closing === one.closing);
  }
  for (const one of await answer(kept.transaction("shares").objectStore("shares").getAll())) {
    if (one.campaign !== shown.campaign || one.me !== me || !one.opened || !(one.turn in shown.turns)) continue;
    found.set(one.turn, (found.get(one.turn) ?? true) && fits(one, shown.turns[one.turn]));
  }
  kept.close();
  if (!card || !found.size) return;
  card.hidden = false;
  say("fits", [...found].filter(([, good]) => good).map(([turn]) => turn));
  say("wrong", [...found].filter(([, good]) => !good).map(([turn]) => turn));
}

if (card && window.indexedDB) compare().catch(() => {});
