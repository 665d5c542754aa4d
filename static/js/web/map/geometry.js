/**
 * The map's geometry, without a page: sectors, ranges, outlines, previews of orders.
 *
 * A sector is `[x, y]`, x east, y south, both from 0. A `Ground` answers what a sector is like. Everything here
 * is a pure function of what it is given (Rules 1, 5).
 */

import { MAX_LEVEL, SPLIT_BONUS, SPLITS, TERRAIN } from "../../declared.js";

/** The letter of a sector that nobody has drawn on yet. */
export const PLAIN = TERRAIN[0].letter;
const KIND = Object.fromEntries(TERRAIN.map((kind) => [kind.letter, kind]));
const BARRED = TERRAIN.filter((kind) => !kind.passable).map((kind) => kind.letter);

/** The terrain rows as something to ask. */
export class Ground {
  /** @param {string[]} rows north first, in the letters of `TERRAIN` */
  constructor(rows) {
    this.rows = rows;
    this.height = rows.length;
    this.width = rows.length ? rows[0].length : 0;
  }

  /** @param {number} x @param {number} y */
  has(x, y) {
    return x >= 0 && y >= 0 && x < this.width && y < this.height;
  }

  /** @param {number} x @param {number} y */
  passable(x, y) {
    return this.has(x, y) && this.kind(x, y).passable;
  }

  /** @param {number} x @param {number} y */
  city(x, y) {
    return this.has(x, y) && this.kind(x, y).city;
  }

  /** @param {number} x @param {number} y */
  rock(x, y) {
    return this.has(x, y) && !this.kind(x, y).passable;
  }

  /**
   * The terrain of a sector on the map.
   * @param {number} x @param {number} y
   */
  kind(x, y) {
    return KIND[this.rows[y][x]];
  }

  /**
   * Whether a row has an impassable sector.
   * @param {number} y
   */
  barred(y) {
    return BARRED.some((letter) => this.rows[y].includes(letter));
  }
}

/**
 * `[0, 0]` is A1, `[26, 2]` is AA3.
 * @param {At} at
 */
export function sectorName([x, y]) {
  let letters = "";
  for (let left = x + 1; left > 0; left = Math.floor((left - 1) / 26)) {
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
  }
  return `${letters}${y + 1}`;
}

/**
 * The letters of a column.
 * @param {number} x
 */
export function columnName(x) {
  return sectorName([x, 0]).slice(0, -1);
}

/**
 * The sector that a name such as "g6" stands for, or null.
 * @param {string} name @returns {At | null}
 */
export function sectorOf(name) {
  const parts = /^\s*([a-z]{1,3})\s*([0-9]{1,4})\s*$/i.exec(name);
  if (!parts) return null;
  let x = 0;
  for (const letter of parts[1].toUpperCase()) x = x * 26 + letter.charCodeAt(0) - 64;
  const y = Number(parts[2]) - 1;
  return y < 0 ? null : [x - 1, y];
}

/** @param {At | null | undefined} one @param {At | null | undefined} other */
export function same(one, other) {
  return !!one && !!other && one[0] === other[0] && one[1] === other[1];
}

/** Pushes of places that crowd each other, and how many places are pushed at all. */
const PUSHES = 24;
const MOST_PUSHED = 200;

/**
 * Places moved from each other until none is nearer to another than `least` sectors, as far as a few pushes go:
 * what stands there hides none of the others.
 * @param {At[]} places
 * @returns {At[]}
 */
export function apart(places, least = 0) {
  const found = places.map(([x, y]) => /** @type {At} */ ([x, y]));
  if (found.length > MOST_PUSHED) return found;
  for (let push = 0, close = true; close && push < PUSHES; push++) {
    close = false;
    found.forEach((one, i) => {
      for (const other of found.slice(0, i)) {
        const [dx, dy] = [one[0] - other[0], one[1] - other[1]];
        const far = Math.hypot(dx, dy);
        if (far > least - 0.01) continue;
        close = true;
        // Of two at one place one goes aside.
        const [x, y] = [far ? dx / far : 1, far ? dy / far : 0].map((part) => (part * (least - far)) / 2);
        one[0] += x;
        one[1] += y;
        other[0] -= x;
        other[1] -= y;
      }
    });
  }
  return found;
}

/**
 * Chebyshev: diagonals count as one (Rules 1).
 * @param {At} one @param {At} other
 */
export function distance(one, other) {
  return Math.max(Math.abs(one[0] - other[0]), Math.abs(one[1] - other[1]));
}

/** @param {At} one @param {At} other */
function squared(one, other) {
  return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2;
}

/**
 * The passable sectors within a radius, by (y, x) (Rules 1).
 * @param {Ground} ground @param {At} at @param {number} radius
 */
export function rangeOf(ground, [x, y], radius) {
  /** @type {At[]} */
  const found = [];
  for (let j = y - radius; j <= y + radius; j++) {
    for (let i = x - radius; i <= x + radius; i++) if (ground.passable(i, j)) found.push([i, j]);
  }
  return found;
}

/**
 * The sectors that two ranges share, by (y, x) (Rules 1).
 * @param {Ground} ground @param {At} one @param {number} oneRadius @param {At} other @param {number} otherRadius
 */
export function sharedSectors(ground, one, oneRadius, other, otherRadius) {
  /** @type {At[]} */
  const found = [];
  for (let y = Math.max(one[1] - oneRadius, other[1] - otherRadius); y <= Math.min(one[1] + oneRadius, other[1] + otherRadius); y++) {
    for (let x = Math.max(one[0] - oneRadius, other[0] - otherRadius); x <= Math.min(one[0] + oneRadius, other[0] + otherRadius); x++) {
      if (ground.passable(x, y)) found.push([x, y]);
    }
  }
  return found;
}

/**
 * Where two banners whose battle ranges share `sectors` would fight (Rules 5.12).
 * @param {At[]} sectors @param {At} one @param {At} other
 */
export function battleSector(sectors, one, other) {
  /** @param {At} at */
  const key = (at) => {
    const a = squared(at, one);
    const b = squared(at, other);
    return [Math.max(a, b), a + b, at[1], at[0]];
  };
  /** @param {number[]} a @param {number[]} b */
  const before = (a, b) => {
    const i = a.findIndex((value, index) => value !== b[index]);
    return i >= 0 && a[i] < b[i];
  };
  return sectors.reduce((best, at) => (best === null || before(key(at), key(best)) ? at : best), /** @type {any} */ (null));
}

/**
 * The known enemies whose battle range a banner standing at `to` would overlap.
 *
 * `from` is where it stands now: one that it overlaps already is not met again when battles come of contact
 * (`everyTurn` false). `radiusOf(sighting)` gives the enemy's battle radius.
 * @returns {Meeting[]}
 * @param {Ground} ground
 * @param {{from: At, to: At, radius: number, sightings: Sighting[], radiusOf: (sighting: Sighting) => number, everyTurn?: boolean}} how
 */
export function meetings(ground, { from, to, radius, sightings, radiusOf, everyTurn = false }) {
  /** @type {Meeting[]} */
  const found = [];
  for (const sighting of sightings) {
    const theirs = radiusOf(sighting);
    const shared = sharedSectors(ground, to, radius, sighting.at, theirs);
    if (!shared.length) continue;
    const already = !everyTurn && sharedSectors(ground, from, radius, sighting.at, theirs).length > 0;
    const sector = battleSector(shared, to, sighting.at);
    found.push({ sighting, sector, city: ground.city(sector[0], sector[1]), already });
  }
  return found;
}

/**
 * What a split makes of a level: the old banner's and the new one's (Rules 5.10).
 * @param {number} level @param {boolean} flexible @returns {At}
 */
export function splitLevels(level, flexible) {
  return SPLITS[Math.min(level, MAX_LEVEL) + (flexible ? SPLIT_BONUS : 0)];
}

/**
 * What a resupply makes of a level (Rules 5.7). `gain` is what its army gains, and more by a supply feature.
 * @param {number} level @param {number} gain @param {boolean} massive
 */
export function resupplied(level, gain, massive) {
  return massive ? level + gain : Math.max(level, Math.min(MAX_LEVEL, level + gain));
}

/**
 * The outline of a set of sectors as closed loops of corners, clockwise, in sector units, moved inwards by
 * `inset`. Sectors that only touch by a corner get loops of their own.
 * @param {number[][]} sectors
 * @returns {number[][][]}
 */
export function outline(sectors, inset = 0) {
  const inside = new Set(sectors.map(([x, y]) => `${x},${y}`));
  const edges = new Map();
  /** @param {number} x @param {number} y @param {number} dx @param {number} dy */
  const add = (x, y, dx, dy) => {
    const key = `${x},${y}`;
    if (!edges.has(key)) edges.set(key, []);
    edges.get(key).push([dx, dy]);
  };
  for (const [x, y] of sectors) {
    if (!inside.has(`${x},${y - 1}`)) add(x, y, 1, 0);
    if (!inside.has(`${x + 1},${y}`)) add(x + 1, y, 0, 1);
    if (!inside.has(`${x},${y + 1}`)) add(x + 1, y + 1, -1, 0);
    if (!inside.has(`${x - 1},${y}`)) add(x, y + 1, 0, -1);
  }
  const loops = [];
  for (const [key, list] of edges) {
    while (list.length) loops.push(corners(walk(edges, key), inset));
  }
  return loops;
}

/**
 * Follow the edges from a corner back to it, keeping to the right where two loops touch.
 * @param {Map<string, At[]>} edges @param {string} key
 */
function walk(edges, key) {
  const [startX, startY] = key.split(",").map(Number);
  const steps = [];
  let [x, y] = [startX, startY];
  /** @type {number[] | null} */
  let last = null;
  do {
    const list = edges.get(`${x},${y}`) ?? [];
    let index = 0;
    if (last && list.length > 1) index = list.findIndex(([dx, dy]) => dx === -(last?.[1] ?? 0) && dy === last?.[0]);
    const step = list.splice(Math.max(index, 0), 1)[0];
    steps.push([x, y, step[0], step[1]]);
    [x, y, last] = [x + step[0], y + step[1], step];
  } while (x !== startX || y !== startY);
  return steps;
}

/** @param {number[][]} steps @param {number} inset */
function corners(steps, inset) {
  /** @type {number[][]} */
  const found = [];
  steps.forEach(([x, y, dx, dy], i) => {
    const [, , px, py] = steps[(i + steps.length - 1) % steps.length];
    if (px === dx && py === dy) return;
    // The inside lies to the right of the way: (-dy, dx).
    found.push([x + inset * (-dy - py), y + inset * (dx + px)]);
  });
  return found;
}

/**
 * An SVG path for loops of corners, scaled, with rounded corners of `r` pixels.
 * @param {Loop[]} loops @param {number} scale @param {number} [r]
 */
export function pathOf(loops, scale, r = 0) {
  let d = "";
  /** @param {number} value */
  const fix = (value) => Math.round(value * 100) / 100;
  for (const loop of loops) {
    loop.forEach((corner, i) => {
      const before = loop[(i + loop.length - 1) % loop.length];
      const after = loop[(i + 1) % loop.length];
      const [cx, cy] = [corner[0] * scale, corner[1] * scale];
      /** @param {number[]} point */
      const toward = (point) => {
        const [dx, dy] = [point[0] * scale - cx, point[1] * scale - cy];
        const length = Math.hypot(dx, dy) || 1;
        const part = Math.min(r, length / 2) / length;
        return [fix(cx + dx * part), fix(cy + dy * part)];
      };
      const [ax, ay] = toward(before);
      const [bx, by] = toward(after);
      d += `${i ? "L" : "M"}${ax},${ay}`;
      if (r) d += `Q${fix(cx)},${fix(cy)} ${bx},${by}`;
    });
    d += "Z";
  }
  return d;
}

/**
 * A whole number from 0 to 2^32 - 1 that only depends on what it is given: the same map always looks alike.
 * @param {number} x @param {number} y
 */
export function hash(x, y, salt = 0) {
  let h = Math.imul(x + 0x9e37, 0x85ebca6b) ^ Math.imul(y + 0x79b9, 0xc2b2ae35) ^ Math.imul(salt + 1, 0x27d4eb2f);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  return (h ^ (h >>> 15)) >>> 0;
}

/**
 * The same as a fraction from 0 to 1.
 * @param {number} x @param {number} y
 */
export function chance(x, y, salt = 0) {
  return hash(x, y, salt) / 4294967296;
}

/**
 * Smooth noise from 0 to 1 over the plane; one hill per `scale` sectors.
 * @param {number} x @param {number} y @param {number} scale
 */
export function noise(x, y, scale, salt = 0) {
  const [u, v] = [x / scale, y / scale];
  const [i, j] = [Math.floor(u), Math.floor(v)];
  const [a, b] = [smooth(u - i), smooth(v - j)];
  const top = chance(i, j, salt) * (1 - a) + chance(i + 1, j, salt) * a;
  const bottom = chance(i, j + 1, salt) * (1 - a) + chance(i + 1, j + 1, salt) * a;
  return top * (1 - b) + bottom * b;
}

/** @param {number} t */
function smooth(t) {
  return t * t * (3 - 2 * t);
}
