/** Shapes on the grid, without a page: what a brush, a line, a rectangle, a fill covers. Sectors are [x, y]. */

/**
 * The sectors under a square brush of odd width, on a map of this size.
 * @param {At} at @param {number} width @param {number} columns @param {number} rows
 */
export function brush([x, y], width, columns, rows) {
  const reach = (width - 1) / 2;
  /** @type {At[]} */
  const found = [];
  for (let j = Math.max(0, y - reach); j <= Math.min(rows - 1, y + reach); j++) {
    for (let i = Math.max(0, x - reach); i <= Math.min(columns - 1, x + reach); i++) found.push([i, j]);
  }
  return found;
}

/**
 * The sectors on the way from one to another, both included, without a gap.
 * @param {At} from @param {At} to
 */
export function line([ax, ay], [bx, by]) {
  const steps = Math.max(Math.abs(bx - ax), Math.abs(by - ay));
  /** @type {At[]} */
  const found = [];
  for (let n = 0; n <= steps; n++) {
    const part = steps ? n / steps : 0;
    found.push([Math.round(ax + (bx - ax) * part), Math.round(ay + (by - ay) * part)]);
  }
  return found;
}

/**
 * All that a brush covers on its way along a line, each sector once.
 * @param {At} from @param {At} to @param {number} width @param {number} columns @param {number} rows
 */
export function stroke(from, to, width, columns, rows) {
  const found = new Map();
  for (const at of line(from, to)) {
    for (const one of brush(at, width, columns, rows)) found.set(one[1] * columns + one[0], one);
  }
  return [...found.values()];
}

/**
 * The sectors of a filled rectangle between two corners.
 * @param {At} from @param {At} to
 */
export function rectangle([ax, ay], [bx, by]) {
  /** @type {At[]} */
  const found = [];
  for (let y = Math.min(ay, by); y <= Math.max(ay, by); y++) {
    for (let x = Math.min(ax, bx); x <= Math.max(ax, bx); x++) found.push([x, y]);
  }
  return found;
}

/**
 * The sectors joined to one, side by side, that are like it: `like(x, y)` gives what is compared.
 * @param {At} at @param {number} columns @param {number} rows @param {(x: number, y: number) => string} like
 */
export function fill([x, y], columns, rows, like) {
  const wanted = like(x, y);
  const seen = new Uint8Array(columns * rows);
  /** @type {At[]} */
  const found = [];
  /** @type {At[]} */
  const edge = [[x, y]];
  seen[y * columns + x] = 1;
  while (edge.length) {
    const [i, j] = /** @type {At} */ (edge.pop());
    found.push([i, j]);
    for (const [u, v] of /** @type {At[]} */ ([[i + 1, j], [i - 1, j], [i, j + 1], [i, j - 1]])) {
      if (u < 0 || v < 0 || u >= columns || v >= rows || seen[v * columns + u] || like(u, v) !== wanted) continue;
      seen[v * columns + u] = 1;
      edge.push([u, v]);
    }
  }
  return found;
}

/**
 * The smallest box around sectors, ends excluded.
 * @param {(At | Cell)[]} cells
 */
export function around(cells) {
  const box = { x0: Infinity, y0: Infinity, x1: 0, y1: 0 };
  for (const [x, y] of cells) {
    box.x0 = Math.min(box.x0, x);
    box.y0 = Math.min(box.y0, y);
    box.x1 = Math.max(box.x1, x + 1);
    box.y1 = Math.max(box.y1, y + 1);
  }
  return box;
}
