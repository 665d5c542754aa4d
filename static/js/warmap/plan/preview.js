/** What a banner's orders would come to, from the player's own knowledge: enemies met, stores in reach. */

import { MAX_LEVEL, PLAYABLE_LEVEL } from "../../declared.js";
import { sectorName, sharedSectors } from "../../web/map/geometry.js";
import { fill, h } from "../../web/dom.js";

/**
 * What an enemy is called: its name, and the mark of one that is to be destroyed.
 * @param {Sighting} sighting @param {Words} words
 */
export function called(sighting, words) {
  return sighting.mark ? fill(words.marked, { name: sighting.name, mark: sighting.mark }) : sighting.name;
}

/**
 * The notes under the orders: one for each known enemy that the banner would newly meet.
 * @param {Desk} desk @param {Banner} banner
 */
export function notes(desk, banner) {
  const { plan, words } = desk;
  const at = plan.stands(banner.id);
  return desk.meetingsAt(banner, at).map(({ sighting, sector, city, already }) => {
    const strength = sighting.level === null ? words.unknownLevel : sighting.level;
    const values = { at: sectorName(at), enemy: called(sighting, words), level: strength, sector: sectorName(sector), ground: city ? words.inCity : words.inOpen };
    // A retreat is no attack (Rules 5.12). The mission hangs on works that nobody sees.
    const comes = plan.moves().some(({ id, kind }) => id === banner.id && kind !== "retreat");
    const sentence = already ? words.inContact : comes ? words.youMeet : words.standsNear;
    const auto = Math.min(banner.level, sighting.level ?? MAX_LEVEL) < PLAYABLE_LEVEL;
    return h(already ? "p.note" : "p.note.meeting", {}, fill(sentence, values), !already && auto ? ` ${words.auto}` : "");
  });
}

/**
 * Whether a known store helps a banner that stands at `at` to resupply, as things look now (Rules 5.7).
 * @param {World} world @param {PlanPage} page @param {At} at
 */
export function suppliedAt(world, page, at) {
  return world.features.some(
    (feature) =>
      feature.effect === "supply" &&
      sharedSectors(world.ground, at, page.own.battle, feature.at, 0).length > 0 &&
      world.territory.seat(...feature.at) === world.you,
  );
}

/**
 * What has been heard of a feature.
 * @param {World} world @param {string} id
 */
function heard(world, id) {
  return (world.hints ?? []).filter(({ thing }) => thing === id).map(({ text }) => text);
}

/**
 * A sector in words, for the cursor and for a tapped sector.
 * @param {Desk} desk @param {At} at
 */
export function sectorWords({ page, world, words }, at) {
  const { ground, territory, fog } = world;
  const key = at.join();
  const parts = [sectorName(at)];
  parts.push(words[ground.kind(...at).id]);
  if (!ground.rock(...at)) {
    const seat = territory.seat(...at);
    const holder = world.seats.find(({ n }) => n === seat);
    if (territory.disputed(...at)) parts.push(words.disputed);
    else if (seat === world.you && seat) parts.push(words.heldByYou);
    else if (holder) parts.push(fill(words.heldBy, { army: holder.army }));
    else if (fog.at(...at) > 0) parts.push(words.heldByNobody);
  }
  if (!ground.rock(...at)) parts.push([words.neverSeen, words.seenBefore, words.seenNow][fog.at(...at)]);
  for (const banner of world.banners) if (banner.at.join() === key) parts.push(fill(words.bannerHere, { name: banner.name, level: banner.level }));
  for (const sighting of world.sightings) {
    if (sighting.at.join() !== key) continue;
    const level = sighting.level === null ? words.unknownLevel : sighting.level;
    const seen = sighting.turn >= world.turn ? words.sightingHere : sighting.turn < 0 ? words.sightingBefore : words.sightingOld;
    const told = fill(seen, { name: called(sighting, words), level, turn: sighting.turn, age: -sighting.turn });
    parts.push(sighting.grade ? fill(words.graded, { seen: told, grade: words[`grade_${sighting.grade}`] }) : told);
  }
  for (const thing of [...world.features, ...world.relics]) {
    if (thing.at.join() !== key) continue;
    const told = [thing.description, ...heard(world, thing.id)].filter(Boolean).join(" ");
    parts.push(told ? `${thing.name}: ${told}` : thing.name);
  }
  const here = world.banners.filter(({ at: place }) => place.join() === key).flatMap(({ relics }) => (relics ?? []).map((relic) => String(relic.name ?? relic)));
  for (const { name, text, thing } of world.hints ?? []) {
    if (here.includes(name) && !world.features.some(({ id }) => id === thing)) parts.push(`${name}: ${text}`);
  }
  for (const { text, told, places } of page.aims ?? []) if (places.some((place) => place.at.join() === key)) parts.push(`${text}: ${told}`);
  for (const battle of world.battles ?? []) if (battle.at.join() === key) parts.push(fill(words.battleHere, { army: battle.with }));
  return parts;
}
