/**
 * The canvas behind the pieces. The map is drawn in square chunks that are kept; the canvas is larger than the
 * window, so that panning is mostly a matter of moving it. Chunks that are not there yet appear blurred from a
 * picture of one pixel a sector, and are drawn in a few milliseconds a frame. Patterns and borders lie sharp on
 * both, counted in pixels from the corner of A1, so that no seam breaks them; signs lie over all chunks.
 */

import { drawFog } from "./fog.js";
import { drawGrid, drawTerrain } from "./terrain.js";
import { drawSigns, drawTerritory, drawWash, groundSigns } from "./territory.js";
import { channels } from "./palette.js";
import { missing } from "./windows.js";

const CHUNK = 288;
const SPARE = 192;
const KEPT = 28e6;
const FIRST_BUDGET = 90;
const BUDGET = 7;
/** Below, the ground of a chunk is its picture too: nothing smaller than a sector could be seen. */
const PICTURED = 3;
/** Chunks of small sectors are so many sectors wide or a multiple of it: then they end on whole pixels (see `snap`). */
const EVEN = 12;
/** Pixels a sector of the picture of a large map. */
const WHOLE = 2;

/**
 * How many sectors wide a chunk is.
 * @param {number} scale
 */
export function chunkSize(scale) {
  return scale >= 8 ? Math.max(1, Math.round(CHUNK / scale)) : EVEN * Math.max(1, Math.round(CHUNK / EVEN / scale));
}

export class Layers {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { alpha: true }));
    this.chunks = new Map();
    this.queue = [];
    this.drawn = /** @type {any} */ (null);
    this.fresh = true;
  }

  /** @param {World} world @param {Palette} palette */
  setWorld(world, palette) {
    this.world = world;
    this.palette = palette;
    this.chunks.clear();
    this.pictured = null;
    this.whole = null;
    this.picture = overview(world, palette);
    this.drawn = /** @type {any} */ (null);
  }

  /**
   * More of a large map is there: chunks that were drawn stay.
   * @param {World} world
   */
  patchWorld(world) {
    this.world = world;
    this.picture = overview(world, this.palette);
    this.drawn = /** @type {any} */ (null);
  }

  /**
   * The picture of a large map, once for each map and palette.
   * @param {() => void} then
   */
  fetchPicture(then) {
    const address = `${this.world.overview}?px=${WHOLE}${this.palette.night ? "&night=1" : ""}`;
    if (this.pictured === address) return;
    this.pictured = address;
    const image = new Image();
    image.src = address;
    image.decode().then(() => {
      if (this.pictured !== address) return;
      this.whole = image;
      then();
    }).catch(() => {});
  }

  /**
   * Whether what is drawn covers the window at the view's scale.
   * @param {View} view
   */
  covers(view) {
    const drawn = this.drawn;
    if (!drawn || drawn.scale !== view.scale) return false;
    const [x0, y0] = view.point(view.left, view.top);
    const [x1, y1] = view.point(view.width, view.height);
    return (
      Math.max(x0, 0) >= drawn.x0 &&
      Math.max(y0, 0) >= drawn.y0 &&
      Math.min(x1, view.columns) <= drawn.x1 &&
      Math.min(y1, view.rows) <= drawn.y1
    );
  }

  /**
   * Draw the window and a margin around it; `dense` is the device's pixels a CSS pixel.
   * @param {View} view @param {number} dense
   */
  draw(view, dense) {
    const scale = view.scale;
    const box = view.box(SPARE);
    const [wide, tall] = [(box.x1 - box.x0) * scale, (box.y1 - box.y0) * scale];
    this.drawn = { ...box, scale, dense };
    this.canvas.width = Math.max(1, Math.ceil(wide * dense));
    this.canvas.height = Math.max(1, Math.ceil(tall * dense));
    Object.assign(this.canvas.style, {
      width: `${this.canvas.width / dense}px`,
      height: `${this.canvas.height / dense}px`,
      left: `${Math.round(box.x0 * scale * dense) / dense}px`,
      top: `${Math.round(box.y0 * scale * dense) / dense}px`,
    });
    this.queue = [];
    const size = chunkSize(scale);
    this.signs = groundSigns(this.world, scale);
    this.blur(box, scale);
    for (let cy = Math.floor(box.y0 / size); cy * size < box.y1; cy++) {
      for (let cx = Math.floor(box.x0 / size); cx * size < box.x1; cx++) {
        const chunk = { key: `${scale}/${dense}/${cx}/${cy}`, x0: cx * size, y0: cy * size, size };
        const kept = this.chunks.get(chunk.key);
        if (kept) {
          this.chunks.delete(chunk.key);
          this.chunks.set(chunk.key, kept);
          this.place(chunk, kept);
        } else {
          this.sketch(chunk);
          if (!missing(this.world, boxOf(chunk)).length) this.queue.push(chunk);
        }
      }
    }
    const [mx, my] = [view.x - size / 2, view.y - size / 2];
    this.queue.sort((a, b) => Math.hypot(a.x0 - mx, a.y0 - my) - Math.hypot(b.x0 - mx, b.y0 - my));
    if (this.fresh) this.work(FIRST_BUDGET);
    this.fresh = false;
  }

  /** Draw waiting chunks for some milliseconds; whether any still wait. */
  work(budget = BUDGET) {
    const until = performance.now() + budget;
    while (this.queue.length && performance.now() < until) {
      const chunk = /** @type {Chunk} */ (this.queue.shift());
      const made = this.make(chunk);
      this.chunks.set(chunk.key, made);
      this.place(chunk, made);
    }
    this.forget();
    return this.queue.length > 0;
  }

  /**
   * Sectors have changed: colour them at once in the small picture and on the canvas; `settle` draws them.
   * @param {Box} box @param {At[]} cells
   */
  touch(box, cells) {
    if (!this.drawn) return;
    recolour(/** @type {OffscreenCanvas} */ (this.picture), cells, this.world, this.palette);
    const near = { x0: box.x0 - 2, y0: box.y0 - 2, x1: box.x1 + 2, y1: box.y1 + 2 };
    const { scale, dense } = this.drawn;
    for (const key of this.chunks.keys()) {
      const [at, , cx, cy] = key.split("/").map(Number);
      const size = chunkSize(at);
      if (cx * size >= near.x1 || cy * size >= near.y1 || (cx + 1) * size <= near.x0 || (cy + 1) * size <= near.y0) continue;
      this.chunks.delete(key);
      if (at === scale) (this.stale ??= new Map()).set(key, { key, x0: cx * size, y0: cy * size, size });
    }
    const side = Math.ceil(scale * dense);
    const [left, top] = [this.drawn.x0, this.drawn.y0];
    this.ctx.imageSmoothingEnabled = false;
    for (const [x, y] of cells) {
      const [px, py] = [Math.round((x - left) * scale * dense), Math.round((y - top) * scale * dense)];
      this.ctx.drawImage(this.picture, x, y, 1, 1, px, py, side, side);
    }
  }

  /** Draw anew, in the next frames, what was only coloured. */
  settle() {
    for (const [key, chunk] of this.stale ?? []) {
      const here = key.startsWith(`${this.drawn.scale}/${this.drawn.dense}/`);
      if (here && !this.chunks.has(key) && !this.queue.some((one) => one.key === key)) this.queue.push(chunk);
    }
    this.stale = null;
  }

  /** @param {Chunk} chunk */
  make({ x0, y0, size }) {
    const { scale, dense } = this.drawn;
    const { ground } = this.world;
    const box = { x0, y0, x1: Math.min(x0 + size, ground.width), y1: Math.min(y0 + size, ground.height) };
    const [left, top] = [Math.round(x0 * scale * dense), Math.round(y0 * scale * dense)];
    const canvas = new OffscreenCanvas(
      Math.max(1, Math.round(box.x1 * scale * dense) - left),
      Math.max(1, Math.round(box.y1 * scale * dense) - top),
    );
    const ctx = /** @type {Ctx} */ (canvas.getContext("2d"));
    ctx.setTransform(dense, 0, 0, dense, -left, -top);
    if (scale < PICTURED && !this.world.underlay) {
      ctx.imageSmoothingEnabled = false;
      ctx.drawImage(/** @type {OffscreenCanvas} */ (this.picture), 0, 0, ground.width * scale, ground.height * scale);
    } else {
      drawTerrain(ctx, box, scale, ground, this.palette, this.world.underlay);
      drawWash(ctx, box, scale, this.world, this.palette);
      drawGrid(ctx, box, scale, ground, this.palette);
      drawFog(ctx, box, scale, this.world.fog, this.palette);
    }
    drawTerritory(ctx, box, scale, this.world, this.palette);
    return canvas;
  }

  /** @param {Chunk} chunk @param {OffscreenCanvas} made */
  place({ x0, y0 }, made) {
    const { scale, dense } = this.drawn;
    const { ctx } = this;
    const [left, top] = [Math.round(x0 * scale * dense), Math.round(y0 * scale * dense)];
    ctx.save();
    this.over();
    ctx.beginPath();
    ctx.rect(left / dense, top / dense, made.width / dense, made.height / dense);
    ctx.clip();
    ctx.drawImage(made, left / dense, top / dense, made.width / dense, made.height / dense);
    this.sign({ left: left / dense, top: top / dense, right: (left + made.width) / dense, bottom: (top + made.height) / dense });
    ctx.restore();
  }

  /** From here on the canvas is drawn on in the map's pixels, from the corner of A1. */
  over() {
    const { scale, dense, x0, y0 } = this.drawn;
    this.ctx.setTransform(dense, 0, 0, dense, -Math.round(x0 * scale * dense), -Math.round(y0 * scale * dense));
  }

  /** @param {{left: number, top: number, right: number, bottom: number}} part */
  sign(part) {
    drawSigns(this.ctx, this.signs, this.palette, part);
  }

  /**
   * What stands in for chunks: small pictures drawn large, of what came in no tile yet that of the whole map.
   * @param {Box} box @param {number} scale
   */
  blur(box, scale) {
    const [left, top, wide, tall] = [box.x0 * scale, box.y0 * scale, (box.x1 - box.x0) * scale, (box.y1 - box.y0) * scale];
    const { ctx, whole, picture } = this;
    ctx.save();
    this.over();
    ctx.imageSmoothingEnabled = true;
    if (!whole && this.world.loaded) {
      const [r, g, b, thick] = this.palette.fog;
      for (const ink of [this.palette.paper, `rgb(${r} ${g} ${b} / ${thick})`]) {
        ctx.fillStyle = ink;
        ctx.fillRect(left, top, wide, tall);
      }
    }
    if (whole) ctx.drawImage(whole, box.x0 * WHOLE, box.y0 * WHOLE, (box.x1 - box.x0) * WHOLE, (box.y1 - box.y0) * WHOLE, left, top, wide, tall);
    ctx.drawImage(picture, box.x0, box.y0, box.x1 - box.x0, box.y1 - box.y0, left, top, wide, tall);
    ctx.restore();
  }

  /**
   * Who holds what in a chunk that is still blurred.
   * @param {Chunk} chunk
   */
  sketch(chunk) {
    const { ctx, drawn: { scale } } = this;
    const box = boxOf(chunk);
    const part = { left: box.x0 * scale, top: box.y0 * scale, right: box.x1 * scale, bottom: box.y1 * scale };
    ctx.save();
    this.over();
    ctx.beginPath();
    ctx.rect(part.left, part.top, part.right - part.left, part.bottom - part.top);
    ctx.clip();
    drawTerritory(ctx, box, scale, this.world, this.palette, { quick: true });
    this.sign(part);
    ctx.restore();
  }

  forget() {
    let pixels = 0;
    for (const made of this.chunks.values()) pixels += made.width * made.height;
    for (const [key, made] of this.chunks) {
      if (pixels <= KEPT) return;
      this.chunks.delete(key);
      pixels -= made.width * made.height;
    }
  }
}

/**
 * The whole map at one pixel a sector; what came in no tile yet is left open.
 * @param {World} world @param {Palette} palette
 */
function overview(world, palette) {
  const { ground, loaded, tile = 1 } = world;
  const canvas = new OffscreenCanvas(Math.max(1, ground.width), Math.max(1, ground.height));
  const image = new ImageData(canvas.width, canvas.height);
  const inkOf = inks(world, palette);
  for (let y = 0; y < ground.height; y++) {
    for (let x = 0; x < ground.width; x++) {
      if (loaded && !loaded.has(`${Math.floor(x / tile)},${Math.floor(y / tile)}`)) continue;
      const ink = inkOf(x, y);
      const at = (y * ground.width + x) * 4;
      for (let part = 0; part < 3; part++) image.data[at + part] = ink[part];
      image.data[at + 3] = 255;
    }
  }
  canvas.getContext("2d")?.putImageData(image, 0, 0);
  return canvas;
}

/**
 * Colour some sectors of the whole map's picture anew.
 * @param {OffscreenCanvas} picture @param {At[]} cells @param {World} world @param {Palette} palette
 */
function recolour(picture, cells, world, palette) {
  const ctx = /** @type {Ctx} */ (picture.getContext("2d"));
  const inkOf = inks(world, palette);
  for (const [x, y] of cells) {
    const [r, g, b] = inkOf(x, y).map(Math.round);
    ctx.fillStyle = `rgb(${r} ${g} ${b})`;
    ctx.fillRect(x, y, 1, 1);
  }
}

/** @param {Chunk} chunk */
function boxOf({ x0, y0, size }) {
  return { x0, y0, x1: x0 + size, y1: y0 + size };
}

/**
 * What gives a sector's one colour.
 * @param {World} world @param {Palette} palette
 */
function inks({ ground, territory, fog }, palette) {
  const plain = channels(palette.paper);
  const [rock, city] = [channels(palette.rock), mix(plain, channels(palette.block), 0.5)];
  const [veiled, dark] = [palette.fog, palette.unseen];
  /** @type {Map<number, number[]>} */
  const known = new Map();
  return (/** @type {number} */ x, /** @type {number} */ y) => {
    const kind = ground.rock(x, y) ? 1 : ground.city(x, y) ? 2 : 0;
    const [seat, seen] = [territory.seat(x, y), fog.at(x, y)];
    const key = (seat * 3 + kind) * 3 + seen;
    let ink = known.get(key);
    if (!ink) {
      ink = [plain, rock, city][kind];
      if (seat) ink = mix(ink, channels(palette.army(seat)), palette.wash);
      const veil = seen ? veiled : dark;
      if (seen < 2) ink = mix(ink, veil, veil[3]);
      known.set(key, ink);
    }
    return ink;
  };
}

/** @param {number[]} one @param {number[]} other @param {number} share */
function mix(one, other, share) {
  return [0, 1, 2].map((i) => one[i] * (1 - share) + other[i] * share);
}
