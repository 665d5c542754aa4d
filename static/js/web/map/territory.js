/**
 * Who holds what, as last known: a wash in the army's colour, the army's own pattern in pixels of the screen at
 * every scale, a firm line where control changes, the army's sign in what it holds; stripes of both colours where
 * a sector is disputed (Rules 6).
 */

import { distance, outline, pathOf } from "./geometry.js";
import { PATTERNS, PERIOD, SIGNS, SIGN_MIDDLES } from "./look.js";
import { Areas, signPlaces } from "./signs.js";

const DISPUTED = "*";
const NOBODY = ".";
/** The least scale at which borders are lines with round corners; below they are runs of whole pixels. */
const ROUND = 8;
/** A sign's own drawing has so many units in its size. */
const UNITS = 32;
/** Pixels of the ground between two stripes. */
const STRIPE_GAP = 1.5;

/**
 * The seat number that a territory sign stands for, or 0.
 * @param {string | undefined} sign
 */
export function seatOf(sign) {
  if (sign === NOBODY || sign === DISPUTED || sign === undefined) return 0;
  const code = sign.codePointAt(0) ?? 0;
  return code >= 0x10000 ? code - 0x10000 : parseInt(sign, 36);
}

/** The territory rows as something to ask: rows may hold signs beyond one UTF-16 unit. */
export class Territory {
  /** @param {string[]} rows */
  constructor(rows) {
    this.width = 0;
    this.height = 0;
    /** @type {(string | string[])[]} */
    this.told = [];
    /** @type {Int32Array | null} */
    this.known = null;
    /** @type {Areas | null} */
    this.parts = null;
    /** @type {Map<string, ArmySign[]>} */
    this.signs = new Map();
    /** @type {Placed[] | null} */
    this.asked = null;
    /** @type {Map<number, number[]>} */
    this.pairs = new Map();
    this.rows = rows;
  }

  /** @param {string[]} rows */
  set rows(rows) {
    this.told = rows.map((row) => (/[\u{10000}-\u{10ffff}]/u.test(row) ? Array.from(row) : row));
    this.width = this.told.length ? this.told[0].length : 0;
    this.height = this.told.length;
    this.known = null;
    this.parts = null;
    this.asked = null;
    this.signs.clear();
  }

  /** The seat of each sector, row by row; 0 is nobody, -1 disputed. */
  get holders() {
    if (this.known) return this.known;
    const { width, told } = this;
    const known = new Int32Array(width * told.length);
    /** @type {Map<string, number>} */
    const codes = new Map([[DISPUTED, -1]]);
    told.forEach((row, y) => {
      for (let x = 0; x < width; x++) {
        const sign = row[x];
        if (sign === NOBODY) continue;
        let code = codes.get(sign);
        if (code === undefined) codes.set(sign, (code = seatOf(sign)));
        known[y * width + x] = code;
      }
    });
    this.known = known;
    return known;
  }

  /**
   * The armies' signs at a scale, for the whole map.
   * @param {number} scale @param {At[]} taken sectors where pieces stand
   */
  signsAt(scale, taken) {
    const key = `${scale}/${taken.join(";")}`;
    const kept = this.signs.get(key);
    if (kept) return kept;
    this.parts ??= new Areas(this.width, this.height, this.holders);
    const found = signPlaces(this.parts, taken, Math.round(scale * 12));
    if (this.signs.size > 7) this.signs.clear();
    this.signs.set(key, found);
    return found;
  }

  /** @param {number} x @param {number} y */
  sign(x, y) {
    const row = this.told[y];
    return (row && row[x]) || NOBODY;
  }

  /** @param {number} x @param {number} y */
  seat(x, y) {
    return x >= 0 && y >= 0 && x < this.width && y < this.height ? Math.max(0, this.holders[y * this.width + x]) : 0;
  }

  /**
   * The seats that dispute a sector, asked once for each.
   * @param {number} x @param {number} y @param {Placed[]} placed
   */
  disputantsAt(x, y, placed) {
    if (this.asked !== placed) {
      this.asked = placed;
      this.pairs = new Map();
    }
    const at = y * this.width + x;
    const known = this.pairs.get(at) ?? disputants(this, x, y, placed);
    this.pairs.set(at, known);
    return known;
  }

  /** @param {number} x @param {number} y */
  disputed(x, y) {
    return this.sign(x, y) === DISPUTED;
  }
}

/**
 * The armies' signs on the ground of a map at a scale, kept off what stands there.
 * @param {World} world @param {number} scale pixels a sector
 */
export function groundSigns(world, scale) {
  return world.territory.signsAt(scale, [...world.banners, ...world.sightings].map(({ at }) => at));
}

/**
 * The seats that dispute a sector, as far as the player can tell: those with a known banner within battle
 * range, else those that hold a neighbouring sector. At most two, the lower number first.
 * @param {Territory} territory @param {number} x @param {number} y @param {Placed[]} placed
 */
export function disputants(territory, x, y, placed) {
  const near = placed.filter(({ at, radius }) => distance(at, [x, y]) <= radius).map(({ seat }) => seat);
  for (let j = y - 1; j <= y + 1; j++) {
    for (let i = x - 1; i <= x + 1; i++) if (territory.seat(i, j)) near.push(territory.seat(i, j));
  }
  return [...new Set(near)].slice(0, 2).sort((a, b) => a - b);
}

/**
 * The sectors of a box and one around it that are held, as runs in a row: by seat, -1 for disputed ones.
 * @param {Territory} territory @param {Box} box
 */
function runsIn({ holders, width, height }, box) {
  /** @type {Map<number, number[][]>} */
  const found = new Map();
  const [left, right] = [Math.max(0, box.x0 - 1), Math.min(width, box.x1 + 1)];
  for (let y = Math.max(0, box.y0 - 1); y < Math.min(height, box.y1 + 1); y++) {
    const row = y * width;
    for (let x = left; x < right; ) {
      const holder = holders[row + x];
      const first = x;
      while (x < right && holders[row + x] === holder) x++;
      if (!holder) continue;
      const list = found.get(holder);
      if (list) list.push([first, x, y]);
      else found.set(holder, [[first, x, y]]);
    }
  }
  return found;
}

/**
 * Runs of sectors as a path whose edges lie on whole pixels, so that neighbours meet without a seam.
 * @param {number[][]} runs @param {number} scale
 */
function land(runs, scale) {
  const path = new Path2D();
  for (const [x0, x1, y] of runs) {
    const [left, top] = [Math.round(x0 * scale), Math.round(y * scale)];
    path.rect(left, top, Math.round(x1 * scale) - left, Math.round((y + 1) * scale) - top);
  }
  return path;
}

/** @param {Ctx} ctx @param {Box} box @param {number} scale @param {World} world @param {Palette} palette */
export function drawWash(ctx, box, scale, world, palette) {
  for (const [seat, runs] of runsIn(world.territory, box)) {
    if (seat < 0) continue;
    ctx.globalAlpha = palette.wash;
    ctx.fillStyle = palette.army(seat);
    ctx.fill(land(runs, scale));
  }
  ctx.globalAlpha = 1;
}

/**
 * What lies over fog and grid: patterns, stripes and borders; `quick` without round corners.
 * @param {Ctx} ctx @param {Box} box @param {number} scale @param {World} world @param {Palette} palette
 */
export function drawTerritory(ctx, box, scale, world, palette, { quick = false } = {}) {
  const found = runsIn(world.territory, box);
  for (const [seat, runs] of found) {
    if (seat < 0) stripes(ctx, runs, scale, world, palette);
    else {
      ctx.globalAlpha = palette.pattern;
      ctx.fillStyle = palette.patternOf(ctx, seat);
      ctx.fill(land(runs, scale));
      ctx.globalAlpha = 1;
    }
  }
  for (const [seat, runs] of found) {
    if (seat < 0) continue;
    if (scale >= ROUND && !quick) border(ctx, runs, scale, palette.army(seat));
    else edges(ctx, runs, scale, world.territory, palette.army(seat));
  }
}

/**
 * A firm line just inside the edge, and a softer band behind it.
 * @param {Ctx} ctx @param {number[][]} runs @param {number} scale @param {string} ink
 */
function border(ctx, runs, scale, ink) {
  /** @type {At[]} */
  const sectors = runs.flatMap(([x0, x1, y]) => Array.from({ length: x1 - x0 }, (_, i) => /** @type {At} */ ([x0 + i, y])));
  const wide = scale >= 14 ? 2 : 1.5;
  ctx.strokeStyle = ink;
  ctx.lineJoin = "round";
  if (scale >= 14) {
    ctx.globalAlpha = 0.2;
    ctx.lineWidth = 5;
    ctx.stroke(new Path2D(pathOf(outline(sectors, 3.4 / scale), scale, 3)));
  }
  ctx.globalAlpha = 1;
  ctx.lineWidth = wide;
  ctx.stroke(new Path2D(pathOf(outline(sectors, wide / 2 / scale), scale, Math.min(3, scale / 6))));
}

/**
 * The same where sectors are small: a pixel inside each edge.
 * @param {Ctx} ctx @param {number[][]} runs @param {number} scale @param {Territory} territory @param {string} ink
 */
function edges(ctx, runs, scale, { holders, width, height }, ink) {
  ctx.beginPath();
  for (const [x0, x1, y] of runs) {
    const own = holders[y * width + x0];
    const [left, right] = [Math.round(x0 * scale), Math.round(x1 * scale)];
    const [top, bottom] = [Math.round(y * scale), Math.round((y + 1) * scale)];
    ctx.rect(left, top, 1, bottom - top);
    ctx.rect(right - 1, top, 1, bottom - top);
    for (const [beside, at] of [[y - 1, top], [y + 1, bottom - 1]]) {
      const strange = (/** @type {number} */ x) => beside < 0 || beside >= height || holders[beside * width + x] !== own;
      for (let x = x0; x < x1; ) {
        const first = x;
        const one = strange(x);
        while (x < x1 && strange(x) === one) x++;
        if (one) ctx.rect(Math.round(first * scale), at, Math.round(x * scale) - Math.round(first * scale), 1);
      }
    }
  }
  ctx.fillStyle = ink;
  ctx.fill();
}

/**
 * Disputed sectors in stripes of both colours.
 * @param {Ctx} ctx @param {number[][]} runs @param {number} scale @param {World} world @param {Palette} palette
 */
function stripes(ctx, runs, scale, world, palette) {
  /** @type {Map<string, {pair: number[], runs: number[][]}>} */
  const pairs = new Map();
  for (const [x0, x1, y] of runs) {
    for (let x = x0; x < x1; x++) {
      const pair = world.territory.disputantsAt(x, y, world.placed);
      const same = pairs.get(pair.join());
      if (same) same.runs.push([x, x + 1, y]);
      else pairs.set(pair.join(), { pair, runs: [[x, x + 1, y]] });
    }
  }
  ctx.globalAlpha = palette.stripe;
  for (const { pair: [one, other], runs: part } of pairs.values()) {
    ctx.fillStyle = palette.stripesOf(ctx, one, other ?? one);
    ctx.fill(land(part, scale));
  }
  ctx.globalAlpha = 1;
}

/**
 * The signs that lie in a part of the map, in pixels of the map.
 * @param {Ctx} ctx @param {ArmySign[]} signs @param {Palette} palette
 * @param {{left: number, top: number, right: number, bottom: number}} part
 */
export function drawSigns(ctx, signs, palette, { left, top, right, bottom }) {
  ctx.lineJoin = "round";
  for (const { seat, x, y, size } of signs) {
    if (x + size < left || x - size > right || y + size < top || y - size > bottom) continue;
    const number = palette.number(seat) - 1;
    ctx.save();
    ctx.translate(x, y);
    ctx.scale(size / UNITS, size / UNITS);
    ctx.translate(0, -SIGN_MIDDLES[number]);
    const path = signPath(number);
    ctx.strokeStyle = palette.halo;
    ctx.lineWidth = (2.5 * UNITS) / size;
    ctx.stroke(path);
    ctx.fillStyle = palette.army(seat);
    ctx.fill(path, "evenodd");
    ctx.restore();
  }
}

/** @type {Path2D[]} */
const paths = [];

/** @param {number} number */
function signPath(number) {
  return (paths[number] ??= new Path2D(SIGNS[number]));
}

/**
 * A small tile with the army's pattern; eight kinds, so that no colour stands alone.
 * @param {number} number 1 to 8 @param {string} ink @param {number} fine pixels of the tile for one of the screen
 */
export function patternTile(number, ink, fine) {
  const tile = new OffscreenCanvas(PERIOD * fine, PERIOD * fine);
  const ctx = /** @type {Ctx} */ (tile.getContext("2d"));
  const { width, lines, dots, rings } = PATTERNS[number - 1];
  Object.assign(ctx, { strokeStyle: ink, fillStyle: ink, lineWidth: width });
  const drawn = new Path2D();
  for (const [x1, y1, x2, y2] of lines) {
    drawn.moveTo(x1, y1);
    drawn.lineTo(x2, y2);
  }
  for (const [x, y, radius] of rings) {
    drawn.moveTo(x + radius, y);
    drawn.arc(x, y, radius, 0, 2 * Math.PI);
  }
  const filled = new Path2D();
  for (const [x, y, radius] of dots) {
    filled.moveTo(x + radius, y);
    filled.arc(x, y, radius, 0, 2 * Math.PI);
  }
  for (const left of [-PERIOD, 0, PERIOD]) {
    for (const top of [-PERIOD, 0, PERIOD]) {
      ctx.setTransform(fine, 0, 0, fine, left * fine, top * fine);
      ctx.stroke(drawn);
      ctx.fill(filled);
    }
  }
  return tile;
}

/**
 * A tile of stripes of two colours.
 * @param {string[]} inks @param {number} fine
 */
export function stripesTile(inks, fine) {
  const tile = new OffscreenCanvas(PERIOD * fine, PERIOD * fine);
  const ctx = /** @type {Ctx} */ (tile.getContext("2d"));
  ctx.scale(fine, fine);
  for (let n = -2; n < 4; n++) {
    const left = (n * PERIOD) / 2;
    ctx.fillStyle = inks[((n % 2) + 2) % 2];
    ctx.fill(new Path2D(`M${left},0h${PERIOD / 2 - STRIPE_GAP}l${-PERIOD},${PERIOD}h${STRIPE_GAP - PERIOD / 2}z`));
  }
  return tile;
}
