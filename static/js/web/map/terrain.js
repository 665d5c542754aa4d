/**
 * The ground: paper with relief, contour lines and scrub; cities as blocks; impassable ridges as hatching.
 *
 * Relief and scrub are drawing, not information: they come from the sector's place alone, so that the same map
 * always looks the same. A layer draws the sectors of `box` ({x0, y0, x1, y1}, ends excluded) at `scale` pixels
 * a sector on a context whose origin is the corner of sector A1.
 */

import { chance, noise, outline } from "./geometry.js";

const CONTOUR_STEP = 0.17;
const DETAIL = { relief: 8, contours: 13, blocks: 9, scrub: 24, hachures: 12 };

/**
 * Height of the drawn relief at a point in sectors: gentle hills, and ridges where the ground is impassable.
 * @param {Ground} ground @param {number} x @param {number} y
 */
export function height(ground, x, y) {
  const hills = noise(x, y, 6.5, 1) + 0.4 * noise(x, y, 2.7, 2);
  let ridge = 0;
  const [i, j] = [Math.floor(x - 0.5), Math.floor(y - 0.5)];
  for (let b = j - 1; b <= j + 2; b++) {
    for (let a = i - 1; a <= i + 2; a++) {
      if (!ground.rock(a, b)) continue;
      const near = 1 - Math.hypot(x - a - 0.5, y - b - 0.5) / 1.7;
      if (near > 0) ridge += near * near;
    }
  }
  return hills + 0.85 * Math.min(ridge, 1.1);
}

/**
 * Heights at `grain` samples a sector, over the box and a margin of one sample.
 * @param {Ground} ground @param {Box} box @param {number} grain
 */
function relief(ground, box, grain) {
  const columns = (box.x1 - box.x0) * grain + 3;
  const rows = (box.y1 - box.y0) * grain + 3;
  const heights = new Float32Array(columns * rows);
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      heights[j * columns + i] = height(ground, box.x0 + (i - 1) / grain, box.y0 + (j - 1) / grain);
    }
  }
  return { columns, rows, heights, grain };
}

/**
 * The ground of a box; with an `underlay`, a picture stretched over the whole map, that is the open ground.
 * @param {Ctx} ctx @param {Box} box @param {number} scale @param {Ground} ground @param {Palette} palette
 * @param {Underlay} [underlay]
 */
export function drawTerrain(ctx, box, scale, ground, palette, underlay = null) {
  if (underlay) {
    ctx.imageSmoothingQuality = "high";
    ctx.drawImage(underlay, 0, 0, ground.width * scale, ground.height * scale);
    // A wash of the ground's own tone: what stands on the picture stays readable.
    ctx.globalAlpha = palette.night ? 0.5 : 0.3;
    ctx.fillStyle = palette.paper;
    ctx.fillRect(box.x0 * scale, box.y0 * scale, (box.x1 - box.x0) * scale, (box.y1 - box.y0) * scale);
    ctx.globalAlpha = 0.55;
    rocks(ctx, box, scale, ground, palette);
    ctx.globalAlpha = 1;
    cities(ctx, box, scale, ground, palette);
    return;
  }
  ctx.fillStyle = palette.paper;
  ctx.fillRect(box.x0 * scale, box.y0 * scale, (box.x1 - box.x0) * scale, (box.y1 - box.y0) * scale);
  if (scale >= DETAIL.relief) {
    const land = relief(ground, box, scale >= 20 ? 3 : 2);
    shade(ctx, box, scale, land, palette);
    if (scale >= DETAIL.contours) contours(ctx, box, scale, land, palette);
  }
  if (scale >= DETAIL.scrub) scrub(ctx, box, scale, ground, palette);
  rocks(ctx, box, scale, ground, palette);
  cities(ctx, box, scale, ground, palette);
}

/**
 * Light from the north-west, very soft.
 * @param {Ctx} ctx @param {Box} box @param {number} scale @param {Relief} land @param {Palette} palette
 */
function shade(ctx, box, scale, land, palette) {
  const { columns, rows, heights, grain } = land;
  const image = new ImageData(columns - 2, rows - 2);
  const strength = palette.night ? 150 : 190;
  for (let j = 1; j < rows - 1; j++) {
    for (let i = 1; i < columns - 1; i++) {
      const at = j * columns + i;
      const slope = (heights[at + 1] - heights[at - 1] + heights[at + columns] - heights[at - columns]) * grain;
      const to = ((j - 1) * (columns - 2) + i - 1) * 4;
      const light = slope > 0;
      const tone = light ? palette.light : palette.shade;
      image.data[to] = tone[0];
      image.data[to + 1] = tone[1];
      image.data[to + 2] = tone[2];
      image.data[to + 3] = Math.min(70, Math.abs(slope) * strength * (light ? 0.09 : 0.11));
    }
  }
  stretch(ctx, image, box.x0, box.y0, scale / grain, scale);
}

/**
 * Draw a small picture large and smooth: its pixel (0, 0) lies on the sector corner (x0, y0).
 * @param {Ctx} ctx @param {ImageData} image @param {number} x0 @param {number} y0 @param {number} grainSize
 * @param {number} scale
 */
export function stretch(ctx, image, x0, y0, grainSize, scale) {
  const small = new OffscreenCanvas(image.width, image.height);
  small.getContext("2d")?.putImageData(image, 0, 0);
  ctx.imageSmoothingEnabled = true;
  ctx.imageSmoothingQuality = "high";
  const left = x0 * scale - grainSize / 2;
  const top = y0 * scale - grainSize / 2;
  ctx.drawImage(small, left, top, image.width * grainSize, image.height * grainSize);
}

/**
 * Contour lines by marching squares; every fourth is heavier.
 * @param {Ctx} ctx @param {Box} box @param {number} scale @param {Relief} land @param {Palette} palette
 */
function contours(ctx, box, scale, land, palette) {
  const { columns, rows, heights, grain } = land;
  const fine = new Path2D();
  const heavy = new Path2D();
  const size = scale / grain;
  for (let j = 1; j < rows - 1; j++) {
    for (let i = 1; i < columns - 1; i++) {
      const at = j * columns + i;
      const [a, b, c, d] = [heights[at], heights[at + 1], heights[at + columns + 1], heights[at + columns]];
      const low = Math.min(a, b, c, d);
      const high = Math.max(a, b, c, d);
      const left = box.x0 * scale + (i - 1) * size;
      const top = box.y0 * scale + (j - 1) * size;
      for (let n = Math.ceil(low / CONTOUR_STEP); n * CONTOUR_STEP < high; n++) {
        cross(n % 4 === 0 ? heavy : fine, n * CONTOUR_STEP, [a, b, c, d], left, top, size);
      }
    }
  }
  ctx.strokeStyle = palette.contour;
  ctx.lineWidth = 0.7;
  ctx.stroke(fine);
  ctx.lineWidth = 1.2;
  ctx.stroke(heavy);
}

/**
 * @param {Path2D} path @param {number} level @param {number[]} corners @param {number} left @param {number} top
 * @param {number} size
 */
function cross(path, level, [a, b, c, d], left, top, size) {
  const points = [];
  /** @param {number} one @param {number} other */
  const between = (one, other) => (level - one) / (other - one);
  if (a < level !== b < level) points.push([left + between(a, b) * size, top]);
  if (b < level !== c < level) points.push([left + size, top + between(b, c) * size]);
  if (d < level !== c < level) points.push([left + between(d, c) * size, top + size]);
  if (a < level !== d < level) points.push([left, top + between(a, d) * size]);
  for (let i = 0; i + 1 < points.length; i += 2) {
    path.moveTo(points[i][0], points[i][1]);
    path.lineTo(points[i + 1][0], points[i + 1][1]);
  }
}

/**
 * Tufts and stones on open ground: more of them where the noise says scrub.
 * @param {Ctx} ctx @param {Box} box @param {number} scale @param {Ground} ground @param {Palette} palette
 */
function scrub(ctx, box, scale, ground, palette) {
  ctx.strokeStyle = palette.scrub;
  ctx.lineWidth = 0.9;
  ctx.beginPath();
  for (let y = box.y0; y < box.y1; y++) {
    for (let x = box.x0; x < box.x1; x++) {
      if (!ground.passable(x, y) || ground.city(x, y)) continue;
      const thick = noise(x, y, 4.3, 9);
      const count = thick > 0.55 ? 3 : thick > 0.42 ? 1 : 0;
      for (let n = 0; n < count; n++) {
        const px = (x + 0.12 + 0.76 * chance(x, y, 20 + n)) * scale;
        const py = (y + 0.16 + 0.72 * chance(x, y, 30 + n)) * scale;
        const tall = scale * (0.045 + 0.03 * chance(x, y, 40 + n));
        for (const lean of [-0.7, 0, 0.7]) {
          ctx.moveTo(px + lean * tall * 0.6, py);
          ctx.lineTo(px + lean * tall * 1.5, py - tall * (lean ? 1 : 1.5));
        }
      }
    }
  }
  ctx.stroke();
}

/**
 * Impassable ground: one rough mass per ridge, hatched, with strokes falling inwards from its edge.
 * @param {Ctx} ctx @param {Box} box @param {number} scale @param {Ground} ground @param {Palette} palette
 */
function rocks(ctx, box, scale, ground, palette) {
  /** @type {At[]} */
  const cells = [];
  for (let y = box.y0 - 2; y < box.y1 + 2; y++) {
    for (let x = box.x0 - 2; x < box.x1 + 2; x++) if (ground.rock(x, y)) cells.push([x, y]);
  }
  if (!cells.length) return;
  const detailed = scale >= DETAIL.hachures;
  const loops = outline(cells).map((loop) => rough(loop, detailed ? 0.1 : 0));
  const edge = smoothPath(loops, scale);
  if (detailed) {
    ctx.save();
    ctx.translate(scale * 0.05, scale * 0.07);
    ctx.fillStyle = palette.cast;
    ctx.fill(edge);
    ctx.restore();
  }
  ctx.fillStyle = palette.rock;
  ctx.fill(edge);
  ctx.save();
  ctx.clip(edge);
  hatch(ctx, box, scale, palette);
  if (detailed) {
    bevel(ctx, edge, scale, palette);
    hachures(ctx, loops, scale, palette);
  }
  ctx.restore();
  ctx.strokeStyle = palette.rockEdge;
  ctx.lineWidth = detailed ? 1.1 : 0.6;
  ctx.stroke(edge);
}

/** @param {Ctx} ctx @param {Box} box @param {number} scale @param {Palette} palette */
function hatch(ctx, box, scale, palette) {
  const gap = Math.max(4, Math.min(7, scale / 6));
  const [left, right] = [box.x0 * scale, box.x1 * scale];
  const [top, bottom] = [box.y0 * scale, box.y1 * scale];
  ctx.beginPath();
  for (let n = Math.floor((left - bottom) / gap); n <= Math.ceil((right - top) / gap); n++) {
    ctx.moveTo(n * gap + top, top);
    ctx.lineTo(n * gap + bottom, bottom);
  }
  ctx.strokeStyle = palette.hatch;
  ctx.lineWidth = scale >= DETAIL.hachures ? 1 : 0.8;
  ctx.stroke();
}

/**
 * Light on the north-western slopes, dark on the south-eastern ones.
 * @param {Ctx} ctx @param {Path2D} edge @param {number} scale @param {Palette} palette
 */
function bevel(ctx, edge, scale, palette) {
  /** @param {number[]} tone @param {number} alpha */
  const ink = ([r, g, b], alpha) => `rgb(${r} ${g} ${b} / ${alpha})`;
  ctx.lineWidth = scale * 0.3;
  for (const [side, tone] of /** @type {[number, string][]} */ ([[1, ink(palette.light, palette.night ? 0.12 : 0.5)], [-1, ink(palette.shade, palette.night ? 0.3 : 0.26)]])) {
    for (const far of [0.04, 0.1]) {
      ctx.save();
      ctx.translate(side * far * scale, side * far * scale);
      ctx.strokeStyle = tone;
      ctx.globalCompositeOperation = "source-over";
      ctx.globalAlpha = 0.5;
      ctx.stroke(edge);
      ctx.restore();
    }
  }
}

/** @param {Ctx} ctx @param {Loop[]} loops @param {number} scale @param {Palette} palette */
function hachures(ctx, loops, scale, palette) {
  ctx.beginPath();
  for (const loop of loops) {
    loop.forEach(([x, y], i) => {
      const [u, v] = loop[(i + 1) % loop.length];
      const length = Math.hypot(u - x, v - y);
      const steps = Math.max(1, Math.round((length * scale) / 4));
      for (let n = 0; n < steps; n++) {
        const [px, py] = [x + ((u - x) * n) / steps, y + ((v - y) * n) / steps];
        const deep = 0.1 + 0.17 * chance(Math.round(px * 31), Math.round(py * 31), 5);
        ctx.moveTo(px * scale, py * scale);
        ctx.lineTo((px - ((v - y) / length) * deep) * scale, (py + ((u - x) / length) * deep) * scale);
      }
    });
  }
  ctx.strokeStyle = palette.rockEdge;
  ctx.lineWidth = 0.8;
  ctx.stroke();
}

/**
 * A loop of corners as half steps, each moved a little: by its own place, so that neighbours agree.
 * @param {Loop} loop @param {number} far
 */
function rough(loop, far) {
  if (!far) return loop;
  /** @type {Loop} */
  const found = [];
  loop.forEach(([x, y], i) => {
    const [u, v] = loop[(i + 1) % loop.length];
    const steps = 2 * Math.round(Math.hypot(u - x, v - y));
    for (let n = 0; n < steps; n++) {
      const [px, py] = [x + ((u - x) * n) / steps, y + ((v - y) * n) / steps];
      const [kx, ky] = [Math.round(px * 2), Math.round(py * 2)];
      found.push([px + (chance(kx, ky, 6) * 2 - 1) * far, py + (chance(kx, ky, 7) * 2 - 1) * far]);
    }
  });
  return found;
}

/** @param {Loop[]} loops @param {number} scale */
function smoothPath(loops, scale) {
  const path = new Path2D();
  for (const loop of loops) {
    /** @param {number} i @returns {At} */
    const middle = (i) => {
      const [a, b] = [loop[i % loop.length], loop[(i + 1) % loop.length]];
      return [((a[0] + b[0]) / 2) * scale, ((a[1] + b[1]) / 2) * scale];
    };
    path.moveTo(...middle(loop.length - 1));
    loop.forEach(([x, y], i) => path.quadraticCurveTo(x * scale, y * scale, ...middle(i)));
    path.closePath();
  }
  return path;
}

/**
 * A city sector: blocks between streets; streets run on into a neighbouring city.
 * @param {Ctx} ctx @param {Box} box @param {number} scale @param {Ground} ground @param {Palette} palette
 */
function cities(ctx, box, scale, ground, palette) {
  for (let y = box.y0; y < box.y1; y++) {
    for (let x = box.x0; x < box.x1; x++) {
      if (!ground.city(x, y)) continue;
      /** @param {number} dx @param {number} dy */
      const edge = (dx, dy) => (ground.city(x + dx, y + dy) ? 0.02 : 0.11);
      const [left, top] = [x + edge(-1, 0), y + edge(0, -1)];
      const [right, bottom] = [x + 1 - edge(1, 0), y + 1 - edge(0, 1)];
      ctx.fillStyle = palette.street;
      ctx.fillRect(left * scale, top * scale, (right - left) * scale, (bottom - top) * scale);
      ctx.fillStyle = palette.block;
      blocks(ctx, left, top, right, bottom, scale, { x, y, n: 1 }, scale >= DETAIL.blocks ? 3 : 1);
    }
  }
}

/**
 * @param {Ctx} ctx @param {number} left @param {number} top @param {number} right @param {number} bottom
 * @param {number} scale @param {{x: number, y: number, n: number}} seed @param {number} depth
 */
function blocks(ctx, left, top, right, bottom, scale, seed, depth) {
  const [wide, tall] = [right - left, bottom - top];
  const n = seed.n++;
  const luck = chance(seed.x, seed.y, 50 + n);
  if (depth === 0 || Math.max(wide, tall) < 0.24) {
    if (luck < 0.1) return;
    const gap = Math.max(0.022, 0.7 / scale);
    ctx.globalAlpha = 0.5 + 0.5 * chance(seed.x, seed.y, 90 + n);
    ctx.fillRect((left + gap) * scale, (top + gap) * scale, (wide - 2 * gap) * scale, (tall - 2 * gap) * scale);
    ctx.globalAlpha = 1;
    return;
  }
  const cut = 0.36 + 0.28 * luck;
  if (wide > tall) {
    blocks(ctx, left, top, left + wide * cut, bottom, scale, seed, depth - 1);
    blocks(ctx, left + wide * cut, top, right, bottom, scale, seed, depth - 1);
  } else {
    blocks(ctx, left, top, right, top + tall * cut, scale, seed, depth - 1);
    blocks(ctx, left, top + tall * cut, right, bottom, scale, seed, depth - 1);
  }
}

/**
 * The grid: thin, every fifth line a little firmer; none where it would only grey the map.
 * @param {Ctx} ctx @param {Box} box @param {number} scale @param {Ground} ground @param {Palette} palette
 */
export function drawGrid(ctx, box, scale, ground, palette) {
  /** @param {boolean} fifth */
  const lines = (fifth) => {
    ctx.beginPath();
    for (let x = box.x0; x <= Math.min(box.x1, ground.width); x++) {
      if ((x % 5 === 0) !== fifth) continue;
      ctx.moveTo(Math.round(x * scale) + 0.5, box.y0 * scale);
      ctx.lineTo(Math.round(x * scale) + 0.5, box.y1 * scale);
    }
    for (let y = box.y0; y <= Math.min(box.y1, ground.height); y++) {
      if ((y % 5 === 0) !== fifth) continue;
      ctx.moveTo(box.x0 * scale, Math.round(y * scale) + 0.5);
      ctx.lineTo(box.x1 * scale, Math.round(y * scale) + 0.5);
    }
  };
  ctx.lineWidth = 1;
  ctx.strokeStyle = palette.grid;
  if (scale >= 9) {
    lines(false);
    ctx.stroke();
  }
  if (scale >= 3) {
    lines(true);
    ctx.strokeStyle = palette.gridFifth;
    ctx.stroke();
  }
}
