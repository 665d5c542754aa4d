/**
 * Where the signs of armies lie on the land they hold: worked out for the whole map at a scale, never for what is
 * on screen, so that panning moves none. The twin of `campaign/base/drawing/territory.py`: whole numbers only.
 *
 * An area is what one army holds in one piece, from side to side. Each that has room for a square of `ROOM` pixels
 * gets a sign, beneath as few pieces and as deep inside as can be; a wide one gets more, `APART` pixels from each
 * other.
 */

const ROOM = 12;
const LARGE = 22;
const APART = 240;
/** Half of what a piece covers, about: a sign had better lie beside it. */
const PIECE = 10;
/** All lengths here are in twelfths of a pixel, as scales are. */
const PIXEL = 12;
/** Depth counts no further: in the middle of a wide land the place nearest to the middle is as good as any. */
const DEEP = 64;

/** What is held, as areas: numbers for each sector, and how deep it lies in its area. */
export class Areas {
  /**
   * @param {number} width @param {number} height
   * @param {ArrayLike<number>} holders the seat of each sector, row by row; none where it is less than 1
   */
  constructor(width, height, holders) {
    Object.assign(this, { width, height, holders });
    this.of = new Int32Array(width * height).fill(-1);
    /** @type {{seat: number, count: number, x: number, y: number}[]} */
    this.areas = [];
    for (let at = 0; at < width * height; at++) if (holders[at] > 0 && this.of[at] < 0) this.flood(at);
    this.measure();
  }

  /** @param {number} first */
  flood(first) {
    const { width, height, holders, of } = this;
    const number = this.areas.length;
    const area = { seat: holders[first], count: 0, x: 0, y: 0 };
    const waiting = [first];
    of[first] = number;
    /** @param {number} next */
    const reach = (next) => {
      if (of[next] >= 0 || holders[next] !== area.seat) return;
      of[next] = number;
      waiting.push(next);
    };
    while (waiting.length) {
      const at = waiting.pop() ?? 0;
      const [x, y] = [at % width, Math.floor(at / width)];
      area.count += 1;
      area.x += x;
      area.y += y;
      if (x > 0) reach(at - 1);
      if (x + 1 < width) reach(at + 1);
      if (y > 0) reach(at - width);
      if (y + 1 < height) reach(at + width);
    }
    this.areas.push(area);
  }

  /** The side of the largest square of one holder that begins in a sector, and its steps to the next that is another's. */
  measure() {
    const { width, height } = this;
    // A rim of nobody's sectors spares asking where the map ends.
    const row = width + 2;
    const holders = new Int32Array(row * (height + 2));
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) holders[(y + 1) * row + x + 1] = Math.max(0, this.holders[y * width + x]);
    }
    const squares = spread(holders, row, true, [1, row, row + 1]);
    const before = spread(holders, row, false, [-1, -row - 1, -row, 1 - row]);
    const depths = spread(holders, row, true, [1, row + 1, row, row - 1], before);
    this.square = new Int16Array(width * height);
    this.depth = new Int16Array(width * height);
    for (let y = 0; y < height; y++) {
      const from = (y + 1) * row + 1;
      this.square.set(squares.subarray(from, from + width), y * width);
      this.depth.set(depths.subarray(from, from + width), y * width);
    }
  }
}

/**
 * One more than the least of a sector's neighbours at some steps, 0 for those of another holder.
 * @param {Int32Array} holders @param {number} row @param {boolean} backwards @param {number[]} steps
 * @param {Int16Array} [most] what it is at most
 */
function spread(holders, row, backwards, steps, most) {
  const found = new Int16Array(holders.length);
  const last = holders.length - 1;
  for (let n = 0; n <= last; n++) {
    const at = backwards ? last - n : n;
    const holder = holders[at];
    if (!holder) continue;
    let least = most ? most[at] - 1 : 32000;
    for (const step of steps) {
      const value = holders[at + step] === holder ? found[at + step] : 0;
      if (value < least) least = value;
    }
    found[at] = least + 1;
  }
  return found;
}

/**
 * The signs at a scale in twelfths of a pixel a sector: whose, the pixel of the map that it is centred on, its size.
 * @param {Areas} areas @param {At[]} taken sectors where pieces stand @param {number} scale
 * @returns {ArmySign[]}
 */
export function signPlaces(areas, taken, scale) {
  const { width, height } = areas;
  const side = Math.ceil((ROOM * PIXEL) / scale);
  const span = Math.max(side, Math.ceil((APART * PIXEL) / scale));
  const reach = Math.max(0, Math.ceil((2 * PIECE * PIXEL - scale) / (2 * scale)));
  const standing = sums(width, height, taken);
  /** @type {Map<number, Candidate[]>} */
  const wholes = new Map();
  /** @type {Map<number, Candidate>} */
  const best = new Map();
  const across = Math.ceil(width / span);
  for (let y = 0; y + side <= height; y++) {
    for (let x = 0; x + side <= width; x++) {
      const at = y * width + x;
      if (areas.square[at] < side) continue;
      const one = candidate(areas, standing, at, x, y, side, reach);
      const number = areas.of[at];
      const key = (number * Math.ceil(height / span) + Math.floor((y + side / 2) / span)) * across + Math.floor((x + side / 2) / span);
      const other = best.get(key);
      if (other && !better(one, other)) continue;
      best.set(key, one);
    }
  }
  for (const [key, one] of [...best].sort(([a], [b]) => a - b)) {
    const number = areas.of[one.at];
    if (!wholes.has(number)) wholes.set(number, []);
    wholes.get(number)?.push({ ...one, key });
  }
  /** @type {ArmySign[]} */
  const found = [];
  for (const [number, list] of [...wholes].sort(([a], [b]) => a - b)) {
    const first = list.reduce((most, one) => (better(one, most) ? one : most));
    const chosen = [first];
    for (const one of list) {
      if (chosen.every(({ x, y }) => 3 * Math.max(Math.abs(x - one.x), Math.abs(y - one.y)) >= 2 * span)) chosen.push(one);
    }
    for (const { x, y, deep } of chosen) {
      const room = Math.floor((Math.max(side, 2 * deep - 1) * scale) / PIXEL);
      found.push({
        seat: areas.areas[number].seat,
        x: Math.floor(((2 * x + side) * scale + PIXEL) / (2 * PIXEL)),
        y: Math.floor(((2 * y + side) * scale + PIXEL) / (2 * PIXEL)),
        size: Math.min(LARGE, room),
      });
    }
  }
  return found;
}

/**
 * A square that begins in (x, y): how many pieces stand there or so near that they cover it, how deep its middle
 * lies, how far that is from the middle of its area.
 * @param {Areas} areas @param {Int32Array} standing @param {number} at @param {number} x @param {number} y
 * @param {number} side @param {number} reach
 * @returns {Candidate}
 */
function candidate(areas, standing, at, x, y, side, reach) {
  const { width, height, depth } = areas;
  const row = width + 1;
  const [low, high] = [Math.floor((side - 1) / 2), Math.floor(side / 2)];
  const deep = Math.min(depth[(y + low) * width + x + low], depth[(y + high) * width + x + high]);
  const [left, right] = [Math.max(0, x - reach), Math.min(width, x + side + reach)];
  const [above, below] = [Math.max(0, y - reach) * row, Math.min(height, y + side + reach) * row];
  const pieces = standing[below + right] - standing[above + right] - standing[below + left] + standing[above + left];
  const area = areas.areas[areas.of[at]];
  const [dx, dy] = [(2 * x + side - 1) * area.count - 2 * area.x, (2 * y + side - 1) * area.count - 2 * area.y];
  return { at, x, y, deep, key: 0, pieces, far: Math.max(Math.abs(dx), Math.abs(dy)) };
}

/**
 * Left, top, right, bottom of a sign, in twelfths of a pixel of the map.
 * @param {ArmySign} sign @returns {Quad}
 */
export function boxOf({ x, y, size }) {
  const half = Math.floor((PIXEL * size) / 2);
  return [PIXEL * x - half, PIXEL * y - half, PIXEL * x + half, PIXEL * y + half];
}

/** @param {Candidate} one @param {Candidate} other */
function better(one, other) {
  if (one.pieces !== other.pieces) return one.pieces < other.pieces;
  const [deep, deeper] = [Math.min(DEEP, one.deep), Math.min(DEEP, other.deep)];
  if (deep !== deeper) return deep > deeper;
  return one.far !== other.far ? one.far < other.far : one.at < other.at;
}

/**
 * How many of some sectors lie above and left of each corner of the map.
 * @param {number} width @param {number} height @param {At[]} taken
 */
function sums(width, height, taken) {
  const row = width + 1;
  const found = new Int32Array(row * (height + 1));
  for (const [x, y] of taken) if (x >= 0 && y >= 0 && x < width && y < height) found[(y + 1) * row + x + 1] = 1;
  for (let y = 1; y <= height; y++) {
    for (let x = 1; x <= width; x++) found[y * row + x] += found[(y - 1) * row + x] + found[y * row + x - 1] - found[(y - 1) * row + x - 1];
  }
  return found;
}
