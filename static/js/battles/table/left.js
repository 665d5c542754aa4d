// What this phone could not send, for its table is gone or refused it: shown to who entered it, to be read and copied,
// until he deletes it. It lies beside what waits, under the same name (kept.js).

import { Queue } from "./queue.js";

const LEFT = "/left";
const me = document.querySelector("meta[name=me]")?.content || "";

/** What is never sent by itself. @returns {Promise<Response>} */
const never = () => Promise.reject(new TypeError("not to be sent"));

/** @param {string} key */
const shelf = (key) => new Queue(key, localStorage, never);

// What could not be sent of what waits under this key.
/** @param {string} key */
export const leftOf = (key) => shelf(`${key}${LEFT}`);

// What lies on this phone of tables other than `known`, where what waits is still to be sent.
/** @param {string[]} known */
export function leftBehind(known) {
  const starts = ["table:/", ...(me ? [`table:${me}/`] : [])];
  const table = (/** @type {string} */ key) => key.slice(key.indexOf("/") + 1);
  const keys = Object.keys(localStorage).filter((key) => starts.some((start) => key.startsWith(start)));
  return keys.filter((key) => key.endsWith(LEFT) || !known.includes(table(key))).map(shelf);
}

// Shows what lies there, and lets go of it where its owner says so. Gives what draws it anew.
/** @param {HTMLElement} panel @param {() => Queue[]} queues @param {() => unknown} [emptied] */
export function showsLeft(panel, queues, emptied = () => {}) {
  const list = panel.querySelector("ul");
  const copy = panel.querySelector("[data-copy]");
  const words = copy.textContent ?? "";
  let shown = "";

  function draw() {
    const all = queues().flatMap((queue) => queue.entries());
    panel.hidden = all.length === 0;
    const now = JSON.stringify(all);
    if (now === shown) return;
    shown = now;
    copy.textContent = words;
    list.replaceChildren(...all.map((entry) => row(entry, list.dataset.delete ?? "")));
  }

  copy.addEventListener("click", async () => {
    const all = queues().flatMap((queue) => queue.entries());
    try {
      await navigator.clipboard.writeText(textOf(all));
      copy.textContent = copy.dataset.done ?? "";
    } catch {
      getSelection()?.selectAllChildren(list);
      document.execCommand("copy");
    }
  });
  panel.addEventListener("click", (event) => {
    const one = event.target.closest("button[data-cid]");
    if (!one && !event.target.closest("[data-delete-all]")) return;
    for (const queue of queues()) queue.keep(one ? queue.entries().filter((entry) => entry.cid !== one.dataset.cid) : []);
    draw();
    if (panel.hidden) emptied();
    else panel.querySelector("h2").focus();
  });
  draw();
  return draw;
}

/** @param {Waiting} entry */
const nameOf = (entry) => `${entry.label || "?"}${entry.dice ? ` (${entry.dice})` : ""}`;

// One that an older page has left says at least what it would have sent.
/** @param {Waiting} entry */
function toldOf(entry) {
  return entry.told ?? [...new URLSearchParams(entry.body)].filter(([name]) => name !== "cid").map(([name, value]) => `${name}: ${value}`);
}

/** @param {Waiting} entry @param {string} words */
function row(entry, words) {
  const li = document.createElement("li");
  const [head, told, drop] = [document.createElement("b"), document.createElement("p"), document.createElement("button")];
  head.textContent = nameOf(entry);
  told.className = "told";
  told.textContent = toldOf(entry).join("\n");
  drop.type = "button";
  drop.className = "quiet";
  drop.dataset.cid = entry.cid;
  drop.textContent = words;
  drop.setAttribute("aria-label", `${words}: ${nameOf(entry)}`);
  const when = document.createElement("span");
  when.className = "meta";
  when.textContent = [entry.table, entry.at && new Date(entry.at).toLocaleString([], { dateStyle: "short", timeStyle: "short" }), entry.why].filter(Boolean).join(" \u00b7 ");
  li.append(head, " ", when, told, drop);
  return li;
}

/** @param {Waiting[]} all */
function textOf(all) {
  let table = "";
  return all
    .flatMap((entry) => {
      const heading = entry.table && entry.table !== table ? [entry.table] : [];
      table = entry.table ?? table;
      return [...heading, nameOf(entry), ...toldOf(entry).map((one) => `  ${one}`)];
    })
    .join("\n");
}

// The page of a table that is gone, and the lobby.
export function showLeftBehind() {
  const panel = document.getElementById("left");
  if (!panel) return;
  try {
    showsLeft(panel, () => leftBehind((panel.dataset.known ?? "").split(" ").filter(Boolean)));
  } catch {
    // A closed store keeps nothing.
  }
}
