/** The room on a map: which boxes are taken, and where one more finds a place. `crowd_room.py` is its twin. */

/** The side of the squares in which boxes are looked for. */
const MESH = 576;
/** A sign moves by quarters of its own size, so many at most each way. */
const QUARTERS = 12;

/** Near its place it moves by single quarters, further off by two. */
const FINE = 8;

/** @param {number} a @param {number} b */
export const div = (a, b) => Math.floor(a / b);

/** @type {[number, number][]} */
const STEPS = [];
for (let j = -QUARTERS; j <= QUARTERS; j++) {
  for (let i = -QUARTERS; i <= QUARTERS; i++) if ((i % 2 === 0 && j % 2 === 0) || i * i + j * j <= FINE) STEPS.push([i, j]);
}
STEPS.sort((a, b) => a[0] * a[0] + a[1] * a[1] - b[0] * b[0] - b[1] * b[1] || a[1] - b[1] || a[0] - b[0]);

/** What is taken of a map's box. */
export class Room {
  /** @param {Quad} box left, top, right, bottom */
  constructor(box) {
    this.box = box;
    this.across = div(box[2] - box[0], MESH) + 3;
    /** @type {Map<number, Quad[]>} */
    this.taken = new Map();
  }

  /**
   * Whether a box lies within the map's.
   * @param {Quad} box
   */
  holds(box) {
    const [left, top, right, bottom] = this.box;
    return box[0] >= left && box[1] >= top && box[2] <= right && box[3] <= bottom;
  }

  /**
   * Whether nothing that is taken meets a box.
   * @param {number} left @param {number} top @param {number} right @param {number} bottom
   */
  free(left, top, right, bottom) {
    const [x0, y0] = this.box;
    const [x1, y1] = [div(right - 1 - x0, MESH), div(bottom - 1 - y0, MESH)];
    for (let y = div(top - y0, MESH); y <= y1; y++) {
      for (let x = div(left - x0, MESH); x <= x1; x++) {
        const here = this.taken.get(y * this.across + x);
        if (!here) continue;
        for (const one of here) if (one[0] < right && left < one[2] && one[1] < bottom && top < one[3]) return false;
      }
    }
    return true;
  }

  /**
   * Nothing else may meet this box.
   * @param {Quad} box
   */
  take(box) {
    const [x0, y0] = this.box;
    const [x1, y1] = [div(box[2] - 1 - x0, MESH), div(box[3] - 1 - y0, MESH)];
    for (let y = div(box[1] - y0, MESH); y <= y1; y++) {
      for (let x = div(box[0] - x0, MESH); x <= x1; x++) {
        const square = y * this.across + x;
        const here = this.taken.get(square);
        if (here) here.push(box);
        else this.taken.set(square, [box]);
      }
    }
  }

  /**
   * The nearest free place for what reaches so far left, up, right and down of it; `start` and `end` are in
   * squares of quarters of its size.
   * @param {number} x @param {number} y @param {Quad} reach @param {number} start @param {number} end
   * @returns {At | null}
   */
  spot(x, y, reach, start, end) {
    const [left, top, right, bottom] = this.box;
    const [wide, high] = [reach[0] + reach[2], reach[1] + reach[3]];
    for (const [i, j] of STEPS) {
      const far = i * i + j * j;
      if (far < start) continue;
      if (far > end) break;
      const px = Math.max(left + reach[0], Math.min(right - reach[2], x + div(i * wide, 4)));
      const py = Math.max(top + reach[1], Math.min(bottom - reach[3], y + div(j * high, 4)));
      if (this.free(px - reach[0], py - reach[1], px + reach[2], py + reach[3])) return [px, py];
    }
    return null;
  }

  /**
   * The nearest free place of the whole map, looked for in steps of half its size.
   * @param {number} x @param {number} y @param {Quad} reach
   * @returns {At | null}
   */
  anywhere(x, y, reach) {
    const [left, top, right, bottom] = this.box;
    const [across, down] = [Math.max(1, div(reach[0] + reach[2], 2)), Math.max(1, div(reach[1] + reach[3], 2))];
    /** @type {At | null} */
    let best = null;
    let least = 0;
    for (let py = top + reach[1]; py <= bottom - reach[3]; py += down) {
      for (let px = left + reach[0]; px <= right - reach[2]; px += across) {
        const far = (px - x) * (px - x) + (py - y) * (py - y);
        if (best && far >= least) continue;
        if (this.free(px - reach[0], py - reach[1], px + reach[2], py + reach[3])) [best, least] = [[px, py], far];
      }
    }
    return best;
  }
}
