/**
 * The marks of what has changed, among the map's signs: areas, frames and threads below whoever stands there,
 * plates beside the signs. Levels, texts and signs come first: a plate without room is left out; the list says it
 * too. Aims are the crowd's to place; their frames are drawn here.
 */

import { outline, pathOf } from "../../web/map/geometry.js";
import { armyNumber } from "../../web/map/palette.js";
import { shieldPath } from "../../web/map/shields.js";

const NS = "http://www.w3.org/2000/svg";
const CROSS = "M-6,-6L6,6M6,-6L-6,6";
const PX = 12;
/** Pixels: how high a plate is, how wide a letter on it, how near to each other things may come. */
const TALL = 17;
const LETTER = 7.6;
const CLEAR = 2;
/** The least pixels of a sector in which a thread between two is still a line. */
const THREAD = 6;
/** Which of the crowd's signs a change speaks of. */
const OWN = ["level", "born", "gone", "retreat"];

/** @param {number} value */
const round = (value) => Math.round(value * 10) / 10;
/** @param {number} step */
const signed = (step) => (step > 0 ? `+${step}` : `\u2212${-step}`);
/** @param {Sides} one @param {Sides} other */
const meet = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

export class NewsLayer {
  /** @param {WarMap} map @param {PlanPage} page */
  constructor(map, page) {
    this.map = map;
    this.changes = page.changes;
    this.aims = page.aims;
    this.shown = false;
    const { svg } = map.pieces;
    /** @param {string} name @param {string} before */
    const group = (name, before) => {
      const made = document.createElementNS(NS, "g");
      made.setAttribute("class", `layer-${name}`);
      svg.insertBefore(made, svg.querySelector(before));
      return made;
    };
    this.groups = { areas: group("news-areas", "g"), frames: group("aims", ".layer-leaders"), plates: group("news-plates", ".layer-cursor") };
    map.addEventListener("drawn", () => this.draw());
    map.setAims(this.pins());
  }

  /** @param {boolean} shown */
  mark(shown) {
    this.shown = shown;
    this.draw();
  }

  /** A pin for each sector that an aim lists. @returns {AimPin[]} */
  pins() {
    /** @type {Map<string, AimPin>} */
    const found = new Map();
    for (const { places } of this.aims) {
      for (const { mark, at } of places) {
        if (mark !== "held" && mark !== "open") continue;
        found.set(at.join(), { id: `aim-${at.join("-")}`, at, text: "", held: mark === "held", turn: this.changes.turn });
      }
    }
    return [...found.values()];
  }

  draw() {
    const { map } = this;
    if (!map.layers.drawn) return;
    this.scale = map.layers.drawn.scale;
    const here = this.shown && map.world.turn === this.changes.turn;
    this.groups.frames.innerHTML = this.drawFrames();
    this.groups.areas.innerHTML = here ? this.drawAreas() + this.drawMarks() : "";
    this.groups.plates.innerHTML = here ? this.drawPlates() : "";
  }

  /** What stands on the map and may not be covered. @returns {Sides[]} */
  obstacles() {
    const { pieces } = this.map;
    const { labels } = pieces.layout(this.scale);
    // Of a march some points along its arrow.
    const marches = (this.map.marks.moves ?? []).flatMap(({ from, to }) => [0.3, 0.45, 0.6, 0.75].map((part) => {
      const [x, y] = this.middle(/** @type {At} */ ([from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part]));
      return around(x, y, 14, 14);
    }));
    return [
      ...marches,
      ...pieces.placed.map(({ box: [left, top, right, bottom] }) => ({ left: left / PX, top: top / PX, right: right / PX, bottom: bottom / PX })),
      ...labels.map(({ x, y, wide, high }) => around(x / PX, y / PX, wide / PX, high / PX)),
    ];
  }

  /**
   * The sign that a change speaks of, in pixels; where there is none its sector's middle.
   * @param {{kind: string, id: string, at: At, seat?: number}} mark
   */
  spot({ kind, id, at, seat }) {
    const { pieces } = this.map;
    const sign = pieces.signOf(kind === "found" ? "pin" : OWN.includes(kind) ? "banner" : seat ? "sighting" : "pin", id);
    const [x, y] = sign ? [sign.x / PX, sign.y / PX] : this.middle(at);
    const least = 34 * pieces.k;
    return { x, y, wide: sign ? sign.wide / PX : least, high: sign ? sign.high / PX : least * 1.125, box: sign?.box.map((one) => one / PX), pin: sign?.kind === "pin" };
  }

  /** @param {At} at */
  middle([x, y]) {
    return [(x + 0.5) * this.scale, (y + 0.5) * this.scale];
  }

  drawAreas() {
    return this.changes.areas
      .map(({ kind, runs }) => {
        const cells = runs.flatMap(([y, x, count]) => Array.from({ length: count }, (_, i) => [x + i, y]));
        const inset = Math.min(3, this.scale / 6) / this.scale;
        const d = pathOf(outline(cells, inset), this.scale, Math.min(5, this.scale / 5));
        return `<g class="news-area ${kind}"><path class="halo" d="${d}"/><path d="${d}"/></g>`;
      })
      .join("");
  }

  /** Rings around who is new and what was found, threads from where they were, crosses where nothing is any more. */
  drawMarks() {
    return this.changes.marks
      .map((mark) => {
        const { kind, was, seat } = mark;
        const { x, y, wide, high, pin } = this.spot(mark);
        const place = `transform="translate(${round(x)},${round(y)})"`;
        if (kind === "seen" || kind === "born" || (kind === "found" && pin)) {
          const d = pin ? circle(Math.max(wide, high) / 2 + 4) : shieldPath(wide + 9, high + 11);
          return `<g class="news-ring ${kind}" ${place}><path class="halo" d="${d}"/><path d="${d}"/></g>`;
        }
        if (kind === "followed" && was) return this.thread(was, [x, y], seat ?? 0);
        if (kind === "gone" || (kind === "missing" && seat)) {
          return `<g class="news-gone ${kind} army-${armyNumber(seat ?? 1)}" ${place}><path class="shape" d="${shieldPath(wide, high)}"/><path class="halo" d="${CROSS}"/><path class="cross" d="${CROSS}"/></g>`;
        }
        return "";
      })
      .join("");
  }

  /**
   * An enemy was there and is here; which way it went nobody knows, so this is no march.
   * @param {At} was @param {number[]} to @param {number} seat
   */
  thread(was, [bx, by], seat) {
    const [ax, ay] = this.middle(was);
    const size = Math.max(12, this.map.pieces.k * 24);
    const d = `M${round(ax)},${round(ay)}L${round(bx)},${round(by)}`;
    const line = this.scale < THREAD ? "" : `<path class="halo" d="${d}"/><path class="thread" d="${d}"/>`;
    return `<g class="news-was army-${armyNumber(seat)}">${line}<path class="shape" transform="translate(${round(ax)},${round(ay)})" d="${shieldPath(size, size * 1.125)}"/></g>`;
  }

  /** Levels more and less beside their signs, then how many sectors each area has. */
  drawPlates() {
    this.taken = this.obstacles();
    let drawn = "";
    for (const mark of this.changes.marks) {
      const { by, kind } = mark;
      if (!by) continue;
      const mood = kind === "followed" ? "" : by > 0 ? "gained" : "lost";
      drawn += this.plate(signed(by), mood, beside(this.spot(mark), signed(by)));
    }
    for (const { kind, at, runs } of this.changes.areas) {
      const cells = runs.flatMap(([y, x, count]) => Array.from({ length: count }, (_, i) => /** @type {At} */ ([x + i, y])));
      const step = signed(kind === "gained" ? cells.length : -cells.length);
      const near = cells.sort((one, other) => far(one, at) - far(other, at)).slice(0, 12);
      const corner = this.scale * 0.3;
      const corners = near.slice(0, 4).map((cell) => this.middle(cell)).flatMap(([x, y]) => [[x, y - corner], [x, y + corner], [x - corner, y], [x + corner, y]]);
      drawn += this.plate(step, kind, [...near.map((cell) => this.middle(cell)), ...corners]);
    }
    return drawn;
  }

  /**
   * A plate in the first of these places that is free; nothing if none is.
   * @param {string} words @param {string} mood @param {number[][]} places
   */
  plate(words, mood, places) {
    const wide = words.length * LETTER + 8;
    const free = places.find(([x, y]) => !this.taken.some((box) => meet(box, around(x, y, wide + CLEAR, TALL + CLEAR))));
    if (!free) return "";
    const [x, y] = free;
    this.taken.push(around(x, y, wide, TALL));
    return `<g class="news-plate ${mood}" transform="translate(${round(x)},${round(y)})"><rect x="${round(-wide / 2)}" y="${-TALL / 2}" width="${round(wide)}" height="${TALL}" rx="4"/><text y="4.5">${words}</text></g>`;
  }

  /** A frame around each sector that an aim lists, whole where it is held, and around a relic that is wanted. */
  drawFrames() {
    const { world, pieces } = this.map;
    const s = this.scale;
    const gap = Math.min(2, s / 8);
    /** @param {At} at @param {string} mood */
    const frame = ([x, y], mood) => {
      const box = `x="${round(x * s + gap)}" y="${round(y * s + gap)}" width="${round(s - 2 * gap)}" height="${round(s - 2 * gap)}" rx="${round(s * 0.1)}"`;
      return `<g class="aim-frame ${mood}"><rect class="halo" ${box}/><rect ${box}/></g>`;
    };
    const lying = world.turn === this.changes.turn ? this.aims.flatMap(({ places }) => places.filter(({ mark }) => mark === "lying")) : [];
    return this.pins().map(({ id, at }) => frame(at, pieces.allHeld([id]) ? "held" : "open")).join("") + lying.map(({ at }) => frame(at, "open")).join("");
  }
}

/** @param {number} x @param {number} y @param {number} wide @param {number} tall */
function around(x, y, wide, tall) {
  return { left: x - wide / 2, right: x + wide / 2, top: y - tall / 2, bottom: y + tall / 2 };
}

/**
 * Where a plate may lie beside a sign: to its right, its left, above and below, then at its corners.
 * @param {{x: number, y: number, wide: number, high: number, box?: number[]}} sign @param {string} words
 */
function beside({ x, y, wide, high, box }, words) {
  const [left, top, right, bottom] = box ?? [x - wide / 2, y - high / 2, x + wide / 2, y + high / 2];
  const half = (words.length * LETTER + 8 + CLEAR) / 2 + 1;
  const [w, e, n, s] = [left - half, right + half, top - TALL / 2 - CLEAR, bottom + TALL / 2 + CLEAR];
  return [[e, y], [w, y], [x, n], [x, s], [e, n], [w, n], [e, s], [w, s]];
}

/** @param {number} r */
function circle(r) {
  return `M${round(-r)},0a${round(r)},${round(r)} 0 1 0 ${round(2 * r)},0a${round(r)},${round(r)} 0 1 0 ${round(-2 * r)},0Z`;
}

/** @param {At} one @param {At} other */
function far(one, other) {
  return Math.hypot(one[0] - other[0], one[1] - other[1]);
}
