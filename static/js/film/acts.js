/** What the pieces do in a scene, what they look like meanwhile, and the marks above them. Pure. */

import { SHAPES } from "../web/map/look.js";
import { seatOf } from "../web/map/territory.js";

export const FIGHT = `<i></i><svg viewBox="-14 -14 28 28"><circle r="12.5"/><path d="${SHAPES.swords}"/></svg>`;

/** @param {MapDocument} map @returns {any} */
const pieceOf = (map, id = "") => [...map.banners, ...map.sightings].find((one) => one.id === id);

/** @param {Take} take @returns {{acts: Act[], marks: FilmMark[]}} */
export function actsOf({ cues, before }, phase = "") {
  /** @type {Map<string | undefined, Act>} */
  const acts = new Map();
  /** @type {FilmMark[]} */
  const marks = [];
  for (const { at: time, takes, beats } of cues) {
    for (const beat of beats) {
      const { t, by = 0, entry, key = "", rows = [] } = beat;
      const id = beat.id ?? entry?.id;
      const there = pieceOf(before, id);
      if (!acts.has(id) && (there || entry?.at)) acts.set(id, { id, places: [{ time: 0, at: (there ?? entry).at, takes: 0 }], looks: [{ time: 0, entry: there }] });
      const act = acts.get(id);
      const last = act?.looks.at(-1)?.entry;
      const where = act?.places.at(-1)?.at;
      /** @param {At | undefined} at @param {object} [more] */
      const mark = (kind = "", at = where, more) => at && marks.push({ kind, at, time, takes, ...more });
      /** @param {object | null} changes */
      const turns = (changes, when = time) => act?.looks.push({ time: when, entry: changes && { ...last, ...changes } });
      /** @param {At} at */
      const goes = (at, when = time, long = 0) => act?.places.push({ time: when, at, takes: long });
      if (t === "move") goes(beat.to, time, phase === "teleport" ? 0 : takes);
      else if (t === "works") turns({ works: beat.to });
      else if (t === "flag") turns({ [key]: beat.value });
      else if (t === "born") turns(entry);
      else if (t === "gone") turns(null, time + takes * 0.4);
      else if (t === "lost") turns(null);
      else if (t === "clash") mark("clash", beat.at);
      else if (t === "won") mark("verdict", before.battles?.find((battle) => battle.id === id)?.at, { text: beat.outcome === "drawn" || before.seats.some(({ you }) => you) ? beat.outcome : "" });
      else if (t === "pin") mark("ring find", entry.at);
      else if (t === "land") gains(before, rows).forEach((more) => mark("land", more.at, more));
      else if (t === "level") {
        turns({ level: last?.level + by });
        mark(by < 0 ? "chip loss" : "chip", where, { text: by < 0 ? `\u2212${-by}` : `+${by}` });
      } else if (t === "seen") {
        // When and how it went is unknown: it fades there and appears here.
        const elsewhere = last && String(where) !== String(entry.at);
        if (elsewhere) {
          turns(null);
          goes(entry.at, time + takes / 2);
        }
        act?.looks.push({ time: time + (elsewhere ? takes / 2 : 0), entry });
        if (!beat.was) mark("ring seen", entry.at, { seat: entry.seat });
      }
      if (["works", "born"].includes(t) || (t === "move" && phase === "teleport")) mark("ring", entry?.at ?? where);
      if (t === "gone") mark("burst", where);
      if (key === "relics") mark("ring find", where);
    }
  }
  return { acts: [...acts.values()].filter(({ looks, places }) => looks.length > 1 || places.length > 1), marks };
}

/**
 * Who has gained which sectors, and which of them is in the middle.
 * @param {MapDocument} map @param {[number, number, string][]} rows @returns {{seat: number, cells: At[], at: At, text: string}[]}
 */
function gains(map, rows) {
  /** @type {Map<number, At[]>} */
  const gained = new Map();
  for (const [y, x, signs] of rows) {
    const old = Array.from(map.territory[y]);
    Array.from(signs).forEach((sign, i) => {
      const seat = seatOf(sign);
      if (seat && sign !== old[x + i]) gained.set(seat, [...(gained.get(seat) ?? []), [x + i, y]]);
    });
  }
  return [...gained].map(([seat, cells]) => {
    const [mx, my] = [0, 1].map((axis) => cells.reduce((sum, cell) => sum + cell[axis], 0) / cells.length);
    const far = ([x, y] = cells[0]) => Math.hypot(x - mx, y - my);
    return { seat, cells, at: cells.reduce((best, cell) => (far(cell) < far(best) ? cell : best)), text: `+${cells.length}` };
  });
}
