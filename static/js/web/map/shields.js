/** The signs of a crowd as SVG, each around its own middle: shields, badges, pins, and what is written on them. */

import { SHAPES } from "./look.js";
import { armyNumber } from "./palette.js";

const PX = 12;
const CLASSES = /** @type {Record<string, string>} */ ({ count: "many", turns: "when" });
/** @type {Record<string, string>} */
export const ICONS = { supply: "supply", sensor: "eye", relic: "relic", node: "eye" };

/** @param {unknown} value */
export const text = (value) => String(value).replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
/** @param {number} value */
export const round = (value) => Math.round(value * 100) / 100;

/**
 * A shield of any width and height: flat above, with a point below.
 * @param {number} wide @param {number} high
 */
export function shieldPath(wide, high) {
  return SHAPES.standard.replace(/([-.\d]+),([-.\d]+)/g, (_, x, y) => `${round((x * wide) / 2)},${round((y * high) / 2)}`);
}

/**
 * The rampart below a shield, and the trench below that: filled, in units of a thirty-second of the shield.
 * @param {string} works @param {number} size @param {number} high
 */
function worksPath(works, size, high) {
  if (works === "none") return "";
  const [u, y] = [size / 32, high / 2 + size / 32];
  /** @param {...number} points */
  const at = (...points) => points.map((one, i) => round(one * u + (i % 2 ? y : 0))).join();
  let d = `M${at(-15, 5)}V${round(y)}`;
  for (const x of [-15, -3, 9]) d += `${x > -15 ? `V${round(y)}` : ""}H${round((x + 6) * u)}V${round(y + 2.4 * u)}${x < 9 ? `H${round((x + 12) * u)}` : ""}`;
  d += `V${round(y + 5 * u)}Z`;
  if (works === "entrenched") d += `M${at(-15, 6.4)}H${round(15 * u)}V${round(y + 8.6 * u)}H${round(-15 * u)}Z`;
  return `<path class="works" d="${d}"/>`;
}

export class Shields {
  /** @param {string} sprite */
  constructor(sprite) {
    this.sprite = sprite;
    /** @type {Map<string, boolean>} */
    this.long = new Map();
  }

  /**
   * What keeps a text within the width it was given, whatever face it is drawn in.
   * @param {Written} written @param {number} [weight]
   */
  squeeze({ text: words, size, wide, role }, weight = 700) {
    const key = `${words}/${size}`;
    let long = this.long.get(key);
    if (long === undefined) {
      this.pen ??= /** @type {Ctx} */ (new OffscreenCanvas(1, 1).getContext("2d"));
      this.pen.font = `${weight} ${size / PX}px ${(this.face ??= getComputedStyle(document.body).getPropertyValue("--sans"))}`;
      const inner = role === "count" || role === "turns" ? wide - 36 : wide;
      long = this.pen.measureText(words).width > inner / PX;
      this.long.set(key, long);
    }
    return long ? ` textLength="${round((role === "count" || role === "turns" ? wide - 36 : wide) / PX)}" lengthAdjust="spacingAndGlyphs"` : "";
  }

  /**
   * A text of a sign, from its middle; counts and turns stand on plates.
   * @param {Written} written
   */
  written(written) {
    const { role, x, y, wide, high, size } = written;
    const [cx, cy] = [x / PX, y / PX];
    const plate = role === "count" || role === "turns"
      ? `<rect class="plate" x="${round(cx - wide / PX / 2 + 0.5)}" y="${round(cy - high / PX / 2 + 0.5)}" width="${round(wide / PX - 1)}" height="${round(high / PX - 1)}" rx="4"/>`
      : "";
    return `${plate}<text class="${CLASSES[role] ?? role}" x="${round(cx)}" y="${round(cy + (size / PX) * 0.36)}" font-size="${round(size / PX)}"${this.squeeze(written)}>${text(written.text)}</text>`;
  }

  /**
   * The inside of a sign, around its middle.
   * @param {CrowdSign} sign @param {Written[]} texts relative to the sign @param {string | undefined} icon
   */
  inner(sign, texts, icon) {
    const parts = sign.kind === "battle" ? this.badge(sign) : sign.kind === "aim" ? this.aim(sign) : sign.kind === "pin" ? this.pin(sign, icon) : this.shield(sign);
    const tokens = sign.marks.map(([name, x, y, size]) => {
      const [left, top, side] = [(x - sign.x - size / 2) / PX, (y - sign.y - size / 2) / PX, size / PX];
      return `<rect class="plate" x="${round(left + 0.5)}" y="${round(top + 0.5)}" width="${round(side - 1)}" height="${round(side - 1)}" rx="4"/><use class="token ${name}" href="${this.sprite}#${ICONS[name]}" x="${round(left + 1.5)}" y="${round(top + 1.5)}" width="${round(side - 3)}" height="${round(side - 3)}"/>`;
    });
    return parts + tokens.join("") + texts.map((one) => this.written(one)).join("");
  }

  /** @param {CrowdSign} sign */
  shield(sign) {
    const [wide, high, size] = [sign.wide / PX, sign.high / PX, sign.size / PX];
    const d = shieldPath(wide, high);
    const k = size * 0.4 / 24;
    return (
      `<path class="ring" d="${d}"/><path class="field" d="${d}"/>` +
      `<use class="sign" href="${this.sprite}#sign-${armyNumber(sign.seat)}" x="${round(-22 * k)}" y="${round(-26 * k + high * 0.2)}" width="${round(44 * k)}" height="${round(54 * k)}"/>` +
      worksPath(sign.works, size, high)
    );
  }

  /** @param {CrowdSign} sign */
  badge({ size }) {
    const k = size / PX / 24;
    return `<g transform="scale(${round(k)})"><circle r="11"/><path d="${SHAPES.swords}"/></g>`;
  }

  /** @param {CrowdSign} sign */
  aim({ size }) {
    const side = size / PX;
    return `<circle r="${round(side / 2)}"/><use href="${this.sprite}#flag" x="${round(-side * 0.4)}" y="${round(-side * 0.4)}" width="${round(side * 0.8)}" height="${round(side * 0.8)}"/>`;
  }

  /** @param {CrowdSign} sign @param {string | undefined} icon */
  pin({ size, high }, icon) {
    const [w, h] = [size / PX / 2, high / PX / 2];
    const [r, cy] = [w, w - h];
    const d = `M0,${round(h)}C${round(-w * 0.3)},${round(h * 0.55)} ${round(-w)},${round(cy + w * 0.75)} ${round(-r)},${round(cy)}A${round(r)},${round(r)} 0 0 1 ${round(r)},${round(cy)}C${round(w)},${round(cy + w * 0.75)} ${round(w * 0.3)},${round(h * 0.55)} 0,${round(h)}Z`;
    const side = w * 1.3;
    return `<path d="${d}"/>${icon ? `<use href="${this.sprite}#${icon}" x="${round(-side / 2)}" y="${round(cy - side / 2)}" width="${round(side)}" height="${round(side)}"/>` : `<circle cy="${round(cy)}" r="${round(w * 0.34)}"/>`}`;
  }
}
