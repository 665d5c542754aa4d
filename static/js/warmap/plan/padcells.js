/**
 * The pad: the sectors around a banner as cells large enough for a thumb. Each cell shows what lies there and
 * whether an enemy would be met from there; the middle one is where the banner stands.
 */

import { meetings, same, sectorName } from "../../web/map/geometry.js";
import { armyNumber } from "../../web/map/palette.js";
import { fill, h, icon, shield } from "../../web/dom.js";
import { pad, stepOf } from "./orders.js";
import { called } from "./preview.js";

/** @type {Record<string, number>} */
const ARROWS = { "0,-1": 0, "1,-1": 45, "1,0": 90, "1,1": 135, "0,1": 180, "-1,1": 225, "-1,0": 270, "-1,-1": 315 };

/** @param {Desk} desk @param {Banner} banner */
export function drawPad(desk, banner) {
  const { plan, words, page } = desk;
  const kind = stepOf(banner);
  const option = plan.option(banner.id, kind);
  const reach = page.own.reach;
  const stands = plan.stands(banner.id);
  const against = plan.against(banner.id, kind);
  const title = fill(banner.retreating ? words.retreatTo : words.marchTo, { name: banner.name });
  const rows = pad(banner.at, reach).map((row) =>
    h("div.pad-row", {}, row.map((at) => cell(desk, banner, at, { kind, option, stands, against, reach }))),
  );
  const why = reasons(desk, option, against);
  return h("div.pad-box", {}, h("h3", {}, words.orders[kind]), h(`div.pad.reach-${reach}`, { role: "group", "aria-label": title }, rows), why && h("p.meta.why", {}, why));
}

/** @param {Desk} desk @param {Choice | undefined} option @param {Against} against */
function reasons(desk, option, against) {
  if (!against) return "";
  if (against.with) return fill(desk.words.notWith, { order: desk.words.orders[against.with] });
  return against.problems.map((problem) => `${problem.text} ${fill(desk.words.rule, { rule: problem.rule })}`).join(" ");
}

/**
 * @param {Desk} desk @param {Banner} banner @param {At} at
 * @param {{kind: string, option?: Choice, stands: At, against: Against, reach: number}} how
 */
function cell(desk, banner, at, { kind, option, stands, against, reach }) {
  const { plan, words, world, page } = desk;
  const { ground } = world;
  const here = same(at, banner.at);
  const chosen = same(at, stands);
  const open = here || (!against && plan.reaches(banner.id, kind, at));
  const classes = ["cell"];
  if (!ground.has(...at)) classes.push("off");
  else if (ground.rock(...at)) classes.push("rock");
  else if (ground.city(...at)) classes.push("city");
  const seat = world.territory.seat(...at);
  if (seat) classes.push("held", `army-${armyNumber(seat)}`);
  const met = open && !here ? desk.meetingsAt(banner, at).filter(({ already }) => !already) : [];
  const name = ground.has(...at) ? sectorName(at) : "";
  const label = [
    here ? fill(words.stayAt, { at: name }) : fill(banner.retreating ? words.retreatTo1 : words.marchTo1, { at: name }),
    ground.has(...at) && ground.rock(...at) ? words.impassable : ground.city(...at) ? words.city : "",
    met.length ? fill(words.meets, { names: met.map(({ sighting }) => called(sighting, words)).join(", ") }) : "",
  ].filter(Boolean).join(", ");
  return h(
    `button.${classes.join(".")}`,
    {
      type: "button",
      "data-key": `cell-${at.join("-")}`,
      "data-sector": name,
      disabled: !page.may || !open || !option,
      "aria-pressed": String(chosen && (!here || !plan.moves().some(({ id }) => id === banner.id))),
      "aria-label": label,
      title: label,
      onclick: () => desk.send(banner.id, at),
    },
    here ? shield(desk) : met.length ? icon(desk.sprite, "swords", "icon meet") : open ? arrow(desk, banner.at, at, reach) : "",
    h("small", { "aria-hidden": "true" }, name),
  );
}

/** @param {Desk} desk @param {At} from @param {At} to @param {number} reach */
function arrow(desk, from, to, reach) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const turn = ARROWS[`${dx},${dy}`] ?? Math.round((Math.atan2(dx, -dy) * 180) / Math.PI);
  const svg = icon(desk.sprite, "up", "icon way");
  svg.style.transform = `rotate(${turn}deg) scale(${Math.max(Math.abs(dx), Math.abs(dy)) < reach ? 0.8 : 1})`;
  return svg;
}

/**
 * The known enemies that a banner would meet from a sector, see `meetings`.
 * @param {World} world @param {PlanPage} page @param {Banner} banner @param {At} at
 */
export function meetingsAt(world, page, banner, at) {
  return meetings(world.ground, {
    from: banner.at,
    to: at,
    radius: page.own.battle,
    sightings: world.sightings.filter((sighting) => sighting.turn >= world.turn),
    radiusOf: (sighting) => world.battleOf.get(sighting.seat) ?? world.radii.battle,
    everyTurn: page.everyTurn,
  });
}
