// The map editor's page: the map, the tools beside it, what stands on it, and saving as one goes.

import { TERRAIN } from "../../declared.js";
import { Drawer } from "../../web/map/drawer.js";
import { sectorName } from "../../web/map/geometry.js";
import { fill, h } from "../../web/dom.js";
import { Board } from "./board.js";
import { EditMap } from "./editmap.js";
import { Painter } from "./painting.js";
import { Sender } from "./sending.js";
import { drawThing, drawThings, newThing } from "./things.js";

/** @param {string} selector */
const find = (selector) => document.querySelector(selector);
/** @type {EditorPage} */
const data = JSON.parse(find("#editor-data").textContent);
const { words, seats, bounds } = data;
const { sprite } = find("[data-sprite]").dataset;
const token = document.querySelector("meta[name=csrf-token]")?.content ?? "";

const board = new Board(data.board);
const map = new EditMap(find(".map"), board, { seats, backdrop: data.backdrop, sprite, words });
const sender = new Sender({ url: data.urls.board, token, key: `map:${document.querySelector("meta[name=me]").content}/${data.campaign}`, version: data.version, read: () => board.document() });
sender.problems = data.problems;

/** @type {EditorDesk} */
const desk = {
  board,
  map,
  words,
  seats,
  bounds,
  sprite,
  moving: null,
  chosen: null,
  say(text) {
    find("#voice").textContent = "";
    requestAnimationFrame(() => (find("#voice").textContent = text));
  },
  /** What a sector is, in words. */
  what([x, y]) {
    const terrain = words[TERRAIN.find((kind) => kind.letter === board.sign("terrain", x, y))?.id ?? ""];
    const holder = seats.find(({ n }) => String(n) === board.sign("held", x, y));
    const things = board.standing([x, y]).map(([, thing]) => thing.name || thing.id);
    return [terrain, holder ? fill(words.heldBy, { army: holder.name }) : "", ...things].filter(Boolean).join(", ");
  },
  where(at) {
    const place = find("#where");
    place.hidden = false;
    place.textContent = `${sectorName(at)} · ${desk.what(at)}`;
  },
  choose(kind, id) {
    desk.chosen = kind && id ? { kind, id } : null;
    desk.moving = null;
    find(".kit-more").hidden = Boolean(kind);
    map.setMarks({ selected: id });
    drawThing(find("#thing"), desk, kind ?? "features", id);
    if (kind) find("#thing h2")?.focus({ preventScroll: false });
  },
  add(kind, at, owner) {
    const thing = newThing(board, words, kind, at, owner);
    board.edit((things) => things[kind].push(thing));
    desk.choose(kind, thing.id);
  },
  remove(kind, id) {
    board.edit((things) => {
      things[kind] = things[kind].filter((one) => one.id !== id);
      if (kind !== "banners") return;
      const at = board.find("banners", id)?.at;
      for (const relic of things.relics) {
        if (relic.carried_by !== id) continue;
        delete relic.carried_by;
        relic.at = [...(at ?? [0, 0])];
      }
    });
    desk.choose(null);
  },
  move(kind, id) {
    desk.moving = { kind, id };
    use("select");
    desk.moving = { kind, id };
    desk.say(words.moving);
    find("#where").hidden = false;
    find("#where").textContent = words.moving;
  },
  put(at) {
    if (!desk.moving) return;
    const { kind, id } = desk.moving;
    desk.moving = null;
    board.edit((things) => (/** @type {Thing} */ (things[kind].find((one) => one.id === id)).at = [...at]));
    desk.choose(kind, id);
  },
};

const painter = new Painter(desk);

// Tools

/** @param {string} kind @param {string | number} value */
function press(kind, value) {
  for (const button of document.querySelectorAll(`button[data-${kind}]`)) button.setAttribute("aria-pressed", String(button.dataset[kind] === value));
}

/** @param {string} tool */
function use(tool) {
  painter.use(tool);
  press("tool", tool);
  for (const part of document.querySelectorAll("[data-for]")) part.hidden = part.dataset.for === "banner" ? tool !== "banner" : ["feature", "relic", "banner"].includes(tool);
  map.root.dataset.tool = tool;
  desk.say(fill(words.tool, { name: find(`[data-tool="${tool}"]`)?.textContent.trim() ?? tool }));
}

/** @param {string} ink @param {Layer} [layer] */
function dip(ink, layer = "terrain") {
  Object.assign(painter, { ink, layer });
  press("ink", layer === "terrain" ? ink : "");
  if (layer === "terrain") find("#held").value = "";
  if (!["brush", "line", "rectangle", "fill"].includes(painter.tool)) use("brush");
}

/** @param {string} key */
function raise(key) {
  painter.owner = key;
  press("seat", key);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const { tool, ink, seat, zoom } = button.dataset;
  if (tool) use(tool);
  else if (ink) dip(ink);
  else if (seat) raise(seat);
  else if (zoom) map.zoom(zoom === "whole" ? "whole" : Number(zoom));
});

find("#held").addEventListener("change", ({ target }) => target.value && dip(target.value === "0" ? "." : target.value, "held"));
find("#brush").addEventListener("input", ({ target }) => {
  painter.width = Number(target.value);
  /** @type {Element} */ (target.nextElementSibling).textContent = target.value;
});

// Undo

/** @param {'undo' | 'redo'} way */
function travel(way) {
  painter.drop();
  const done = board[way]();
  desk.say(done ? (way === "undo" ? words.undone : words.redone) : words.nothing);
  if (desk.chosen) desk.choose(desk.chosen.kind, desk.chosen.id);
}

find("#undo").addEventListener("click", () => travel("undo"));
find("#redo").addEventListener("click", () => travel("redo"));

/** @type {Record<string, () => void>} */
const KEYS = { v: () => use("select"), b: () => use("brush"), l: () => use("line"), r: () => use("rectangle"), f: () => use("fill"), p: () => use("feature"), t: () => use("relic"), n: () => use("banner") };
TERRAIN.forEach(({ letter }, i) => (KEYS[i + 1] = () => dip(letter)));

document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, select, textarea");
  const key = event.key.toLowerCase();
  if ((event.ctrlKey || event.metaKey) && !typing && (key === "z" || key === "y")) {
    event.preventDefault();
    travel(key === "y" || event.shiftKey ? "redo" : "undo");
  } else if (!typing && event.target.closest(".map, .kit") && !event.ctrlKey && !event.metaKey && !event.altKey && KEYS[key]) {
    // A letter alone is the map's and its tools', not the whole page's (WCAG 2.1.4).
    KEYS[key]();
  }
});

// Saving

function drawState() {
  const { state } = sender;
  const text = /** @type {Record<string, string>} */ ({ clean: words.saved, saved: words.saved, saving: words.saving, waiting: words.waiting, offline: words.offline, refused: fill(words.refused, { why: sender.why }), conflict: "" })[state];
  const line = find("#state");
  if (line.textContent !== text) line.textContent = text;
  line.className = `state ${state}`;
  const note = find("#conflict");
  if (state === "conflict" && note.hidden) {
    ask(note, fill(words.conflict, { why: sender.why }), [[words.mine, () => settle(true)], [words.theirs, () => settle(false)]]);
  } else if (state !== "conflict" && note.dataset.asks !== "kept") note.hidden = true;
  find("#undo").disabled = !board.done.length;
  find("#redo").disabled = !board.undone.length;
}

/** @param {HTMLElement} note @param {string} text @param {[string, () => void][]} answers */
function ask(note, text, answers) {
  note.hidden = false;
  note.replaceChildren(h("p", {}, text), h("div.row", {}, ...answers.map(([word, act]) => h("button", { type: "button", onclick: act }, word))));
}

/** @param {boolean} mine */
async function settle(mine) {
  try {
    const theirs = await sender.theirs();
    sender.goOn(theirs.version, mine);
    sender.problems = theirs.problems;
    if (!mine) board.replace(theirs.board);
    if (!mine) sender.goOn(theirs.version, false);
  } catch {
    desk.say(words.failed);
  }
}

/** What stays on this device from a time without connection: go on with it, or forget it. */
function offerKept() {
  const kept = sender.kept();
  if (!kept?.board || JSON.stringify(kept.board) === JSON.stringify(board.document())) return sender.forget();
  const note = find("#conflict");
  note.dataset.asks = "kept";
  /** @param {() => void} act */
  const done = (act) => () => {
    delete note.dataset.asks;
    note.hidden = true;
    act();
  };
  ask(note, words.found, [[words.goOn, done(() => board.replace(kept.board))], [words.forget, done(() => sender.forget())]]);
}

// What is beside the map

function drawProblems() {
  const armed = new Set(board.things.banners.map(({ owner }) => owner));
  const armies = seats.filter(({ key }) => !armed.has(key)).map(({ name }) => name);
  const bare = armies.length ? [fill(words.bare, { armies: armies.join(", ") })] : [];
  const problems = [...(sender.problems ?? []), ...bare];
  find("#problems").replaceChildren(
    problems.length ? h("div.note", {}, h("b", {}, words.problems), h("ul", {}, ...problems.map((one) => h("li", {}, one)))) : h("p.meta", {}, words.noProblems),
  );
}

function drawBeside() {
  const count = /** @type {ThingKind[]} */ (["features", "relics", "banners"]).reduce((sum, kind) => sum + board.things[kind].length, 0);
  find("#count").textContent = String(count);
  find("#size").textContent = fill(words.size, { wide: board.width, tall: board.height });
  if (document.activeElement?.form?.id !== "resize") [find("#wide").value, find("#tall").value] = board.size.map(String);
  if (find("#things-part").open) drawThings(find("#things"), desk);
}

find("#things-part").addEventListener("toggle", drawBeside);
find("#resize").addEventListener("submit", (event) => {
  event.preventDefault();
  board.resize(Number(find("#wide").value), Number(find("#tall").value));
});

// A new map from a seed

find("#reseed").addEventListener("click", () => (find("#draw [name=seed]").value = String(Math.floor(Math.random() * 1e6))));
find("#draw").addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  /** @type {Record<string, string | number>} */
  const wish = {};
  for (const [name, value] of new FormData(form)) {
    if (["csrfmiddlewaretoken", "act", "version"].includes(name)) continue;
    wish[name] = name === "symmetry" ? String(value) : Number(value);
  }
  const wrong = find("#draw-wrong");
  wrong.textContent = "";
  form.querySelector(".primary").disabled = true;
  try {
    const response = await fetch(data.urls.draw, { method: "POST", headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": token }, body: JSON.stringify(wish) });
    const answer = await response.json();
    if (!response.ok) wrong.textContent = answer.detail ?? words.failed;
    else {
      board.replace(answer.board);
      desk.choose(null);
      desk.say(words.drawnNew);
      wrong.textContent = "";
      find("#where").hidden = false;
      find("#where").textContent = words.drawnNew;
    }
  } catch {
    wrong.textContent = words.failed;
  }
  form.querySelector(".primary").disabled = false;
});

board.addEventListener("changed", () => {
  sender.touch();
  drawBeside();
});
sender.addEventListener("state", () => {
  drawState();
  if (sender.state === "saved") drawProblems();
});

new Drawer(find(".sheet"), { key: "mapedit" });
use("select");
press("ink", painter.ink);
raise(painter.owner);
map.frame([]);
drawState();
drawProblems();
drawBeside();
offerKept();
