/** The plan as a list of all banners, with what is always in reach: the next one, last turn's orders, submit. */

import { SLOTS } from "../../declared.js";
import { sectorName } from "../../web/map/geometry.js";
import { fill, h } from "../../web/dom.js";
import { carries } from "./orders.js";

/**
 * A banner's orders in a few words: "march to G6, resupply".
 * @param {Desk} desk @param {Banner} banner
 */
export function ordersWords(desk, banner) {
  const { plan, words } = desk;
  if (plan.holds(banner.id)) return words.holds;
  const said = SLOTS.map((slot) => plan.given(banner.id, slot)).filter((order) => order !== null).map((order) => orderWords(desk, order));
  if (said.length) return said.join(", ");
  if (banner.retreating) return words.retreatsAlone;
  return desk.page.may ? words.noOrders : words.without;
}

/** @param {Desk} desk @param {Order} order */
export function orderWords(desk, order) {
  const { plan, words } = desk;
  const name = words.short[order.order];
  if (order.to) return fill(words.orderTo, { order: name, at: sectorName(order.to) });
  if (order.with) return fill(words.orderWith, { order: name, name: plan.banner(order.with)?.name ?? "" });
  if (carries(order.order, "levels")) return `${name}: ${desk.transferWords(order)}`;
  if (order.relic) return `${name}: ${desk.relicName(order.relic)}`;
  if (order.feature) return `${name}: ${desk.featureName(order.feature)}`;
  if (order.text) return `${name}: ${order.text}`;
  return name;
}

/**
 * Fill the plan's list and its heading, and below them what is always in reach.
 * @param {{plan: HTMLElement, tools: HTMLElement}} parts @param {Desk} desk
 */
export function drawList({ plan: root, tools: foot }, desk) {
  const { plan, words, page } = desk;
  const active = document.activeElement;
  const focused = root.contains(active) || foot.contains(active) ? active?.dataset.key : null;
  const settled = plan.banners.length - plan.waiting().length;
  const count = h("p.meta.count-orders", {}, plan.banners.length ? fill(words.planCount, { n: settled, all: plan.banners.length }) : words.noBanners);
  const always = page.may && plan.banners.length > 0;
  root.replaceChildren(
    h("h2", { id: "plan-title" }, fill(words.planTitle, { n: page.number })),
    always ? "" : count,
    h("ul.plain.banners", {}, plan.banners.map((banner) => row(desk, banner))),
    always ? rest(desk) : "",
    always && page.own.names_node ? nodePicker(desk) : "",
  );
  foot.replaceChildren(...(always ? [count, tools(desk)] : []));
  if (focused) document.querySelector(`:is(#plan, #plan-foot) [data-key="${focused}"]`)?.focus({ preventScroll: true });
}

/** @param {Desk} desk @param {Banner} banner */
function row(desk, banner) {
  const waiting = desk.page.may && !desk.plan.settled(banner.id);
  return h(
    `li${waiting ? ".waiting" : ""}`,
    {},
    h(
      "button.row-banner",
      { type: "button", "data-key": `row-${banner.id}`, "data-banner": banner.id, onclick: () => desk.select(banner.id, { sheet: true }) },
      h("b.level", {}, String(banner.level)),
      h("span.what", {}, h("span.name", {}, banner.name), h("span.orders-words", {}, ordersWords(desk, banner))),
      h("span.at", {}, sectorName(banner.at)),
    ),
  );
}

/**
 * Where nobody waits for a date the plan is submitted often: its button is in reach of a thumb as well, and on a
 * desk as soon as nothing else is left to do.
 * @param {boolean} done
 */
function submitToo(done) {
  const button = document.querySelector("#submit");
  return button ? h(`button.primary.submit-too${done ? ".done" : ""}`, { type: "button", "data-key": "submit", onclick: () => button.click() }, button.textContent.trim()) : "";
}

/** @param {Desk} desk */
function tools(desk) {
  const { plan, words, page } = desk;
  const waiting = plan.waiting();
  return h(
    "div.plan-tools",
    {},
    h("button", { type: "button", "data-key": "next", disabled: !waiting.length, onclick: () => desk.select(plan.next(desk.selected ?? "") ?? waiting[0], { sheet: true }) }, words.nextBanner),
    h("button", { type: "button", "data-key": "same", disabled: !Object.keys(page.last).length, onclick: () => desk.sameAsLast() }, words.sameAsLast),
    page.undated ? submitToo(!waiting.length) : "",
  );
}

/** @param {Desk} desk */
function rest(desk) {
  const { plan, words } = desk;
  const waiting = plan.waiting();
  /** All that have no orders yet are to hold. */
  const hold = () => {
    waiting.forEach((id) => plan.hold(id, true));
    desk.changed();
  };
  if (!waiting.length) return "";
  return h("button.quiet.hold-rest", { type: "button", "data-key": "hold-rest", onclick: hold }, words.holdRest);
}

/** @param {Desk} desk */
function nodePicker(desk) {
  const { plan, words } = desk;
  return h(
    "div.field",
    {},
    h("label", { for: "plan-node" }, words.nameNode),
    h(
      "select",
      {
        id: "plan-node",
        "data-key": "plan-node",
        onchange: (event) => {
          plan.node = event.target.value || null;
          desk.changed();
        },
      },
      h("option", { value: "" }, words.choose),
      plan.banners.map((banner) => h("option", { value: banner.id, selected: plan.node === banner.id }, `${banner.name} (${banner.level})`)),
    ),
    h("p.help", {}, words.nodeHint),
  );
}

/**
 * The same in one line, under the orders of a banner.
 * @param {HTMLElement} root @param {Desk} desk @param {Saver} saver
 */
export function drawFoot(root, desk, saver) {
  const { words, page } = desk;
  const { state, answer } = saver;
  const problem = answer?.problems?.[0];
  /** @type {Record<string, string>} */
  const said = {
    waiting: words.saving,
    saving: words.saving,
    failed: words.notSaved,
    refused: problem ? `${words.refused} ${desk.plan.banner(problem.banner ?? "")?.name ?? ""}: ${problem.text}` : (answer?.detail ?? words.refused),
  };
  const kept = page.plan.state === "nothing" ? "" : fill(page.plan.state === "submitted" ? words.submittedAt : words.savedAt, { at: page.plan.saved });
  root.className = `foot-state ${state}`;
  root.textContent = said[state] ?? kept;
}

/**
 * How the plan is kept: receipt and time, or what is wrong; what was typed always stays.
 * @param {HTMLElement} root @param {Desk} desk @param {Saver} saver
 */
export function drawState(root, desk, saver) {
  const { words, page } = desk;
  const { state, answer } = saver;
  const receipt = page.plan.receipt ? [" ", h("span.receipt", { title: page.plan.receipt }, fill(words.receipt, { hash: page.plan.receipt.slice(0, 12) }))] : [];
  const saved = page.plan.state === "nothing" ? [words.nothingYet] : [fill(page.plan.state === "submitted" ? words.submittedAt : words.savedAt, { at: page.plan.saved }), ...receipt];
  const problems = answer?.problems ?? [];
  /** @type {Record<string, Inside[]>} */
  const sentences = {
    waiting: [words.saving],
    saving: [words.saving],
    failed: [words.notSaved, " ", h("button.link", { type: "button", onclick: () => saver.save() }, words.tryAgain)],
    refused: [answer?.detail ?? words.refused],
  };
  root.className = `plan-state ${state}`;
  root.replaceChildren(
    h("p", { role: "status" }, sentences[state] ?? saved),
    state === "refused" && problems.length
      ? h("ul.problems", {}, problems.map((problem) => h("li", {}, h("b", {}, desk.plan.banner(problem.banner ?? "")?.name ?? ""), `: ${problem.text} `, desk.ruleLink(problem.rule))))
      : "",
    page.plan.state === "draft" && !["failed", "refused"].includes(state) ? h("p.meta", {}, page.undated ? words.draftUndated : page.draftsCount ? words.draftCounts : words.draftIdle) : "",
  );
}
