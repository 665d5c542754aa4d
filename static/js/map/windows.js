/**
 * Large maps come in tiles: those around one's banners with the page, others as the map is moved about. Where
 * there is no tile yet, a picture of one pixel a sector stands in.
 */

/** The least scale at which tiles are worth fetching: below, the picture says as much. */
export const CLOSE = 8;
const BLANK = { terrain: ".", territory: ".", fog: "1" };

/** Lay a map that came in tiles out to its full size, once; other maps stay as they are. */
export function unfold(map) {
  if (!map.tiles) return map;
  const [wide, tall] = map.size;
  for (const [name, sign] of Object.entries(BLANK)) map[name] = Array.from({ length: tall }, () => sign.repeat(wide));
  map.loaded = new Set();
  lay(map, map.tiles);
  delete map.tiles;
  return map;
}

/** Put tiles where they belong. */
export function lay(map, tiles) {
  for (const tile of tiles) {
    const [x0, y0] = tile.at;
    for (const name of Object.keys(BLANK)) {
      tile[name].forEach((part, j) => {
        // Signs of seats may be longer than one unit of text.
        const row = Array.from(map[name][y0 + j]);
        const signs = Array.from(part);
        row.splice(x0, signs.length, ...signs);
        map[name][y0 + j] = row.join("");
      });
    }
    map.loaded.add(`${x0 / map.tile},${y0 / map.tile}`);
  }
}

/** The tiles of a box of sectors that are not there, as "column,row". */
export function missing(map, box) {
  if (!map.loaded) return [];
  const names = [];
  const last = (end, size) => Math.ceil(Math.min(end, size) / map.tile);
  for (let row = Math.floor(Math.max(0, box.y0) / map.tile); row < last(box.y1, map.size[1]); row++) {
    for (let column = Math.floor(Math.max(0, box.x0) / map.tile); column < last(box.x1, map.size[0]); column++) {
      if (!map.loaded.has(`${column},${row}`)) names.push(`${column},${row}`);
    }
  }
  return names;
}

/** Fetch tiles and lay them; whether there are new ones. What fails is fetched when it is looked at again. */
export async function fetchTiles(map, names) {
  map.asked ??= new Set();
  const wanted = names.filter((name) => !map.asked.has(name));
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
    for (const name of wanted) map.asked.delete(name);
  }
}
