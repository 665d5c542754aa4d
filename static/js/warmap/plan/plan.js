// The war map's page: map, sheet, plan, and the turns gone by.

import { ORDERS } from "../../declared.js";
import { Drawer } from "../../web/map/drawer.js";
import { WarMap } from "../../web/map/map.js";
import { distance, sectorName } from "../../web/map/geometry.js";
import { armyNumber } from "../../web/map/palette.js";
import { fill, h, icon } from "../../web/dom.js";
import { films } from "../../web/films.js";
import { go } from "../../web/live.js";
import { drawFoot, drawList, drawState } from "./list.js";
import { Plan, stepOf } from "./orders.js";
import { followNews, viewBefore } from "./news.js";
import { meetingsAt } from "./padcells.js";
import { sectorWords, suppliedAt } from "./preview.js";
import { Saver } from "./saving.js";
import { drawSheet, ruleLink } from "./sheet.js";
import { Timeline } from "./timeline.js";
import { aimsOfTurns, followChanges } from "../news/changed.js";

/** @param {string} id */
const read = (id) => JSON.parse(document.getElementById(id).textContent);
/** @param {string} selector */
const find = (selector) => document.querySelector(selector);

/** @type {PlanPage} */
const page = read("page-data");
/** @type {Words} */
const words = read("page-words");
/** @type {MapDocument} */
const known = read("map-data");
const showAims = aimsOfTurns(page.urls.turn, known.turn);
const sprite = find("[data-sprite]").dataset.sprite;
const parts = { map: find(".map"), sheet: find(".sheet"), order: find("#order"), plan: find("#plan"), tools: find("#plan-foot"), body: find(".sheet-body"), state: find("#plan-state"), voice: find("#voice"), place: find("#place"), foot: find("#order-foot") };

/** Orders for a sector anywhere. */
const ANYWHERE = ORDERS.filter(({ anywhere }) => anywhere).map(({ kind }) => kind);
/** Sectors that an enemy marches in a turn. */
const MARCH = 1;
/** What is shown now: the latest report's map with the banners and battles as they are. */
const now = { ...known, banners: page.banners, battles: page.battles ?? known.battles ?? [] };
const drawer = new Drawer(parts.sheet, { key: "plan" });
const plan = new Plan(page);
const map = new WarMap(parts.map, now, { sprite, words });
const saver = new Saver({ url: page.urls.save, number: page.number, token: document.querySelector("meta[name=csrf-token]")?.content ?? "", receipt: page.plan.receipt, read: () => plan.document() });

/** @type {Desk} */
const desk = {
  plan,
  page,
  words,
  sprite,
  relics: page.relics ?? {},
  selected: null,
  panel: null,
  get world() {
    return map.world;
  },
  supplied: (at) => suppliedAt(map.world, page, at),
  meetingsAt: (banner, at) => meetingsAt(map.world, page, banner, at),
  featureName: (id) => known.features?.find((feature) => feature.id === id)?.name ?? "",
  relicName: (id) => page.relics?.[id ?? ""]?.name ?? "",
  ruleLink: (rule) => ruleLink(desk, rule),
  say(text) {
    parts.voice.textContent = "";
    requestAnimationFrame(() => (parts.voice.textContent = text));
  },
  transferWords(order) {
    const things = [order.levels ? fill(words.levelsFrom, { n: order.levels }) : "", order.relic ? desk.relicName(order.relic) : ""].filter(Boolean).join(", ");
    return order.from ? fill(words.fromBanner, { things, name: plan.banner(order.from)?.name ?? "" }) : things;
  },
  changed() {
    desk.redraw();
    saver.touch();
  },
  typed() {
    saver.touch();
    drawList(parts, desk);
  },
  redraw() {
    drawList(parts, desk);
    if (desk.selected) drawSheet(parts.order, desk, desk.selected);
    mark();
  },
  send(id, at) {
    if (!page.may) return;
    if (plan.send(id, at)) desk.changed();
    else desk.say(fill(words.cannotMarch, { at: sectorName(at) }));
  },
  aim(id, kind, at) {
    plan.give(id, { order: kind, to: at });
    desk.panel = null;
    desk.changed();
  },
  select(id, { sheet = false, focus = sheet } = {}) {
    desk.selected = id;
    desk.panel = null;
    parts.sheet.dataset.shows = "order";
    parts.place.hidden = true;
    openTurns(false);
    drawSheet(parts.order, desk, id);
    drawer.raise();
    // Map and list follow, and the layout waits, until the sheet has been painted.
    afterPaint(() => {
      if (desk.selected !== id) return;
      drawList(parts, desk);
      mark();
      map.reveal(plan.banner(id).at, 4);
      parts.body.scrollTop = 0;
      if (focus) parts.order.querySelector("#order-title")?.focus({ preventScroll: true });
    });
  },
  leave() {
    const last = desk.selected;
    desk.selected = null;
    parts.sheet.dataset.shows = "plan";
    parts.order.replaceChildren();
    drawer.rest();
    mark();
    afterPaint(() => find(`[data-key="row-${last}"]`)?.focus({ preventScroll: true }));
  },
  sameAsLast() {
    const count = plan.sameAsLast();
    desk.changed();
    desk.say(fill(words.sameDone, { n: count }));
  },
};

/**
 * Once the next frame is on the screen: what is done in the frame after it holds up nothing that was asked for.
 * @param {() => void} act
 */
function afterPaint(act) {
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(act)));
}

/**
 * On a phone the turns gone by open over the map, and make way for a banner.
 * @param {boolean} open
 */
function openTurns(open) {
  find(".turns").toggleAttribute("data-open", open);
  find("[data-turns]").setAttribute("aria-expanded", String(open));
}

/**
 * What is shown at first: all own banners, and every enemy whom one march may bring to battle.
 * @returns {At[]}
 */
function wanted() {
  const own = plan.banners.map(({ at }) => at);
  const { battle, reach } = page.own;
  const near = map.world.sightings.filter(({ at, seat }) => {
    const meets = battle + (map.world.battleOf.get(seat) ?? map.world.radii.battle);
    return own.some((one) => distance(one, at) <= meets + reach + MARCH);
  });
  return [...own, ...near.map(({ at }) => at)];
}

/** Where the strongest own banner stands. @returns {At[]} */
function foremost() {
  const [first] = [...plan.banners].sort((one, other) => other.level - one.level);
  return first ? [first.at] : [];
}

/** Show on the map what the plan comes to. */
function mark() {
  const id = desk.selected;
  const showing = !desk.past;
  const moves = showing && page.phase === "planning" ? plan.moves() : [];
  if (!id || !showing) {
    map.setMarks({ selected: null, moves });
    nextButton();
    return;
  }
  const banner = plan.banner(id);
  const at = page.phase === "planning" ? plan.stands(id) : banner.at;
  const kind = stepOf(banner);
  const open = page.may && !plan.against(id, kind);
  const far = ANYWHERE.some((one) => plan.has(id, one) || desk.panel === one);
  const searching = Boolean(plan.has(id, "search"));
  map.setMarks({
    selected: id,
    moves,
    range: { at, battle: page.own.battle, recon: page.own.recon, search: searching ? page.own.search : 0 },
    targets: open && !far ? plan.option(id, kind)?.targets : [],
    meetings: desk.meetingsAt(banner, at).filter(({ already }) => !already).map(({ sector }) => ({ at: sector })),
  });
  nextButton();
}

function nextButton() {
  const next = desk.selected ? plan.next(desk.selected) : null;
  const button = parts.foot.querySelector("[data-next]");
  button.hidden = !page.may;
  button.querySelector("span").textContent = next ? words.nextBanner : words.toPlan;
}

/**
 * A tap on the map: a banner is chosen, a sector in reach is marched to, anything else is told about.
 * @param {Told['tapped']} detail
 */
function tapped({ at, piece, byKey, chosen }) {
  const id = desk.selected;
  if (id && at && !chosen && !desk.past && page.may) {
    const banner = plan.banner(id);
    if (desk.panel && ANYWHERE.includes(desk.panel) && map.world.ground.passable(...at)) return desk.aim(id, desk.panel, at);
    const own = piece?.kind === "banner" && piece.id !== id && distance(at, banner.at) > 0;
    const kind = stepOf(banner);
    if (!own && plan.reaches(id, kind, at)) return desk.send(id, at);
  }
  if (piece?.kind === "banner" && !desk.past && plan.banner(piece.id)) {
    if (piece.id === id && !chosen) return turnThrough(piece.id);
    return desk.select(piece.id, { focus: byKey });
  }
  if (piece?.kind === "battle" && page.urls.battle) return go(page.urls.battle.replace("{id}", piece.id));
  const place = piece && piece.kind !== "banner" ? placeOf(piece) : at;
  return tellPlace(place ?? at);
}

/**
 * Several friends may share a sector: pressing the chosen one again takes the next.
 * @param {string} id
 */
function turnThrough(id) {
  const at = plan.banner(id).at.join();
  const here = plan.banners.filter((banner) => banner.at.join() === at);
  const next = here[(here.findIndex((banner) => banner.id === id) + 1) % here.length];
  if (next.id !== id) desk.select(next.id, { focus: false });
}

/** @param {Piece} piece */
function placeOf(piece) {
  /** @type {Record<string, (Sighting | Pin | AimPin)[]>} */
  const all = { sighting: map.world.sightings, feature: map.world.features, relic: map.world.relics, aim: map.aims ?? [] };
  return all[piece.kind]?.find(({ id }) => id === piece.id)?.at;
}

/** @param {At | null | undefined} at */
function tellPlace(at) {
  if (!at) return;
  const [name, ...rest] = sectorWords(desk, at);
  parts.place.hidden = false;
  // Where it has a line of its own the map makes room for it.
  requestAnimationFrame(() => map.reveal(at, 0));
  parts.place.querySelector("b").textContent = name;
  parts.place.querySelector("span").textContent = rest.join(" \u00b7 ");
  desk.say([name, ...rest].join(", "));
}

/** @param {MapDocument} document_ @param {{past: boolean}} how */
function showTurn(document_, { past }) {
  desk.past = past;
  parts.map.classList.toggle("past", past);
  map.setMap(document_);
  showAims(document_.turn);
  mark();
}

function saved() {
  const { state, answer } = saver;
  const foot = find(".foot-state");
  if (state === "saved" && answer) {
    Object.assign(page.plan, answer);
    if (answer.final) {
      page.may = false;
      desk.redraw();
      submitParts();
    }
  }
  drawState(parts.state, desk, saver);
  drawFoot(foot, desk, saver);
  if (answer?.either) import("./elsewhere.js").then(({ choose }) => choose(saver));
  if (desk.selected && ["failed", "refused"].includes(state)) desk.say(foot.textContent);
}

function submitParts() {
  const button = find("#submit");
  if (button) button.hidden = !page.may;
}

function listen() {
  map.addEventListener("tapped", ({ detail }) => tapped(detail));
  map.addEventListener("cursor", ({ detail }) => detail.at && tellPlace(detail.at));
  map.addEventListener("closed", () => (desk.selected ? desk.leave() : (parts.place.hidden = true)));
  map.addEventListener("resized", () => desk.selected && map.reveal(plan.banner(desk.selected).at, 4));
  saver.addEventListener("state", saved);
  for (const button of document.querySelectorAll("[data-zoom]")) {
    button.addEventListener("click", () => map.zoom(button.dataset.zoom === "whole" ? "whole" : Number(button.dataset.zoom)));
  }
  parts.place.querySelector("button").addEventListener("click", () => (parts.place.hidden = true));
  // What it lies over is wanted again.
  parts.sheet.addEventListener("pointerdown", () => (parts.place.hidden = true));
  parts.foot.querySelector("[data-next]").addEventListener("click", () => {
    const next = plan.next(desk.selected ?? "");
    if (next) desk.select(next, { sheet: true });
    else desk.leave();
  });
  parts.sheet.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !desk.selected) return;
    desk.leave();
  });
  find("[data-turns]").addEventListener("click", () => openTurns(!find(".turns").hasAttribute("data-open")));
  submitting();
}

/** Submitting asks once more, names the banners without orders, and sends the plan as it stands. */
function submitting() {
  const dialog = find("#confirm");
  const button = find("#submit");
  if (!button || !dialog) return;
  button.addEventListener("click", (event) => {
    event.preventDefault();
    const waiting = plan.waiting().map((id) => plan.banner(id).name);
    dialog.querySelector("[data-waiting]").textContent = waiting.length ? fill(words.stillWaiting, { names: waiting.join(", ") }) : words.allOrdered;
    dialog.showModal();
  });
  dialog.addEventListener("close", () => {
    if (dialog.returnValue !== "submit") return;
    dialog.returnValue = "";
    saver.save(page.urls.submit);
  });
}

/** Whose colour, pattern and sign is whose. */
function legend() {
  const rows = map.world.seats.map((seat) =>
    h("li", {}, icon(sprite, `shield-${armyNumber(seat.n)}`, `shield army-${armyNumber(seat.n)}`), h("span", {}, seat.army), seat.you && h("span.tag", {}, words.you)),
  );
  find("[data-armies]")?.replaceChildren(...rows);
}

function start() {
  listen();
  legend();
  drawList(parts, desk);
  drawState(parts.state, desk, saver);
  const before = viewBefore();
  if (before) map.look(before);
  else map.frame(wanted(), undefined, undefined, foremost());
  drawFoot(find(".foot-state"), desk, saver);
  mark();
  if (page.may && Object.keys(sessionStorage).join().includes("/plan ")) import("./unsaved.js").then(({ bring }) => bring(desk, saver));
  new Timeline(find(".turns"), { first: page.first, latest: known.turn, now, url: page.urls.turn, words, show: showTurn });
  followNews(map, { turn: known.turn, busy: () => saver.unsaved || desk.selected || desk.past || find("dialog[open]") });
  followChanges({
    map,
    page,
    say: desk.say,
    busy: () => Boolean(find("dialog[open]")),
    room(open) {
      if (!open && !desk.selected) drawer.rest();
      if (!open || drawer.height !== "peek") return;
      drawer.raise();
      if (!before) map.frame(wanted(), undefined, undefined, foremost());
    },
  });
  const asked = new URLSearchParams(location.hash.slice(1));
  const [banner, sector] = [asked.get("banner"), asked.get("at")];
  if (banner && plan.banner(banner)) desk.select(banner);
  // Asked for once: with the next turn its film may open.
  if (banner) history.replaceState(null, "", location.pathname + location.search);
  if (sector !== null) map.centre(/** @type {At} */ (sector.split(",").map(Number)));
  // A film lies over no plan that has been begun.
  const begun = page.phase === "planning" && Object.keys(page.plan.orders ?? {}).length;
  films(find("#film"), () => begun || banner || saver.unsaved || desk.selected || desk.past || find("dialog[open]"));
  // A hint points at the map: its script is fetched now.
  const script = document.getElementById("hint")?.dataset.script;
  if (script) import(script).then(({ begin }) => begin({ desk, map, drawer, saver }));
  document.documentElement.dataset.ready = "";
  // Drawn once where nobody sees it: the first tap finds everything warm.
  if (plan.banners.length) (window.requestIdleCallback ?? setTimeout)(() => drawSheet(document.createElement("div"), desk, plan.banners[0].id));
}

start();
