/**
 * What part of the map is on screen, and the hands that move it: drag, wheel, pinch, double-click.
 *
 * `View` is pure: sectors in, pixels out. `scale` is pixels a sector; (x, y) is the point of the map, in sectors,
 * in the middle of the window. `hands` listens to an element and moves a view.
 */

export const LEAST = 1;
export const MOST = 96;
const SMALLEST = 32;
/** From here on a sector is a whole number of pixels wide, below it of twelfths of one. */
export const WHOLE = 8;
/** From here on every sign stands in its sector; below it so many pixels from its sector's middle at most, mostly. */
const APART = 24;
const ASIDE = 38;
/** Pixels: what is no window but a strip, and the least sector in one. */
const STRIP = 140;
const SPECK = 10;
const STILL = 6;
const DOUBLE = 320;

export class View {
  /** @param {number} columns @param {number} rows */
  constructor(columns, rows) {
    this.columns = columns;
    this.rows = rows;
    this.width = 1;
    this.height = 1;
    this.left = 0;
    this.top = 0;
    this.right = 0;
    this.bottom = 0;
    this.scale = 32;
    this.x = columns / 2;
    this.y = rows / 2;
  }

  /**
   * The window in pixels; `left` and `top` are the strips of coordinates that lie over it, `right` and `bottom`
   * what else does: the map may lie below all four, but whatever of it does can be moved out from there.
   * @param {number} width @param {number} height
   */
  resize(width, height, left = 0, top = 0, right = 0, bottom = 0) {
    Object.assign(this, { width, height, left, top, right, bottom });
    this.clamp();
  }

  /** How many pixels lie free between the strips. */
  get free() {
    return [Math.max(1, this.width - this.left - this.right), Math.max(1, this.height - this.top - this.bottom)];
  }

  /** The screen point of the middle of what lies free. @returns {At} */
  get middle() {
    return [(this.width + this.left - this.right) / 2, (this.height + this.top - this.bottom) / 2];
  }

  /**
   * Where a point of the map is on screen.
   * @param {number} x @param {number} y
   */
  screen(x, y) {
    const [mx, my] = this.middle;
    return [mx + (x - this.x) * this.scale, my + (y - this.y) * this.scale];
  }

  /**
   * Which point of the map is at a point of the screen.
   * @param {number} px @param {number} py
   * @returns {At}
   */
  point(px, py) {
    const [mx, my] = this.middle;
    return [this.x + (px - mx) / this.scale, this.y + (py - my) / this.scale];
  }

  /** The least scale: the whole map fits. */
  get whole() {
    const wide = (this.free[0] - 12) / this.columns;
    const tall = (this.free[1] - 12) / this.rows;
    return Math.max(LEAST, Math.min(wide, tall, MOST));
  }

  fit() {
    this.scale = this.whole;
    this.x = this.columns / 2;
    this.y = this.rows / 2;
  }

  /**
   * Show all of these sectors and one around them: `most` pixels a sector or what more it takes for the map to
   * fill the window, as far as they fit, but not less than `least`. Small sectors' signs move apart: the outermost
   * have room for that.
   * @param {At[]} sectors @param {number} most
   */
  hold(sectors, most, least = 0) {
    const along = [0, 1].map((axis) => {
      const places = sectors.map((at) => at[axis]);
      const [first, last] = [Math.min(...places), Math.max(...places)];
      const count = axis ? this.rows : this.columns;
      return { first, last, count, free: this.free[axis], from: Math.max(0, first - 1), to: Math.min(count, last + 2) };
    });
    const fills = Math.ceil(Math.max(...along.map(({ free, count }) => free / count)));
    const fits = Math.min(...along.map(({ free, from, to }) => free / (to - from)), Math.max(most, fills), MOST);
    const roomy = Math.min(...along.map(({ free, first, last }) => (free - 2 * ASIDE) / Math.max(1, last - first)));
    const crowded = fits < APART;
    const scale = crowded ? Math.min(fits, roomy) : fits;
    // In a strip of a window all would be specks: its middle is enough.
    this.scale = Math.max(least, Math.min(...this.free) < STRIP ? SPECK : LEAST, scale >= WHOLE ? Math.floor(scale) : Math.floor(scale * 12) / 12);
    const aside = crowded ? ASIDE / this.scale : 0;
    [this.x, this.y] = along.map(({ first, last, count, free, from, to }) => {
      const half = free / this.scale / 2;
      const filled = Math.max(half, Math.min(count - half, (from + to) / 2));
      const [low, high] = [last + 0.5 + aside - half, first + 0.5 - aside + half];
      // What cannot all be held is shown from its middle.
      return crowded && low <= high ? Math.max(low, Math.min(high, filled)) : filled;
    });
    this.clamp();
  }

  /** @param {At} at */
  centre([x, y]) {
    this.x = x + 0.5;
    this.y = y + 0.5;
    this.clamp();
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.x -= dx / this.scale;
    this.y -= dy / this.scale;
    this.clamp();
  }

  /**
   * Zoom so that the point of the map under (px, py) stays there.
   * @param {number} factor
   */
  zoom(factor, px = this.middle[0], py = this.middle[1]) {
    const [x, y] = this.point(px, py);
    this.scale = Math.max(Math.min(this.whole, SMALLEST), Math.min(MOST, this.scale * factor));
    const [nx, ny] = this.point(px, py);
    this.x += x - nx;
    this.y += y - ny;
    this.clamp();
  }

  /**
   * Move as little as needed for a sector to lie `margin` sectors inside the window.
   * @param {At} at
   */
  reveal([x, y], margin = 1) {
    const wide = this.free[0] / this.scale / 2 - 0.5;
    const tall = this.free[1] / this.scale / 2 - 0.5;
    const [mx, my] = [Math.max(0, wide - margin), Math.max(0, tall - margin)];
    const [cx, cy] = [x + 0.5, y + 0.5];
    this.x = Math.max(cx - mx, Math.min(cx + mx, this.x));
    this.y = Math.max(cy - my, Math.min(cy + my, this.y));
    this.clamp();
  }

  /** The sectors within the window grown by `margin` pixels, ends excluded, on the map. */
  box(margin = 0) {
    const [x0, y0] = this.point(this.left - margin, this.top - margin);
    const [x1, y1] = this.point(this.width + margin, this.height + margin);
    return {
      x0: Math.max(0, Math.floor(x0)),
      y0: Math.max(0, Math.floor(y0)),
      x1: Math.min(this.columns, Math.ceil(x1)),
      y1: Math.min(this.rows, Math.ceil(y1)),
    };
  }

  /**
   * The map's edge can be moved in a little, as far as signs may stand over it; a map smaller than the window stays
   * whole.
   */
  clamp() {
    /** @param {number} value @param {number} count @param {number} pixels */
    const keep = (value, count, pixels) => {
      const half = pixels / this.scale / 2;
      if (count <= half * 2) return Math.max(count - half, Math.min(half, count / 2 + Math.min(0.5, half - count / 2)));
      const slack = Math.min(half * 0.6, this.scale < APART ? Math.max(0.6, ASIDE / this.scale) : 0.6);
      return Math.max(half - slack, Math.min(count - half + slack, value));
    };
    this.x = keep(this.x, this.columns, this.free[0]);
    this.y = keep(this.y, this.rows, this.free[1]);
  }
}

/**
 * Let pointers and the wheel move the view. `changed(busy)` is called after each move; `tapped(px, py, event)`
 * for a press that stayed; `doubled(px, py)` for two of them.
 * @param {HTMLElement} element @param {View} view @param {MapHands} act
 */
export function hands(element, view, { changed, tapped, doubled }) {
  const held = new Map();
  let moved = false;
  let spread = 0;
  let last = { time: 0, x: 0, y: 0 };

  /** @param {MouseEvent} event */
  const place = (event) => {
    const box = element.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const pinch = () => {
    const [a, b] = [...held.values()];
    return { wide: Math.hypot(a[0] - b[0], a[1] - b[1]), x: (a[0] + b[0]) / 2, y: (a[1] + b[1]) / 2 };
  };

  element.addEventListener("pointerdown", (event) => {
    if (event.button > 0 || event.target.closest("button, a, input")) return;
    element.setPointerCapture(event.pointerId);
    held.set(event.pointerId, [...place(event), ...place(event)]);
    moved = held.size > 1;
    if (held.size === 2) spread = pinch().wide;
  });
  element.addEventListener("pointermove", (event) => {
    const from = held.get(event.pointerId);
    if (!from) return;
    const [px, py] = place(event);
    if (!moved && Math.hypot(px - from[2], py - from[3]) < STILL) return;
    const [dx, dy] = [px - from[0], py - from[1]];
    held.set(event.pointerId, [px, py, from[2], from[3]]);
    moved = true;
    element.dataset.dragging = "";
    if (held.size === 1) view.pan(dx, dy);
    else if (held.size === 2) {
      const now = pinch();
      view.pan(dx / 2, dy / 2);
      if (spread > 0) view.zoom(now.wide / spread, now.x, now.y);
      spread = now.wide;
    }
    changed(true);
  });
  /** @param {PointerEvent} event */
  const released = (event) => {
    if (!held.delete(event.pointerId)) return;
    if (held.size) return;
    delete element.dataset.dragging;
    if (moved || event.type === "pointercancel") return changed(false);
    const [px, py] = place(event);
    const twice = event.timeStamp - last.time < DOUBLE && Math.hypot(px - last.x, py - last.y) < 24;
    last = { time: twice ? 0 : event.timeStamp, x: px, y: py };
    if (twice) doubled(px, py);
    else tapped(px, py, event);
  };
  element.addEventListener("pointerup", released);
  element.addEventListener("pointercancel", released);
  element.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const pixels = event.deltaY * (event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1);
      view.zoom(Math.exp(-Math.max(-240, Math.min(240, pixels)) * 0.0022), ...place(event));
      changed(true);
    },
    { passive: false },
  );
}
