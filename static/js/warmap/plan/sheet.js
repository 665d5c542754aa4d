/**
 * The order sheet of one banner: its pad, its orders as buttons, previews, and what is not possible with why.
 *
 * `desk` is what the page knows: {plan, world, page, words, sprite, changed(), leave(), select(id), say(text)}.
 * The sheet is built anew after each change; the focus stays on what was pressed.
 */

import { MAX_LEVEL, ORDERS } from "../../declared.js";
import { sectorName } from "../../web/map/geometry.js";
import { fill, h, icon, shield } from "../../web/dom.js";
import { drawPad } from "./padcells.js";
import { carries, ORDER } from "./orders.js";
import { eitherPanel, namePanel, partnerPanel, relicPanel, sacrificePanel, sectorPanel, textPanel, transferPanel } from "./panels.js";
import { notes } from "./preview.js";

/** What is ordered most stands first. */
const FIRST = ["search", "resupply"];
/** All orders but those that the pad gives. */
const KINDS = ORDERS.filter(({ kind, anywhere }) => anywhere || !carries(kind, "to"))
  .map(({ kind }) => kind)
  .sort((one, other) => Number(FIRST.includes(other)) - Number(FIRST.includes(one)));
/** @type {[Carried, Panel][]} */
const ASKED = [
  ["to", sectorPanel],
  ["from", transferPanel],
  ["with", partnerPanel],
  ["feature", eitherPanel],
  ["text", textPanel],
  ["relic", relicPanel],
  ["name", namePanel],
];
/** What asks for the things that an order names; one that names nothing has none. */
const PANELS = Object.fromEntries(
  KINDS.flatMap((kind) => {
    const found = ASKED.find(([part]) => carries(kind, part));
    return found ? [[kind, found[1]]] : [];
  }),
);

const numbers = new Intl.NumberFormat(document.documentElement.lang || "en");

/**
 * Fill `root` with the sheet of a banner.
 * @param {HTMLElement} root @param {Desk} desk @param {string} id
 */
export function drawSheet(root, desk, id) {
  const focused = root.contains(document.activeElement) ? document.activeElement?.dataset.key : null;
  const { plan } = desk;
  const banner = plan.banner(id);
  root.replaceChildren(
    head(desk, banner),
    h("div.move", {}, drawPad(desk, banner), side(desk, banner)),
    banner.retreating ? h("p.note.bad", {}, desk.words.mustRetreat) : "",
    banner.retreating ? "" : orders(desk, banner, KINDS.filter((kind) => ORDER[kind].slot !== "primary"), desk.words.besides),
    ...panels(desk, banner),
    desk.page.own.sacrifices && desk.page.may ? sacrificePanel(desk, banner) : "",
    ...notes(desk, banner),
    impossible(desk, banner),
  );
  if (focused) root.querySelector(`[data-key="${focused}"]`)?.focus({ preventScroll: true });
}

/** @param {Desk} desk @param {Banner} banner */
function head(desk, banner) {
  const { words } = desk;
  const works = words[banner.works];
  const points = Math.min(banner.level, MAX_LEVEL) * 100;
  const facts = fill(words.facts, { level: banner.level, points: numbers.format(points), at: sectorName(banner.at), works });
  const carries = banner.relics?.length ? fill(words.carries, { relics: banner.relics.map((relic) => relic.name ?? relic).join(", ") }) : "";
  return h(
    "header.order-head",
    {},
    h("button.quiet.back", { type: "button", "data-key": "back", title: words.backToPlan, onclick: () => desk.leave() }, icon(desk.sprite, "back"), h("span.visually-hidden", {}, words.backToPlan)),
    h("span.crest", { "aria-hidden": "true" }, shield(desk, true), h("b", {}, String(banner.level))),
    h("div.who", {}, h("h2", { tabindex: "-1", id: "order-title" }, banner.name), h("p.meta", {}, facts), carries && h("p.meta", {}, carries), banner.node && h("p.meta", {}, words.isNode)),
  );
}

/**
 * Beside the pad: what else could be the banner's main order, and holding.
 * @param {Desk} desk @param {Banner} banner
 */
function side(desk, banner) {
  const { plan, words } = desk;
  const kinds = banner.retreating ? [] : KINDS.filter((kind) => ORDER[kind].slot === "primary" && plan.option(banner.id, kind)?.legal);
  return h(
    "div.side",
    {},
    ...kinds.map((kind) => orderButton(desk, banner, kind)),
    h(
      "button.order-button",
      {
        type: "button",
        "data-key": "hold",
        disabled: !desk.page.may,
        "aria-pressed": String(plan.holds(banner.id)),
        onclick: () => {
          plan.hold(banner.id, !plan.holds(banner.id));
          desk.changed();
        },
      },
      h("span", {}, words.hold),
      h("small", {}, banner.retreating ? words.holdRetreat : words.holdHint),
    ),
    h("p.key", {}, h("span.key-battle", {}, words.battleRange), h("span.key-recon", {}, words.reconRange), h("span.key-search", {}, words.searchRange)),
  );
}

/** @param {Desk} desk @param {Banner} banner @param {string[]} kinds @param {string} title */
function orders(desk, banner, kinds, title) {
  const offered = kinds.filter((kind) => desk.plan.option(banner.id, kind)?.legal);
  if (!offered.length) return "";
  return h("section.orders", { "aria-label": title }, h("h3", {}, title), h("div.order-buttons", {}, offered.map((kind) => orderButton(desk, banner, kind))));
}

/**
 * One order as a button; pressed again it is taken back. Where a pair forbids it, it says with what.
 * @param {Desk} desk @param {Banner} banner @param {string} kind
 */
function orderButton(desk, banner, kind) {
  const { plan, words } = desk;
  const given = plan.has(banner.id, kind);
  const against = given ? null : plan.against(banner.id, kind);
  const open = desk.panel === kind;
  const hint = against ? fill(words.notWith, { order: words.orders[against.with ?? ""] }) : describe(desk, banner, kind, given);
  return h(
    "button.order-button",
    {
      type: "button",
      "data-key": kind,
      "data-order": kind,
      disabled: !desk.page.may,
      "aria-pressed": String(Boolean(given)),
      "aria-disabled": against ? "true" : null,
      "aria-expanded": PANELS[kind] ? String(open || Boolean(given)) : null,
      onclick: () => !against && press(desk, banner, kind, given),
    },
    h("span", {}, words.orders[kind]),
    h("small", {}, hint),
  );
}

/** @param {Desk} desk @param {Banner} banner @param {string} kind @param {Order | null} given */
function press(desk, banner, kind, given) {
  const { plan } = desk;
  if (given) {
    plan.take(banner.id, ORDER[kind].slot);
    desk.panel = null;
    return desk.changed();
  }
  if (carries(kind, "name")) plan.give(banner.id, { order: kind, name: "" });
  else if (carries(kind, "text") && plan.texts[banner.id]) plan.give(banner.id, { order: kind, text: plan.texts[banner.id] });
  else if (PANELS[kind]) {
    desk.panel = desk.panel === kind ? null : kind;
    return desk.redraw();
  } else plan.give(banner.id, { order: kind });
  desk.panel = null;
  return desk.changed();
}

/**
 * What an order would do, in a few words.
 * @param {Desk} desk @param {Banner} banner @param {string} kind @param {Order | null} given
 */
function describe(desk, banner, kind, given) {
  const { plan, words, page } = desk;
  if (kind === "resupply") return fill(words.fromTo, { from: banner.level, to: plan.resupplyTo(banner.id, desk.supplied) });
  if (kind === "split") return fill(words.splitHint, { one: plan.splitInto(banner.id)[0], other: plan.splitInto(banner.id)[1] });
  if (kind === "search") return fill(words.searchHint, { n: page.own.search });
  if (given?.to) return fill(words.toSector, { at: sectorName(given.to) });
  if (given?.with) return fill(words.withBanner, { name: plan.banner(given.with)?.name ?? "" });
  if (given && carries(kind, "levels")) return desk.transferWords(given);
  if (given?.relic) return desk.relicName(given.relic);
  if (given?.feature) return desk.featureName(given.feature);
  return words.hints[kind] ?? "";
}

/** @param {Desk} desk @param {Banner} banner */
function panels(desk, banner) {
  return Object.keys(PANELS)
    .filter((kind) => desk.page.may && (desk.panel === kind || (desk.panel === null && plan(desk).has(banner.id, kind))))
    .map((kind) => PANELS[kind](desk, banner, kind));
}

/** @param {Desk} desk */
const plan = (desk) => desk.plan;

/**
 * What cannot be ordered now, each with its reason and rule.
 * @param {Desk} desk @param {Banner} banner
 */
function impossible(desk, banner) {
  const { words } = desk;
  const all = (desk.plan.options[banner.id] ?? []).filter((option) => !option.legal && !(banner.retreating && option.order !== "retreat"));
  const shown = all.filter(({ order }) => order !== "retreat" || banner.retreating);
  if (!shown.length) return "";
  return h(
    "details.impossible",
    { open: matchMedia("(width >= 62.5em)").matches && !desk.closedImpossible, ontoggle: (event) => (desk.closedImpossible = !event.target.open) },
    h("summary", {}, fill(words.impossible, { n: shown.length })),
    h(
      "ul.plain",
      {},
      shown.map((option) =>
        h(
          "li",
          { "data-order": option.order },
          h("b", {}, words.orders[option.order]),
          " ",
          option.problems.flatMap((problem) => [h("span", {}, problem.text), " ", ruleLink(desk, problem.rule), " "]),
        ),
      ),
    ),
  );
}

/**
 * "(Rules 3)", as a link where the site has the rules.
 * @param {Desk} desk @param {string} rule
 */
export function ruleLink(desk, rule) {
  const text = fill(desk.words.rule, { rule });
  const url = desk.page.urls.rules;
  return url ? h("a.rule", { href: url.replace("{rule}", rule) }, text) : h("span.rule", {}, text);
}
