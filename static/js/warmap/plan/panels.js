/** The orders that name something: whom to take levels from, whom to join, which relic, whither. */

import { MOST_SACRIFICED, ORDERS } from "../../declared.js";
import { sectorName, sectorOf } from "../../web/map/geometry.js";
import { fill, h } from "../../web/dom.js";
import { ORDER } from "./orders.js";

/** @param {Desk} desk @param {string} kind @param {...Inside} inside */
function panel(desk, kind, ...inside) {
  return h("section.panel", { "aria-label": desk.words.orders[kind], "data-panel": kind }, h("h3", {}, desk.words.orders[kind]), ...inside);
}

/**
 * @param {string} label @param {string} key @param {string[][]} options @param {string} value
 * @param {(value: string) => void} changed
 */
function select(label, key, options, value, changed) {
  return h(
    "div.field",
    {},
    h("label", { for: `panel-${key}` }, label),
    h(
      "select",
      { id: `panel-${key}`, "data-key": `panel-${key}`, onchange: (event) => changed(event.target.value) },
      options.map(([id, text]) => h("option", { value: id, selected: id === value }, text)),
    ),
  );
}

/** @param {Desk} desk @param {Banner} banner @param {string} kind */
export function partnerPanel(desk, banner, kind) {
  const { plan, words } = desk;
  const given = plan.has(banner.id, kind);
  const partners = (plan.option(banner.id, kind)?.with ?? []).map((id) => plan.banner(id)).filter(Boolean);
  const options = [["", words.choose], ...partners.map((one) => [one.id, `${one.name} (${one.level}, ${sectorName(plan.stands(one.id))})`])];
  const apart = given?.with && plan.stands(banner.id).join() !== plan.stands(given.with).join();
  return panel(
    desk,
    kind,
    select(words.joinWith, kind, options, given?.with ?? "", (id) => {
      if (id) plan.give(banner.id, { order: kind, with: id });
      else plan.take(banner.id, ORDER[kind].slot);
      desk.changed();
    }),
    h("p.meta", {}, words.notes[kind]),
    apart && h("p.note", {}, words.joinApart),
  );
}

/** @param {Desk} desk @param {Banner} banner @param {string} kind */
export function namePanel(desk, banner, kind) {
  const { plan, words } = desk;
  const given = plan.has(banner.id, kind);
  const [one, other] = plan.splitInto(banner.id);
  return panel(
    desk,
    kind,
    desk.page.guest ? "" : h(
      "div.field",
      {},
      h("label", { for: `panel-${kind}` }, words.splitName),
      h("input", {
        id: `panel-${kind}`,
        "data-key": `panel-${kind}`,
        maxlength: "60",
        value: given?.name ?? "",
        oninput: (event) => {
          /** @type {Order} */ (plan.has(banner.id, kind)).name = event.target.value;
          desk.typed();
        },
      }),
    ),
    h("p.meta", {}, fill(words.splitPreview, { name: banner.name, one, other })),
  );
}

/** @param {Desk} desk @param {Banner} banner @param {string} kind */
export function sectorPanel(desk, banner, kind) {
  const { plan, words } = desk;
  const given = plan.has(banner.id, kind);
  /** @param {string} value */
  const choose = (value) => {
    const at = sectorOf(value);
    if (!at || !desk.world.ground.passable(...at)) return desk.say(fill(words.noSuchSector, { at: value }));
    return desk.aim(banner.id, kind, at);
  };
  return panel(
    desk,
    kind,
    h(
      "div.field",
      {},
      h("label", { for: `panel-${kind}` }, words.teleportTo),
      h("input", {
        id: `panel-${kind}`,
        "data-key": `panel-${kind}`,
        autocomplete: "off",
        autocapitalize: "characters",
        maxlength: "7",
        value: given?.to ? sectorName(given.to) : "",
        onchange: (event) => event.target.value && choose(event.target.value),
      }),
    ),
    h("p.meta", {}, words.notes[kind]),
  );
}

/** @param {Desk} desk @param {Banner} banner @param {string} kind */
export function relicPanel(desk, banner, kind) {
  const { plan, words } = desk;
  const given = plan.has(banner.id, kind);
  const options = [["", words.choose], ...(plan.option(banner.id, kind)?.relics ?? []).map((id) => [id, desk.relicName(id)])];
  return panel(
    desk,
    kind,
    select(words.whichRelic, kind, options, given?.relic ?? "", (relic) => {
      if (relic) plan.give(banner.id, { order: kind, relic });
      else plan.take(banner.id, ORDER[kind].slot);
      desk.changed();
    }),
    h("p.meta", {}, words.notes[kind]),
  );
}

/**
 * One thing of several kinds: a relic that it carries, or a feature in battle range.
 * @param {Desk} desk @param {Banner} banner @param {string} kind
 */
export function eitherPanel(desk, banner, kind) {
  const { plan, words } = desk;
  const given = plan.has(banner.id, kind);
  const option = plan.option(banner.id, kind);
  const options = [["", words.choose], ...(option?.relics ?? []).map((id) => [`relic:${id}`, desk.relicName(id)]), ...(option?.features ?? []).map((id) => [`feature:${id}`, desk.featureName(id)])];
  const chosen = given?.relic ? `relic:${given.relic}` : given?.feature ? `feature:${given.feature}` : "";
  return panel(
    desk,
    kind,
    select(words.whichThing, kind, options, chosen, (value) => {
      const [part, id] = value.split(":");
      if (id) plan.give(banner.id, { order: kind, [part]: id });
      else plan.take(banner.id, ORDER[kind].slot);
      desk.panel = kind;
      desk.changed();
    }),
    h("p.meta", {}, words.notes[kind]),
  );
}

/**
 * An order in the player's own words; without a word there is no order.
 * @param {Desk} desk @param {Banner} banner @param {string} kind
 */
export function textPanel(desk, banner, kind) {
  const { plan, words } = desk;
  /** @param {string} typed */
  const write = (typed) => {
    const text = typed.replace(/\s*[\r\n]+\s*/g, " ").trim();
    const given = plan.has(banner.id, kind);
    const replaces = !given && plan.settled(banner.id);
    if (text) plan.give(banner.id, { order: kind, text });
    else {
      delete plan.texts[banner.id];
      if (given) plan.take(banner.id, ORDER[kind].slot);
    }
    desk.panel = kind;
    // While somebody writes, the field stays, unless another order has to go for it.
    document.querySelector(`[data-key="${kind}"]`)?.setAttribute("aria-pressed", String(Boolean(text)));
    if (text && replaces) {
      desk.redraw();
      const field = /** @type {any} */ (document.querySelector(`[data-key="panel-${kind}"]`));
      field?.setSelectionRange(text.length, text.length);
    }
    desk.typed();
  };
  return panel(
    desk,
    kind,
    h(
      "div.field",
      {},
      h("label", { for: `panel-${kind}` }, words.ownWords),
      h("textarea", { id: `panel-${kind}`, "data-key": `panel-${kind}`, maxlength: "500", rows: "4", oninput: (event) => write(event.target.value) }, plan.has(banner.id, kind)?.text ?? ""),
    ),
    h("p.meta", {}, words.notes[kind]),
  );
}

/**
 * Levels or relics from another banner, or a relic that lies in reach.
 * @param {Desk} desk @param {Banner} banner @param {string} kind
 */
export function transferPanel(desk, banner, kind) {
  const { plan, words } = desk;
  const option = /** @type {Choice} */ (plan.option(banner.id, kind));
  const given = plan.has(banner.id, kind) ?? desk.draft?.[banner.id] ?? { order: kind };
  /** @param {Partial<Order>} change */
  const store = (change) => {
    const next = { ...given, ...change };
    for (const key of /** @type {const} */ (["from", "levels", "relic"])) if (!next[key]) delete next[key];
    desk.draft = { ...desk.draft, [banner.id]: next };
    if ((next.from && ((next.levels ?? 0) > 0 || next.relic)) || (!next.from && next.relic)) {
      plan.give(banner.id, next);
      desk.panel = kind;
      desk.changed();
    } else {
      if (plan.has(banner.id, kind)) {
        plan.take(banner.id, ORDER[kind].slot);
        desk.panel = kind;
        return desk.changed();
      }
      desk.redraw();
    }
  };
  const givers = option.from.map((id) => plan.banner(id)).filter(Boolean);
  /** @param {string | undefined} id */
  const carried = (id) => option.relics.filter((relic) => (desk.relics[relic]?.by ?? "") === (id ?? ""));
  const giver = given.from ? plan.banner(given.from) : null;
  const relics = carried(given.from);
  const from = [["", words.fromGround], ...givers.map((one) => [one.id, `${one.name} (${one.level}, ${sectorName(plan.stands(one.id))})`])];
  const noted = giver ? giverNote(desk, banner, giver) : "";
  return panel(
    desk,
    kind,
    select(words.giver, "giver", from, given.from ?? "", (id) => store({ from: id, levels: id ? given.levels || 1 : 0, relic: "" })),
    giver && stepper(desk, given.levels ?? 0, giver.level, (levels) => store({ levels })),
    (relics.length > 0 || !giver) &&
      select(words.whichRelic, "relic", [["", relics.length ? words.noRelic : words.noRelicKnown], ...relics.map((id) => [id, desk.relicName(id)])], given.relic ?? "", (relic) => store({ relic })),
    noted && h("p.note", {}, noted),
  );
}

/** @param {Desk} desk @param {Banner} banner @param {Banner} giver */
function giverNote(desk, banner, giver) {
  const { plan, words } = desk;
  if (!plan.inReach(banner.id, giver.id)) return fill(words.giverFar, { name: giver.name });
  const busy = ORDERS.find(({ kind, busies }) => busies && plan.has(giver.id, kind));
  return busy ? fill(words.giverBusy, { name: giver.name, order: words.orders[busy.kind] }) : "";
}

/**
 * How many levels the banner gives up in each battle, where all battles are abstract (Rules 7).
 * @param {Desk} desk @param {Banner} banner
 */
export function sacrificePanel(desk, banner) {
  const { plan, words } = desk;
  /** @param {number} levels */
  const change = (levels) => {
    plan.setSacrifice(banner.id, levels);
    desk.changed();
  };
  return h("section.panel", { "aria-label": words.sacrifice }, stepper(desk, plan.sacrifice(banner.id), MOST_SACRIFICED, change, words.sacrifice, "sacrifice"), h("p.meta", {}, words.sacrificeHint));
}

/** @param {Desk} desk @param {number} value @param {number} most @param {(value: number) => void} changed */
function stepper(desk, value, most, changed, label = desk.words.levels, key = "levels") {
  const { words } = desk;
  /** @param {string} sign @param {number} step @param {string} name */
  const button = (sign, step, name) =>
    h("button", { type: "button", "data-key": name, "aria-label": step < 0 ? words.fewer : words.more, disabled: value + step < 0 || value + step > most, onclick: () => changed(value + step) }, sign);
  return h(
    "div.field",
    {},
    h("label", { for: `panel-${key}` }, label),
    h(
      "div.stepper",
      {},
      button("\u2212", -1, `${key}-fewer`),
      h("input", { id: `panel-${key}`, "data-key": `panel-${key}`, type: "number", min: "0", max: most, inputmode: "numeric", value, onchange: (event) => changed(Math.max(0, Math.min(most, Number(event.target.value) || 0))) }),
      button("+", 1, `${key}-more`),
    ),
  );
}
