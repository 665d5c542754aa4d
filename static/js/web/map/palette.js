/** The map's inks, read from the page's CSS variables, so that paper and night are told in one place. */

import { patternTile, stripesTile } from "./territory.js";

const ARMIES = 8;

/**
 * Seat 9 wears the colours of seat 1 again.
 * @param {number} seat
 */
export function armyNumber(seat) {
  return ((seat - 1) % ARMIES) + 1;
}

/** @param {HTMLElement} element */
export function readPalette(element) {
  const style = getComputedStyle(element);
  /** @param {string} name */
  const value = (name) => style.getPropertyValue(name).trim();
  const armies = Array.from({ length: ARMIES }, (_, i) => value(`--a${i + 1}`) || "#666");
  const patterns = new Map();
  /** @param {number | undefined} seat */
  const army = (seat) => (seat ? armies[armyNumber(seat) - 1] : value("--ink-2"));
  /**
   * A tile again and again from the corner of sector A1, sharp on dense screens too.
   * @param {Ctx} ctx @param {string} name @param {(fine: number) => OffscreenCanvas} tile
   */
  const repeated = (ctx, name, tile) => {
    const fine = Math.ceil(ctx.getTransform().a);
    const key = `${name}/${fine}`;
    if (!patterns.has(key)) {
      const made = /** @type {CanvasPattern} */ (ctx.createPattern(tile(fine), "repeat"));
      made.setTransform(new DOMMatrix([1 / fine, 0, 0, 1 / fine, 0, 0]));
      patterns.set(key, made);
    }
    return patterns.get(key);
  };
  return {
    night: value("--map-night") === "1",
    paper: value("--map-paper"),
    light: channels(value("--map-light")),
    shade: channels(value("--map-shade")),
    contour: value("--map-contour"),
    scrub: value("--map-scrub"),
    rock: value("--map-rock"),
    rockEdge: value("--map-rock-edge"),
    hatch: value("--map-hatch"),
    cast: value("--map-cast"),
    street: value("--map-street"),
    block: value("--map-block"),
    grid: value("--map-grid"),
    gridFifth: value("--map-grid-fifth"),
    fog: channels(value("--map-fog")),
    unseen: channels(value("--map-unseen")),
    wash: Number(value("--map-wash")),
    pattern: Number(value("--map-pattern")),
    stripe: Number(value("--map-stripe")),
    halo: value("--card"),
    army,
    number: armyNumber,
    /** @param {Ctx} ctx @param {number} seat */
    patternOf(ctx, seat) {
      const n = armyNumber(seat || 1);
      return repeated(ctx, `${n}`, (fine) => patternTile(n, armies[n - 1], fine));
    },
    /** @param {Ctx} ctx @param {number | undefined} one @param {number | undefined} other */
    stripesOf(ctx, one, other) {
      const inks = [army(one), army(other)];
      return repeated(ctx, inks.join(), (fine) => stripesTile(inks, fine));
    },
  };
}

/**
 * "#rrggbb" or "#rrggbb / 0.3" as [r, g, b, alpha].
 * @param {string} text
 */
export function channels(text) {
  const [hex, alpha] = text.split("/").map((part) => part.trim());
  const digits = hex.slice(1);
  const full = digits.length === 3 ? digits.replace(/./g, "$&$&") : digits;
  return [0, 2, 4].map((i) => parseInt(full.slice(i, i + 2), 16) || 0).concat(alpha ? Number(alpha) : 1);
}
