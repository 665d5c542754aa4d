/**
 * What stands on a map, as `crowd` takes it: the pieces of a map document, each with its rank. The same list is
 * made for pictures by `campaign/film/drawing/standing.py`.
 */

import { distance } from "./geometry.js";

/** How far two may come nearer to each other in a turn. */
const PACE = 2;
/** How the ids of battles begin that a plan would bring about. */
export const MEETING = "meeting-";
/** What a piece is that has nothing. */
export const BARE = { seat: 0, level: null, turn: null, retreating: false, works: "none", relic: false, node: false, text: "" };

/**
 * A banner or a sighting as a piece; what only the truth knows of a sighting is shown as a banner's is.
 * @param {any} entry @param {Pick<StandingOn, "turn">} world @param {number} you the seat whose banners are its own @param {string} [rank]
 * @returns {CrowdPiece}
 */
export function standardOf({ id, seat, at, level, turn, works, retreating, relics, node, name, mark }, world, you, rank = "own") {
  const own = seat === undefined;
  return {
    kind: own ? "banner" : "sighting",
    id,
    seat: own ? you : seat,
    at,
    level,
    turn: turn < world.turn ? turn : null,
    retreating: Boolean(retreating),
    works: works ?? "none",
    relic: Boolean(relics?.length),
    node: Boolean(node),
    rank,
    text: (own ? name : mark) ?? "",
  };
}

/**
 * All that stands there: banners, sightings, battles, aims, features, relics.
 * @param {StandingOn} world @param {{selected?: string | null, aims?: AimPin[], meetings?: {at: At}[]}} [marks]
 * @returns {CrowdPiece[]}
 */
export function piecesOf(world, { selected = null, aims = [], meetings = [] } = {}) {
  const own = world.banners.filter(({ alive }) => alive !== false);
  const radii = new Map(world.seats.map(({ n, battle }) => [n, battle ?? world.radii.battle]));
  const you = world.seats.find((seat) => seat.you)?.n ?? 0;
  const mine = radii.get(you) ?? world.radii.battle;
  /** @param {Sighting} sighting */
  const rankOf = ({ at, seat, turn }) => {
    if (turn < world.turn) return "old";
    const reach = mine + (radii.get(seat) ?? world.radii.battle) + PACE;
    return own.some((banner) => distance(banner.at, at) <= reach) ? "near" : "seen";
  };
  return [
    ...own.map((banner) => standardOf(banner, world, you, banner.id === selected ? "selected" : "own")),
    ...world.sightings.map((sighting) => standardOf(sighting, world, you, sighting.id === selected ? "selected" : rankOf(sighting))),
    ...(world.battles ?? []).map(({ id, at }) => ({ ...BARE, kind: "battle", id, at, rank: "battle" })),
    ...meetings.map(({ at }, index) => ({ ...BARE, kind: "battle", id: `${MEETING}${index}`, seat: 1, at, rank: "battle" })),
    ...aims.map(({ id, at, text }) => ({ ...BARE, kind: "aim", id, at, rank: "aim", text })),
    ...world.features.map(({ id, at, name }) => ({ ...BARE, kind: "pin", id, at, rank: "pin", text: name })),
    ...world.relics.map(({ id, at, name }) => ({ ...BARE, kind: "pin", id, at, rank: "pin", relic: true, text: name })),
  ];
}
