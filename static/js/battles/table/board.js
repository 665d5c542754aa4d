// One thumb at the table: forms are sent without a reload, news arrive by themselves, and without network
// what is entered waits in order on this phone.

import { arms } from "./arming.js";
import { watchAway } from "./away.js";
import { Gone } from "./gone.js";
import { install, keepPage } from "./install.js";
import { leftOf } from "./left.js";
import { listener } from "./listening.js";
import { Offline } from "./offline.js";
import { keepsPace } from "./pace.js";
import { newId, Queue } from "./queue.js";
import { redraw } from "./redrawing.js";
import { roller } from "./rolling.js";
import { intoSight } from "./sight.js";
import { caretOf, putCaret, restore, store, unsent } from "./typed.js";
import { unfolds } from "./unfolding.js";
import { listensToWishes } from "./wishes.js";

const SETTING_UP = "#how";
const board = document.getElementById("table");
let seen = board.dataset.seen;
/** @type {string | null | undefined} */
let focused = null;
let sending = 0;
let missed = false;
let drawn = 0;
const roll = roller(board, document.getElementById("spoken"));
let asks = askedOf(board);

// An answer that never comes must not hold the board for good: what was sent keeps its id, is sent again and counts
// once.
const LONGEST_WAIT = 20_000;
// Nor must a look that never comes: it is taken again, each time with more patience.
const FIRST_LOOK = 4_000;
let patience = FIRST_LOOK;

/** @param {Pick<Waiting, 'url' | 'body'>} entry */
function send(entry) {
  return fetch(entry.url, {
    method: "POST",
    signal: AbortSignal.timeout(LONGEST_WAIT),
    headers: { ...part(), "X-CSRFToken": csrf(), "Content-Type": "application/x-www-form-urlencoded" },
    body: entry.body,
    redirect: "follow",
  });
}

// The part that changes, with the forms that are unfolded on it.
function part() {
  return { "X-Part": "board", "X-Open": unfolded.names(unsent(board)) };
}

function csrf() {
  // The part that was drawn last has the newest one: a page out of the cache may be old.
  const drawn = board.querySelector("input[name=csrfmiddlewaretoken]")?.value;
  return drawn || document.querySelector("meta[name=csrf-token]")?.content || "";
}

// What waits is its writer's (kept.js): nobody who logs in next sends it. Who logs in while he plays goes on.
const me = document.querySelector("meta[name=me]")?.content || "";
const queue = new Queue(`table:${me}/${board.dataset.table}`, localStorage, send);
const typedHere = `table:typed:${me}/${board.dataset.table}`;
if (me) {
  queue.adopt(`table:/${board.dataset.table}`);
  leftOf(queue.key).adopt(`table:/${board.dataset.table}/left`);
}
const gone = new Gone(board, queue);
const offline = new Offline(document.getElementById("offline"), board, queue, () => {
  free();
  showWaiting();
});

// What is unfolded, a unit by its id, for its signs change; what has just been sent folds itself again.
function openOnes() {
  /** @type {Element[]} */
  const sent = [...board.querySelectorAll("form[data-sent]")].map((form) => form.closest(".fix"));
  return [...board.querySelectorAll("details[open]")].filter((one) => !sent.includes(one)).map(nameOfPart);
}

/** @param {Element & {dataset: DOMStringMap}} part */
function nameOfPart(part) {
  return part.id || [part.dataset.unit, part.querySelector("summary")?.textContent?.trim()].join(" ");
}

/** @param {string} html @param {string | null} token */
function draw(html, token) {
  const open = openOnes();
  const [x, y] = [scrollX, scrollY];
  const settingUp = board.querySelector(SETTING_UP) !== null;
  const kept = unsent(board);
  const told = board.querySelector(".note.bad[role=alert]");
  const active = document.activeElement && board.contains(document.activeElement) ? document.activeElement : null;
  const [held, caret] = [active ? nameOf(active) : "", caretOf(active)];
  const own = board.querySelector("form[data-sent]") !== null;
  // The button that sent something is out of use until now, and a browser takes the keys from it.
  const lost = own && document.activeElement === document.body;
  const stays = redraw(board, html, kept);
  document.getElementById("messages").replaceChildren();
  for (const one of board.querySelectorAll("details")) if (open.includes(nameOfPart(one)) && !one.matches(".do")) one.open = true;
  seen = token || seen;
  drawn += 1;
  gone.back();
  // What was refused stands in its form until it is mended, and why does too.
  if (told && board.querySelector("form[data-refused]") && !board.querySelector("[role=alert]")) board.querySelector(".strip").after(told);
  const tokens = board.querySelector("[data-token]");
  if (tokens) freeTokens(tokens.form);
  // An answer to what was sent before: what goes out just now is not tapped again.
  if (sending && queue.entries().length) disable();
  roll();
  const before = asks;
  asks = askedOf(board);
  const again = lost && !board.querySelector("[role=alert]");
  focus(held, again || (asks !== before && asks !== ""), caret, stays);
  // The battle has begun: another page than the long one of before, which is read from its top.
  if (settingUp && !board.querySelector(SETTING_UP)) scrollTo(0, 0);
  else scrollTo(x, y);
  if (own && asks && asks !== before) intoSight(board);
  if (asks && asks !== before) hum();
  paced();
  keepPage(board);
}

// What is asked of this phone, by its kind and words.
/** @param {HTMLElement} place */
function askedOf(place) {
  const now = place.querySelector(".now.mine");
  return now ? `${now.dataset.prompt} ${now.getAttribute("aria-label")}` : "";
}

/** @param {Part} one */
function nameOf(one) {
  return one.id || [one.tagName, one.name, one.value, one.textContent.trim()].join(" ");
}

// Whoever is handed the tablet begins where it waits for him. What is asked anew gets the keys, unless somebody is
// typing, and what is said if they were lost; else they stay where they were.
/** @param {string} held @param {boolean} anew @param {ReturnType<typeof caretOf>} caret @param {boolean} stays */
function focus(held, anew, caret, stays) {
  const place = board.querySelector("[data-focus]");
  const handed = place && place.dataset.focus !== focused;
  focused = place ? place.dataset.focus : null;
  if (handed) place.focus();
  if (handed || stays || (!held && !anew)) return;
  const same = [...board.querySelectorAll("button, a, input, select, textarea, summary, [tabindex]")].find((one) => held && nameOf(one) === held);
  const typing = same?.matches("input, select, textarea");
  const next = place || board.querySelector(".now.mine h2, .now h2");
  (typing || (same && !anew) ? same : next || same)?.focus({ preventScroll: true });
  if (same && typing) putCaret(same, caret);
}

function disable() {
  for (const each of board.querySelectorAll("button")) each.disabled = true;
}

// What waits to be sent cannot be tapped again; everything else can.
function free() {
  const waiting = new Set(queue.entries().map((entry) => entry.cid));
  for (const form of board.querySelectorAll("form[data-act]")) {
    const waits = waiting.has(form.dataset.sent ?? "");
    if (!waits) delete form.dataset.sent;
    for (const each of form.elements) if (each instanceof HTMLButtonElement) each.disabled = waits;
  }
}

async function refresh() {
  if (sending) missed = true;
  else if (!gone.rests()) {
    const before = drawn;
    // What was asked before something was sent may be older than the answer to that: it is asked again.
    const late = await fetched(() => !sending && drawn === before);
    if (late) refresh();
  }
}

// Draws the board anew if it still may when the answer is there; says whether it came too late for that.
/** @param {() => boolean} still */
async function fetched(still) {
  try {
    const answer = await fetch(board.dataset.page, { headers: part(), signal: AbortSignal.timeout(patience) });
    if (answer.status === 404) isGone();
    if (!answer.ok) return false;
    const html = await answer.text();
    patience = FIRST_LOOK;
    if (!still()) return true;
    draw(html, answer.headers.get("X-Table-Token"));
  } catch (wrong) {
    showWaiting();
    if (wrong instanceof DOMException && wrong.name === "TimeoutError") {
      patience = Math.min(LONGEST_WAIT, patience * 2);
      return document.visibilityState === "visible" && still();
    }
  }
  return false;
}

// With nothing to lose the page says it all.
function isGone() {
  if (!gone.found()) location.reload();
  showWaiting();
}

// Does what sends, and looks afterwards at what has changed meanwhile.
/** @param {() => Promise<any>} work */
async function whileSending(work) {
  sending += 1;
  try {
    return await work();
  } finally {
    sending -= 1;
    if (missed && !sending) {
      missed = false;
      refresh();
    }
  }
}

function showWaiting() {
  offline.show(navigator.onLine || gone.is, gone.is);
}

/** @param {string | undefined} text */
function say(text) {
  const note = document.createElement("p");
  note.className = "note bad";
  note.setAttribute("role", "alert");
  note.textContent = text ?? "";
  board.prepend(note);
}

function showRefused() {
  if (!board.querySelector("form[data-refused]")) return;
  if (!board.contains(document.activeElement)) board.querySelector("[role=alert]")?.focus();
}

/** @param {Response} answer @param {Waiting} [entry] */
async function answered(answer, entry) {
  let html;
  try {
    html = await answer.text();
  } catch {
    // It counted, and its answer broke off: what came of it is asked for.
    await fetched(() => true);
    return;
  }
  if (answer.headers.get("X-Table-Token")) {
    draw(html, answer.headers.get("X-Table-Token"));
    showRefused();
  } else {
    await fetched(() => true);
    say(board.dataset.refused);
  }
  if (entry && !answer.ok) gone.refused(entry);
}

// What shows somebody's secrets happens now or not at all: the tablet may be in other hands a minute later.
/** @param {HTMLFormElement} form @param {HTMLButtonElement} button */
async function sendNow(form, button) {
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form, button)));
  body.delete("csrfmiddlewaretoken");
  form.dataset.sent = newId();
  try {
    await whileSending(async () => answered(await send({ url: form.getAttribute("action") ?? "", body: body.toString() })));
  } catch {
    delete form.dataset.sent;
    form.querySelector("[name=pin]")?.select();
    say(board.dataset.unreachable);
  }
}

// What goes on by itself is not kept for later: whoever is there when it is due asks, and then looks.
/** @param {HTMLFormElement} form */
async function goesOn(form) {
  if (sending || queue.entries().length) return;
  try {
    const body = new URLSearchParams(/** @type {any} */ (new FormData(form)));
    await whileSending(() => send({ url: form.getAttribute("action") ?? "", body: body.toString() }));
    refresh();
  } catch {
    showWaiting();
  }
}

async function flush() {
  if (gone.rests()) return false;
  const done = queue.entries().length === 0 || (await whileSending(() => queue.flush(answered)));
  if (!done && queue.gone) isGone();
  showWaiting();
  // A token of a page that was kept may be too old: a new part brings a new one.
  if (!done && navigator.onLine && queue.entries()[0]?.tries) await refresh();
  return done;
}

board.addEventListener("submit", (event) => {
  const form = event.target;
  const button = event.submitter;
  if (!form.matches("[data-act]") || button?.hasAttribute("data-plain")) {
    store(board, typedHere, form);
    return;
  }
  event.preventDefault();
  if (form.hasAttribute("data-now")) {
    sendNow(form, button);
    return;
  }
  if (form.dataset.sent) return;
  const data = new URLSearchParams(/** @type {any} */ (new FormData(form, button)));
  // What anybody may tap has one id for all phones: two thumbs that meet in it count once.
  const cid = (form.dataset.sent = data.get("cid") || newId());
  data.set("cid", cid);
  data.delete("csrfmiddlewaretoken");
  if (form.hasAttribute("data-keep") && data.has("typed")) {
    data.set("typed", data.getAll("typed").join(" ").trim());
    if (!navigator.onLine) data.set("local", "1");
  }
  const dice = offline.take();
  if (dice.length) {
    data.set("typed", [...data.getAll("typed"), ...dice].join(" ").trim());
    data.set("local", "1");
  }
  const label = (button || form.querySelector("button"))?.innerText.split("\n")[0].trim();
  queue.add({ ...gone.about(form, button), cid, url: form.getAttribute("action") ?? "", body: data.toString(), label, dice: dice.join(" ") });
  disable();
  flush().then((done) => {
    const drawnAnew = done && !form.isConnected;
    if (!drawnAnew) free();
    // Counted, but an answer that came late to something else is what is shown.
    if (done && !drawnAnew) {
      form.reset();
      refresh();
    }
  });
});

board.addEventListener("input", (event) => {
  if (event.target.matches("[data-token]")) freeTokens(event.target.form);
});

// What the slider leads to lies folded further down.
board.addEventListener("click", (event) => {
  const link = event.target.closest("a.gain");
  const part = link && board.querySelector(link.hash);
  if (!part) return;
  event.preventDefault();
  part.open = true;
  part.scrollIntoView({ block: "center" });
  part.querySelector("input:not([type=hidden])").focus({ preventScroll: true });
});

// One tap instead of two for each unit: what has no number yet gets the lowest that is left, from the top.
board.addEventListener("click", (event) => {
  if (!event.target.closest("[data-fill]")) return;
  const fields = [...event.target.closest("form").querySelectorAll("[data-token]")];
  for (const field of fields.filter((one) => !one.value)) {
    field.value = [...field.options].find((option) => option.value && !fields.some((one) => one.value === option.value))?.value ?? "";
  }
  freeTokens(fields[0].form);
});

// A number that lies on one unit is not offered for another.
/** @param {HTMLFormElement} form */
function freeTokens(form) {
  const fields = [...form.querySelectorAll("[data-token]")];
  const used = fields.map((field) => field.value);
  for (const field of fields) {
    for (const option of field.options) option.disabled = option.value !== field.value && used.includes(option.value) && option.value !== "";
  }
}

arms(board);
const unfolded = unfolds(board, refresh);
restore(board, typedHere, unfolded.fetched);
const hum = listensToWishes(document.getElementById("wishes"));
const paced = keepsPace(board, goesOn);
const listen = listener({ url: board.dataset.live, seen: () => seen, changed: refresh, opened: flush, lost: showWaiting });

document.addEventListener("visibilitychange", () => {
  if (document.visibilityState !== "visible") return;
  gone.wake();
  listen(true);
  flush().then(refresh);
});
addEventListener("online", () => {
  gone.wake();
  listen(true);
  flush().then(refresh);
});
addEventListener("offline", showWaiting);

offline.mark();
free();
listen();
flush();
showWaiting();
if (document.querySelector("#messages li")) keepPage(board);
setInterval(() => { if (queue.entries().length) flush(); }, 5000);
watchAway(board, refresh);
install();
