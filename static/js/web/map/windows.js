/**
 * Large maps come in tiles: those around one's banners with the page, others as the map is moved about. Where
 * there is no tile yet, a picture of one pixel a sector stands in.
 */

import { PLAIN } from "./geometry.js";

/** The least scale at which tiles are fetched: at every one, for patterns and signs are in pixels of the screen. */
export const CLOSE = 0;
/** What is more than one unit of text: a sign of one of many seats. */
const LONGER = /[\u{10000}-\u{10ffff}]/u;
/** @type {Record<MapLayer, string>} */
const BLANK = { terrain: PLAIN, territory: ".", fog: "1" };

/**
 * Lay a map that came in tiles out to its full size, once; other maps stay as they are.
 * @param {MapDocument} map
 */
export function unfold(map) {
  if (!map.tiles) return map;
  const [wide, tall] = map.size;
  for (const [name, sign] of /** @type {[MapLayer, string][]} */ (Object.entries(BLANK))) map[name] = Array.from({ length: tall }, () => sign.repeat(wide));
  map.loaded = new Set();
  lay(map, map.tiles);
  delete map.tiles;
  return map;
}

/**
 * Put tiles where they belong.
 * @param {MapDocument} map @param {Tile[]} tiles
 */
export function lay(map, tiles) {
  const { tile: side = 1 } = map;
  for (const tile of tiles) {
    const [x0, y0] = tile.at;
    for (const name of /** @type {MapLayer[]} */ (Object.keys(BLANK))) {
      tile[name].forEach((part, j) => {
        const before = map[name][y0 + j];
        if (!LONGER.test(before) && !LONGER.test(part)) {
          map[name][y0 + j] = before.slice(0, x0) + part + before.slice(x0 + part.length);
          return;
        }
        const row = Array.from(before);
        const signs = Array.from(part);
        row.splice(x0, signs.length, ...signs);
        map[name][y0 + j] = row.join("");
      });
    }
    map.loaded?.add(`${x0 / side},${y0 / side}`);
  }
}

/**
 * The tiles of a box of sectors that are not there, as "column,row".
 * @param {Pick<MapDocument, 'size' | 'loaded' | 'tile'>} map @param {Box} box
 */
export function missing(map, box) {
  const { loaded, tile = 1 } = map;
  if (!loaded) return [];
  const names = [];
  /** @param {number} end @param {number} size */
  const last = (end, size) => Math.ceil(Math.min(end, size) / tile);
  for (let row = Math.floor(Math.max(0, box.y0) / tile); row < last(box.y1, map.size[1]); row++) {
    for (let column = Math.floor(Math.max(0, box.x0) / tile); column < last(box.x1, map.size[0]); column++) {
      if (!loaded.has(`${column},${row}`)) names.push(`${column},${row}`);
    }
  }
  return names;
}

/**
 * Fetch tiles and lay them; whether there are new ones. What fails is fetched when it is looked at again.
 * @param {MapDocument} map @param {string[]} names
 */
export async function fetchTiles(map, names) {
  map.asked ??= new Set();
  const wanted = names.filter((name) => !map.asked?.has(name));
  if (!wanted.length) return false;
  for (const name of wanted) map.asked.add(name);
  try {
    const answer = await fetch(`${map.more}?tiles=${wanted.join(";")}`, { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(String(answer.status));
    lay(map, (await answer.json()).tiles);
    return true;
  } catch {
    return false;
  } finally {
    for (const name of wanted) map.asked?.delete(name);
  }
}
