/** The orders that name something: whom to take levels from, whom to join, which relic, whither. */

import { sectorName, sectorOf } from "../map/geometry.js";
import { fill, h } from "./dom.js";

function panel(desk, kind, ...inside) {
  return h("section.panel", { "aria-label": desk.words.orders[kind], "data-panel": kind }, h("h3", {}, desk.words.orders[kind]), ...inside);
}

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

export function joinPanel(desk, banner) {
  const { plan, words } = desk;
  const given = plan.has(banner.id, "join");
  const partners = plan.option(banner.id, "join").with.map((id) => plan.banner(id)).filter(Boolean);
  const options = [["", words.choose], ...partners.map((one) => [one.id, `${one.name} (${one.level}, ${sectorName(plan.stands(one.id))})`])];
  const apart = given && plan.stands(banner.id).join() !== plan.stands(given.with).join();
  return panel(
    desk,
    "join",
    select(words.joinWith, "join", options, given?.with ?? "", (id) => {
      if (id) plan.give(banner.id, { order: "join", with: id });
      else plan.take(banner.id, "secondary");
      desk.changed();
    }),
    h("p.meta", {}, words.joinHint),
    apart && h("p.note", {}, words.joinApart),
  );
}

export function splitPanel(desk, banner) {
  const { plan, words } = desk;
  const given = plan.has(banner.id, "split");
  const [one, other] = plan.splitInto(banner.id);
  return panel(
    desk,
    "split",
    h(
      "div.field",
      {},
      h("label", { for: "panel-split" }, words.splitName),
      h("input", {
        id: "panel-split",
        "data-key": "panel-split",
        maxlength: "60",
        value: given?.name ?? "",
        oninput: (event) => {
          plan.has(banner.id, "split").name = event.target.value;
          desk.typed();
        },
      }),
    ),
    h("p.meta", {}, fill(words.splitPreview, { name: banner.name, one, other })),
  );
}

export function teleportPanel(desk, banner) {
  const { plan, words } = desk;
  const given = plan.has(banner.id, "teleport");
  const choose = (value) => {
    const at = sectorOf(value);
    if (!at || !desk.world.ground.passable(...at)) return desk.say(fill(words.noSuchSector, { at: value }));
    return desk.teleport(banner.id, at);
  };
  return panel(
    desk,
    "teleport",
    h(
      "div.field",
      {},
      h("label", { for: "panel-teleport" }, words.teleportTo),
      h("input", {
        id: "panel-teleport",
        "data-key": "panel-teleport",
        autocomplete: "off",
        autocapitalize: "characters",
        maxlength: "7",
        value: given ? sectorName(given.to) : "",
        onchange: (event) => event.target.value && choose(event.target.value),
      }),
    ),
    h("p.meta", {}, words.teleportHint),
  );
}

export function relicPanel(desk, banner) {
  const { plan, words } = desk;
  const given = plan.has(banner.id, "destroy_relic");
  const options = [["", words.choose], ...plan.option(banner.id, "destroy_relic").relics.map((id) => [id, desk.relicName(id)])];
  return panel(
    desk,
    "destroy_relic",
    select(words.whichRelic, "destroy_relic", options, given?.relic ?? "", (relic) => {
      if (relic) plan.give(banner.id, { order: "destroy_relic", relic });
      else plan.take(banner.id, "special");
      desk.changed();
    }),
    h("p.meta", {}, words.destroyHint),
  );
}

/** Levels or relics from another banner, or a relic that lies in reach. */
export function transferPanel(desk, banner) {
  const { plan, words } = desk;
  const option = plan.option(banner.id, "transfer");
  const given = plan.has(banner.id, "transfer") ?? desk.draft?.[banner.id] ?? { order: "transfer" };
  const store = (change) => {
    const next = { ...given, ...change };
    for (const key of ["from", "levels", "relic"]) if (!next[key]) delete next[key];
    desk.draft = { ...desk.draft, [banner.id]: next };
    if ((next.from && (next.levels > 0 || next.relic)) || (!next.from && next.relic)) {
      plan.give(banner.id, next);
      desk.panel = "transfer";
      desk.changed();
    } else {
      if (plan.has(banner.id, "transfer")) {
        plan.take(banner.id, "secondary");
        desk.panel = "transfer";
        return desk.changed();
      }
      desk.redraw();
    }
  };
  const givers = option.from.map((id) => plan.banner(id)).filter(Boolean);
  const carried = (id) => option.relics.filter((relic) => (desk.relics[relic]?.by ?? "") === (id ?? ""));
  const giver = given.from ? plan.banner(given.from) : null;
  const relics = carried(given.from);
  const from = [["", words.fromGround], ...givers.map((one) => [one.id, `${one.name} (${one.level}, ${sectorName(plan.stands(one.id))})`])];
  const noted = giver ? giverNote(desk, banner, giver) : "";
  return panel(
    desk,
    "transfer",
    select(words.giver, "giver", from, given.from ?? "", (id) => store({ from: id, levels: id ? given.levels || 1 : 0, relic: "" })),
    giver && stepper(desk, given.levels ?? 0, giver.level, (levels) => store({ levels })),
    (relics.length > 0 || !giver) &&
      select(words.whichRelic, "relic", [["", relics.length ? words.noRelic : words.noRelicKnown], ...relics.map((id) => [id, desk.relicName(id)])], given.relic ?? "", (relic) => store({ relic })),
    noted && h("p.note", {}, noted),
  );
}

function giverNote(desk, banner, giver) {
  const { plan, words } = desk;
  if (!plan.inReach(banner.id, giver.id)) return fill(words.giverFar, { name: giver.name });
  const busy = ["march", "teleport", "split", "join"].find((kind) => plan.has(giver.id, kind));
  return busy ? fill(words.giverBusy, { name: giver.name, order: words.orders[busy] }) : "";
}

/** How many levels the banner gives up in each battle, where all battles are abstract (Rules 7). */
export function sacrificePanel(desk, banner) {
  const { plan, words } = desk;
  const change = (levels) => {
    plan.setSacrifice(banner.id, levels);
    desk.changed();
  };
  return h("section.panel", { "aria-label": words.sacrifice }, stepper(desk, plan.sacrifice(banner.id), 3, change, words.sacrifice, "sacrifice"), h("p.meta", {}, words.sacrificeHint));
}

function stepper(desk, value, most, changed, label = desk.words.levels, key = "levels") {
  const { words } = desk;
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
