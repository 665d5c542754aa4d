/**
 * Who holds what, as last known: a wash in the army's colour with the army's own pattern, a firm line where
 * control changes, stripes of both colours where a sector is disputed (Rules 6).
 */

import { distance, outline, pathOf } from "./geometry.js";

const DISPUTED = "*";
const NOBODY = ".";

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
    this.rows = rows.map((row) => (/[\u{10000}-\u{10ffff}]/u.test(row) ? Array.from(row) : row));
  }

  /** @param {number} x @param {number} y */
  sign(x, y) {
    const row = this.rows[y];
    return (row && row[x]) || NOBODY;
  }

  /** @param {number} x @param {number} y */
  seat(x, y) {
    return seatOf(this.sign(x, y));
  }

  /** @param {number} x @param {number} y */
  disputed(x, y) {
    return this.sign(x, y) === DISPUTED;
  }
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

/** @param {Ctx} ctx @param {Box} box @param {number} scale @param {World} world @param {Palette} palette */
export function drawTerritory(ctx, box, scale, world, palette) {
  const { territory } = world;
  /** @type {Map<number, At[]>} */
  const held = new Map();
  for (let y = box.y0 - 1; y < box.y1 + 1; y++) {
    for (let x = box.x0 - 1; x < box.x1 + 1; x++) {
      const seat = territory.seat(x, y);
      if (seat) held.has(seat) ? held.get(seat)?.push([x, y]) : held.set(seat, [[x, y]]);
      else if (territory.disputed(x, y)) dispute(ctx, x, y, scale, world, palette);
    }
  }
  for (const [seat, sectors] of held) {
    const ink = palette.army(seat);
    ctx.fillStyle = ink;
    for (const alpha of [palette.wash]) {
      ctx.globalAlpha = alpha;
      for (const [x, y] of sectors) ctx.fillRect(x * scale, y * scale, scale, scale);
    }
    if (scale >= 14) {
      ctx.globalAlpha = palette.pattern;
      ctx.fillStyle = palette.patternOf(ctx, seat);
      for (const [x, y] of sectors) ctx.fillRect(x * scale, y * scale, scale, scale);
    }
    ctx.globalAlpha = 1;
  }
  for (const [seat, sectors] of held) border(ctx, sectors, scale, palette.army(seat));
}

/**
 * A firm line just inside the edge, and a softer band behind it.
 * @param {Ctx} ctx @param {At[]} sectors @param {number} scale @param {string} ink
 */
function border(ctx, sectors, scale, ink) {
  const wide = scale >= 14 ? 2 : scale >= 6 ? 1.4 : 0.8;
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
 * @param {Ctx} ctx @param {number} x @param {number} y @param {number} scale @param {World} world
 * @param {Palette} palette
 */
function dispute(ctx, x, y, scale, world, palette) {
  const [one, other] = disputants(world.territory, x, y, world.placed);
  const inks = [palette.army(one), palette.army(other ?? one)];
  const gap = Math.max(3, scale / 6);
  ctx.save();
  ctx.beginPath();
  ctx.rect(x * scale, y * scale, scale, scale);
  ctx.clip();
  ctx.globalAlpha = palette.stripe;
  ctx.lineWidth = gap * 0.72;
  for (const [i, ink] of inks.entries()) {
    ctx.strokeStyle = ink;
    ctx.beginPath();
    const first = Math.floor(((x - y - 1) * scale) / gap);
    const last = Math.ceil(((x + 1 - y) * scale) / gap);
    for (let n = first; n <= last; n++) {
      if ((((n % 2) + 2) % 2) !== i) continue;
      ctx.moveTo(n * gap + y * scale, y * scale);
      ctx.lineTo(n * gap + (y + 1) * scale, (y + 1) * scale);
    }
    ctx.stroke();
  }
  ctx.restore();
}

/**
 * A small tile with the army's pattern; eight kinds, so that no colour stands alone.
 * @param {number} seat @param {string} ink
 */
export function patternTile(seat, ink) {
  const size = 12;
  const tile = new OffscreenCanvas(size, size);
  const ctx = /** @type {Ctx} */ (tile.getContext("2d"));
  ctx.strokeStyle = ink;
  ctx.fillStyle = ink;
  ctx.lineWidth = 1;
  /** @param {...number} points */
  const line = (...points) => {
    ctx.beginPath();
    for (let i = 0; i < points.length; i += 4) {
      ctx.moveTo(points[i], points[i + 1]);
      ctx.lineTo(points[i + 2], points[i + 3]);
    }
    ctx.stroke();
  };
  const kinds = [
    () => line(-3, 9, 3, 15, -3, -3, 15, 15, 9, -3, 15, 3),
    () => line(-3, 3, 3, -3, -3, 15, 15, -3, 9, 15, 15, 9),
    () => [[3, 3], [9, 9]].forEach(([x, y]) => ctx.fillRect(x - 1, y - 1, 2, 2)),
    () => line(0, 6.5, 12, 6.5),
    () => line(6.5, 0, 6.5, 12),
    () => line(3.5, 6, 9.5, 6, 6.5, 3, 6.5, 9),
    () => line(0, 8, 3, 4, 3, 4, 6, 8, 6, 8, 9, 4, 9, 4, 12, 8),
    () => line(2, 2, 6, 2, 8, 8, 12, 8, 2, 8, 2, 11, 8, 2, 8, 5),
  ];
  kinds[(seat - 1) % kinds.length]();
  return tile;
}
