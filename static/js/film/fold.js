/** A map with beats applied, as by `campaign/film/fold.py`: `tests/cases/film` holds both to it. Pure. */

const LISTS = ["banners", "sightings", "features", "relics", "hints", "battles"];

/** @type {Record<string, (map: FilmEntry, beat: any) => unknown>} */
const STEPS = {
  move: (map, { id, to }) => change(map, id, () => ({ at: to })),
  works: (map, { id, to }) => change(map, id, () => ({ works: to })),
  level: (map, { id, by }) => change(map, id, ({ level }) => ({ level: level + by })),
  flag: (map, { id, key, value }) => change(map, id, () => ({ [key]: value })),
  born: (map, { entry }) => map["seat" in entry ? "sightings" : "banners"].push(entry),
  gone: (map, { id }) => drop(map, ["banners", "sightings"], id),
  clash: (map, { id, at, mine, with: who }) => map.battles.push({ id, at, with: who, mine }),
  land: (map, { rows }) => paint(map, "territory", rows),
  fog: (map, { rows }) => paint(map, "fog", rows),
  seen: (map, { entry }) => drop(map, ["sightings"], entry.id) && map.sightings.push(entry),
  lost: (map, { id }) => drop(map, ["sightings"], id),
  pin: (map, beat) => STEPS.unpin(map, beat) && map[`${beat.kind}s`].push(beat.entry),
  unpin: (map, { kind, entry }) => drop(map, [`${kind}s`], entry.id, JSON.stringify(entry)),
  aim: (map, { n, met, held }) => (map.goals = map.goals.with(n, { ...map.goals[n], met, held })),
};

/**
 * The map when the film begins. That of a deployment goes on from the frame of `map` with nothing on it.
 * @template {FilmEntry} M @param {M} map @param {FilmDocument} film @returns {M}
 */
export function begun(map, film) {
  /** @type {FilmEntry} */
  const out = { hints: [], ...map, battles: [] };
  if (film.from === null) {
    const rows = (layer = "", sign = "") => map[layer].map((/** @type {string} */ row) => sign.repeat([...row].length));
    for (const list of LISTS) Object.assign(out, { [list]: [] });
    Object.assign(out, { territory: rows("territory", "."), fog: rows("fog", "0"), goals: map.goals?.map((/** @type {FilmEntry} */ goal) => ({ ...goal, met: null, held: null })) });
  }
  if (film.part === "turn") out.turn = film.turn;
  if (film.as === 0) out.sightings = out.sightings.map((/** @type {FilmEntry} */ one) => ({ ...one, turn: film.turn }));
  return /** @type {M} */ (out);
}

/** @template {FilmEntry} M @param {M} map @param {Beat[]} beats @returns {M} */
export function fold(map, beats) {
  /** @type {FilmEntry} */
  const out = { ...map };
  for (const list of LISTS) out[list] = [...(out[list] ?? [])];
  for (const beat of beats) STEPS[beat.t]?.(out, beat);
  return /** @type {M} */ (out);
}

/** @param {FilmEntry} map @param {(one: FilmEntry) => object} how */
function change(map, id = "", how) {
  for (const list of ["banners", "sightings"]) {
    const at = map[list].findIndex((/** @type {FilmEntry} */ one) => one.id === id);
    if (at >= 0) return (map[list] = map[list].with(at, { ...map[list][at], ...how(map[list][at]) }));
  }
}

/** By its id; what has none by all of it. @param {FilmEntry} map @param {string[]} lists @param {string} [id] */
function drop(map, lists, id, text = "") {
  for (const list of lists) map[list] = map[list].filter((/** @type {FilmEntry} */ one) => (id ? one.id !== id : JSON.stringify(one) !== text));
  return true;
}

/** @param {FilmEntry} map @param {[number, number, string][]} rows */
function paint(map, layer = "", rows) {
  map[layer] = [...map[layer]];
  for (const [y, x, signs] of rows) {
    // A sign of a seat may be longer than one unit of text.
    const row = [...map[layer][y]];
    row.splice(x, [...signs].length, ...signs);
    map[layer][y] = row.join("");
  }
}
