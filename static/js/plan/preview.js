/** What a banner's orders would come to, from the player's own knowledge: enemies met, stores in reach. */

import { sectorName, sharedSectors } from "../map/geometry.js";
import { fill, h } from "./dom.js";

/** The notes under the orders: one for each known enemy that the banner would newly meet. */
export function notes(desk, banner) {
  const { plan, words } = desk;
  const at = plan.stands(banner.id);
  return desk.meetingsAt(banner, at).map(({ sighting, sector, city, already }) => {
    const strength = sighting.level === null ? words.unknownLevel : sighting.level;
    const values = { at: sectorName(at), enemy: sighting.name, level: strength, sector: sectorName(sector), ground: city ? words.inCity : words.inOpen };
    const sentence = already ? words.inContact : plan.moves().some(({ id }) => id === banner.id) ? words.youMeet : words.standsNear;
    const auto = Math.min(banner.level, sighting.level ?? 99) <= 9;
    return h(already ? "p.note" : "p.note.meeting", {}, fill(sentence, values), !already && auto ? ` ${words.auto}` : "");
  });
}

/** Whether a known store helps a banner that stands at `at` to resupply, as things look now (Rules 5.7). */
export function suppliedAt(world, page, at) {
  return world.features.some(
    (feature) =>
      feature.effect === "supply" &&
      sharedSectors(world.ground, at, page.own.battle, feature.at, 0).length > 0 &&
      world.territory.seat(...feature.at) === world.you,
  );
}

/** A sector in words, for the cursor and for a tapped sector. */
export function sectorWords({ world, words }, at) {
  const { ground, territory, fog } = world;
  const key = at.join();
  const parts = [sectorName(at)];
  parts.push(ground.rock(...at) ? words.impassable : ground.city(...at) ? words.city : words.open);
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
    parts.push(fill(sighting.turn < world.turn ? words.sightingOld : words.sightingHere, { name: sighting.name, level, turn: sighting.turn }));
  }
  for (const thing of [...world.features, ...world.relics]) if (thing.at.join() === key) parts.push(thing.description ? `${thing.name}: ${thing.description}` : thing.name);
  for (const battle of world.battles ?? []) if (battle.at.join() === key) parts.push(fill(words.battleHere, { army: battle.with }));
  return parts;
}
