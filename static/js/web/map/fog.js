/**
 * What the player does not see: dimmed where it was seen in an earlier turn, darker where it never was, with a
 * soft edge and a slow drift in its thickness. Fog is '0' never seen, '1' seen before, '2' known now.
 */

import { noise } from "./geometry.js";
import { stretch } from "./terrain.js";

const GRAIN = 5;
const SOFT = 0.2;
const REACH = [-SOFT, 0, SOFT];

export class Fog {
  /**
   * Nothing is ever known of impassable ground, so it lies as bright as the brightest sector beside it.
   * @param {string[]} rows @param {Ground} ground
   */
  constructor(rows, ground) {
    this.rows = rows.map((row, y) => (ground.barred(y) ? lit(rows, ground, row, y) : row));
  }

  /**
   * 0 never seen, 1 seen in an earlier turn, 2 known now; beyond the map it goes on as at the edge.
   * @param {number} x @param {number} y
   */
  at(x, y) {
    if (!this.rows.length) return 2;
    const row = this.rows[Math.max(0, Math.min(this.rows.length - 1, y))];
    return Number(row[Math.max(0, Math.min(row.length - 1, x))]);
  }
}

/** @param {string[]} rows @param {Ground} ground @param {string} row @param {number} y */
function lit(rows, ground, row, y) {
  let out = "";
  for (let x = 0; x < row.length; x++) {
    let best = row[x];
    for (let j = y - 1; j <= y + 1 && ground.rock(x, y); j++) {
      for (let i = x - 1; i <= x + 1; i++) if (ground.passable(i, j) && rows[j][i] > best) best = rows[j][i];
    }
    out += best;
  }
  return out;
}

/** @param {Ctx} ctx @param {Box} box @param {number} scale @param {Fog} fog @param {Palette} palette */
export function drawFog(ctx, box, scale, fog, palette) {
  if (!anyFog(fog, box)) return;
  if (scale < 5) return flat(ctx, box, scale, fog, palette);
  const columns = (box.x1 - box.x0) * GRAIN + 2;
  const rows = (box.y1 - box.y0) * GRAIN + 2;
  const image = new ImageData(columns, rows);
  const [dim, dark] = [palette.fog, palette.unseen];
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      const x = box.x0 + (i - 0.5) / GRAIN;
      const y = box.y0 + (j - 0.5) / GRAIN;
      const [once, never] = thickness(fog, x, y);
      if (!once && !never) continue;
      const drift = 1 + 0.16 * (noise(x, y, 2.6, 11) - 0.5) + 0.18 * (noise(x, y, 7.5, 12) - 0.5);
      const [a, b] = [once * dim[3] * drift, never * dark[3] * drift];
      const alpha = a + b;
      const to = (j * columns + i) * 4;
      for (let c = 0; c < 3; c++) image.data[to + c] = (dim[c] * a + dark[c] * b) / alpha;
      image.data[to + 3] = Math.min(255, alpha * 255);
    }
  }
  const grainSize = scale / GRAIN;
  stretch(ctx, image, box.x0 - 0.5 / GRAIN, box.y0 - 0.5 / GRAIN, grainSize, scale);
}

/**
 * The shares of a point's surroundings that were seen before, and never.
 * @param {Fog} fog @param {number} x @param {number} y
 */
function thickness(fog, x, y) {
  let once = 0;
  let never = 0;
  for (const dy of REACH) {
    for (const dx of REACH) {
      const known = fog.at(Math.floor(x + dx), Math.floor(y + dy));
      if (known === 1) once += 1;
      else if (known === 0) never += 1;
    }
  }
  return [once / 9, never / 9];
}

/** @param {Fog} fog @param {Box} box */
function anyFog(fog, box) {
  for (let y = box.y0 - 1; y <= box.y1; y++) {
    for (let x = box.x0 - 1; x <= box.x1; x++) if (fog.at(x, y) !== 2) return true;
  }
  return false;
}

/** @param {Ctx} ctx @param {Box} box @param {number} scale @param {Fog} fog @param {Palette} palette */
function flat(ctx, box, scale, fog, palette) {
  for (let y = box.y0; y < box.y1; y++) {
    for (let x = box.x0; x < box.x1; x++) {
      const known = fog.at(x, y);
      if (known === 2) continue;
      const [r, g, b, a] = known === 1 ? palette.fog : palette.unseen;
      ctx.fillStyle = `rgb(${r} ${g} ${b} / ${a})`;
      ctx.fillRect(x * scale, y * scale, scale, scale);
    }
  }
}
