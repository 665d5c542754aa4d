/**
 * What stands in front of the ground, as SVG: banners, sightings, pins, ranges, marches, marks, the cursor.
 *
 * Pieces keep their size in pixels, so all is drawn anew when the scale changes; banners and sightings keep
 * their elements by id, so that a replayed turn can move them.
 */

import { armyNumber } from "./palette.js";
import { fan, outline, pathOf, rangeOf, same } from "./geometry.js";

const NS = "http://www.w3.org/2000/svg";
const SHIELD = "M-17,-21H17V4C17,14 8,20 0,24C-8,20 -17,14 -17,4Z";
const RAMPART = "M-20,31h7v-5h7v5h12v-5h7v5h7";
const TRENCH = "M-20,36l5,-3 5,3 5,-3 5,3 5,-3 5,3 5,-3 5,3";
const PIN = "M0,9C-3,4 -8,1 -8,-5A8,8 0 0 1 8,-5C8,1 3,4 0,9Z";
const SWORDS = "M-7,-7L6,6M7,-7L-6,6M2.2,6.6L6.6,2.2M-2.2,6.6L-6.6,2.2";
const SMALL = 20;
const LARGE = 46;
const NEAR = 24;
/** The least scale of a tag that can still be read. */
const LEAST_TAG = 0.82;
/** Milliseconds that a march takes in a replay. */
export const MARCH = 500;

/**
 * How wide a shield is, in pixels, where a sector is `scale` pixels wide.
 * @param {number} scale
 */
export function pieceWidth(scale) {
  return scale < 9 ? 8 + scale * 1.3 : Math.max(SMALL, Math.min(LARGE, scale * 0.68));
}

/** @param {unknown} value */
const text = (value) => String(value).replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
/** @param {number} x @param {number} y @param {number} wide @param {number} tall */
const boxOf = (x, y, wide, tall) => ({ left: x - wide / 2, right: x + wide / 2, top: y - tall / 2, bottom: y + tall / 2 });
/** @param {Sides} one @param {Sides} other */
const meet = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
/** @param {number} value */
const round = (value) => Math.round(value * 10) / 10;

export class Pieces {
  /** @param {SVGSVGElement} svg @param {{sprite: string, words: Pick<Words, 'turnShort'>}} options */
  constructor(svg, { sprite, words }) {
    this.svg = svg;
    this.sprite = sprite;
    this.words = words;
    this.layers = {};
    for (const name of ["targets", "pins", "ranges", "sightings", "banners", "ages", "ghosts", "marches", "marks", "cursor"]) {
      this.layers[name] = svg.appendChild(document.createElementNS(NS, "g"));
      this.layers[name].setAttribute("class", `layer-${name}`);
    }
    this.placed = [];
    this.kept = new Map();
  }

  /**
   * Draw everything. `world` is the map document with its `ground`; `marks` what the plan adds: `selected` id,
   * `moves` [{id, from, to, kind}], `range` {at, battle, recon, search}, `targets`, `meetings` [{at}],
   * `cursor` [x, y] or null.
   * @param {World} world @param {Marks} marks @param {number} scale
   */
  draw(world, marks, scale, { moving = false } = {}) {
    Object.assign(this, { world, marks, scale, k: pieceWidth(scale) / 34, moving, marching: [] });
    this.placed = [];
    this.svg.classList.toggle("moving", moving);
    this.svg.classList.toggle("tiny", scale < 8);
    this.drawTargets();
    this.drawPins();
    this.drawRange();
    this.drawStanding();
    this.drawMoves();
    this.drawMarks();
    this.drawCursor(marks.cursor);
  }

  /**
   * The piece nearest to a point in map pixels, if one is near enough: {kind, id}.
   * @param {number} px @param {number} py
   */
  pick(px, py) {
    let best = null;
    for (const piece of this.placed) {
      const far = Math.hypot(piece.px - px, piece.py - py) - piece.size / 2;
      if (far < NEAR - SMALL / 2 && (!best || far + piece.less < best.far)) best = { ...piece, far: far + piece.less };
    }
    return best;
  }

  drawStanding() {
    /** @type {Map<string, {kind: 'banner' | 'sighting', piece: any}[]>} */
    const groups = new Map();
    /** @param {'banner' | 'sighting'} kind @param {Banner | Sighting} piece */
    const put = (kind, piece) => {
      const key = piece.at.join();
      if (!groups.has(key)) groups.set(key, []);
      groups.get(key)?.push({ kind, piece });
    };
    for (const banner of this.world.banners) if (banner.alive !== false) put("banner", banner);
    for (const sighting of this.world.sightings) put("sighting", sighting);
    const seen = new Set();
    const order = [...groups.values()].sort((a, b) => a[0].piece.at[1] - b[0].piece.at[1]);
    for (const group of order) {
      const places = fan(group.length);
      group.forEach(({ kind, piece }, i) => {
        const place = places[Math.min(i, places.length - 1)];
        seen.add(this.stand(kind, piece, place, i === places.length - 1 ? group.length - places.length : 0));
      });
    }
    for (const [key, { element }] of this.kept) {
      if (seen.has(key)) continue;
      element.remove();
      this.kept.delete(key);
    }
    // The chosen one of several in a sector lies on top.
    const chosen = `banner/${this.marks.selected}`;
    if (seen.delete(chosen)) seen.add(chosen);
    const shownOrder = [...seen].join();
    if (shownOrder !== this.order) for (const key of seen) this.layers[key.startsWith("banner") ? "banners" : "sightings"].append(this.kept.get(key)?.element ?? "");
    this.order = shownOrder;
    this.drawAges();
    for (const start of this.marching) start();
  }

  /** @param {'banner' | 'sighting'} kind @param {Banner | Sighting} piece @param {Fanned} place @param {number} more */
  stand(kind, piece, place, more) {
    const key = `${kind}/${piece.id}`;
    const [px, py] = this.centre(piece.at, place);
    let kept = this.kept.get(key);
    if (!kept) {
      kept = { element: document.createElementNS(NS, "g") };
      this.kept.set(key, kept);
    }
    const shown = kind === "banner" ? this.banner(/** @type {Banner} */ (piece), place.tilt !== 0) : this.sighting(/** @type {Sighting} */ (piece));
    const inner = shown.inner + (more > 0 ? `<text class="more" x="20" y="-16">+${more}</text>` : "");
    const looks = `piece ${kind} army-${armyNumber(shown.seat)} ${shown.mood}`;
    const { element } = kept;
    if (kept.looks !== looks) element.setAttribute("class", looks);
    if (kept.inner !== inner) element.innerHTML = inner;
    Object.assign(kept, { looks, inner });
    const stands = `translate(${round(px)}px, ${round(py)}px) rotate(${place.tilt}deg) scale(${round(this.k * 100) / 100})`;
    this.march(kept, stands);
    element.style.transform = stands;
    kept.stands = stands;
    this.placed.push({ kind, id: piece.id, px, py, size: this.k * 40, less: kind === "banner" ? -2 : 0 });
    return key;
  }

  /**
   * In a replay a piece goes from where it stood, and a new one appears. Order in the tree may change meanwhile.
   * @param {Standing} kept @param {string} stands
   */
  march(kept, stands) {
    if (!this.moving || kept.stands === stands) return;
    const from = kept.stands ? { transform: kept.stands } : { transform: stands, opacity: 0 };
    this.marching.push(() => kept.element.animate([from, { transform: stands }], { duration: MARCH, easing: "ease-in-out" }));
  }

  /** @param {Banner} banner @param {boolean} crowded */
  banner(banner, crowded) {
    const seat = this.world.you;
    const works = this.works(banner.works);
    const relic = banner.relics && banner.relics.length ? `<use class="token" href="${this.sprite}#relic" x="7" y="-33" width="16" height="16"/>` : "";
    const node = banner.node ? `<use class="token" href="${this.sprite}#eye" x="-24" y="-33" width="16" height="16"/>` : "";
    const label = this.scale >= 52 && !crowded ? `<text class="label" y="${banner.works === "none" ? 40 : 50}">${text(banner.name)}</text>` : "";
    const inner = `<path class="ring" d="${SHIELD}"/><path class="field" d="${SHIELD}"/>${this.sign(seat)}<text class="level" y="14">${text(banner.level)}</text>${works}${relic}${node}${label}`;
    const mood = `${banner.retreating ? "retreating" : ""} ${banner.id === this.marks.selected ? "selected" : ""}`;
    return { seat, inner, mood };
  }

  /** @param {Sighting} sighting */
  sighting(sighting) {
    const old = sighting.turn < this.world.turn;
    const unknown = sighting.level === null;
    const level = unknown ? "?" : sighting.level;
    const mark = sighting.mark ? `<use class="token target" href="${this.sprite}#target" x="7" y="-35" width="18" height="18"/>` : "";
    const label = sighting.mark && this.scale >= 52 ? `<text class="label" y="${old ? 54 : 40}">${text(sighting.mark)}</text>` : "";
    const inner = `<path class="field" d="${SHIELD}"/>${this.sign(sighting.seat)}<text class="level" y="14">${text(level)}</text>${this.works(sighting.works)}${mark}${label}`;
    return { seat: sighting.seat, inner, mood: `${old ? "old" : ""} ${unknown ? "unknown" : ""}` };
  }

  /**
   * Of which turn an old sighting is, on a tag below it. Tags never lie over each other: those of one sector and
   * turn share one, and where many stand close a tag goes above its piece, or further down, or is left out; the
   * sector tells it too.
   */
  drawAges() {
    const tags = new Map();
    for (const one of this.world.sightings) {
      if (one.turn >= this.world.turn) continue;
      const key = `${one.at.join()}/${one.turn}`;
      const { px, py } = /** @type {{px: number, py: number}} */ (this.placed.find(({ kind, id }) => kind === "sighting" && id === one.id));
      const tag = tags.get(key) ?? { words: `${this.words.turnShort}${one.turn}`, px: 0, py, count: 0 };
      tags.set(key, Object.assign(tag, { px: tag.px + px, py: Math.max(tag.py, py), count: tag.count + 1 }));
    }
    const size = Math.max(LEAST_TAG, this.k);
    /** @type {Sides[]} */
    const laid = [];
    const shields = this.placed.filter(({ kind }) => kind === "banner" || kind === "sighting").map(({ px, py }) => boxOf(px, py, 34 * this.k, 46 * this.k));
    let drawn = "";
    for (const { words, px, py, count } of tags.values()) {
      const [wide, tall] = [(words.length * 6.2 + 8) * size, 15 * size];
      const [x, gap] = [px / count, 24 * this.k + tall / 2 + 1];
      const places = [py + gap, py - gap, py + gap + tall, py - gap - tall].map((y) => boxOf(x, y, wide, tall)).filter((box) => !laid.some((other) => meet(box, other)));
      const box = places.find((place) => !shields.some((other) => meet(place, other))) ?? places[0];
      if (!box) continue;
      laid.push(box);
      const at = `translate(${round(x)},${round((box.top + box.bottom) / 2)}) scale(${round(size * 100) / 100})`;
      drawn += `<g class="age" transform="${at}"><rect x="${round(-wide / size / 2)}" y="-7.5" width="${round(wide / size)}" height="15" rx="4"/><text y="4">${text(words)}</text></g>`;
    }
    this.layers.ages.innerHTML = drawn;
  }

  /** @param {Works | undefined} works */
  works(works) {
    if (!works || works === "none") return "";
    return `<path class="works" d="${RAMPART}${works === "entrenched" ? TRENCH : ""}"/>`;
  }

  /** @param {number} seat */
  sign(seat) {
    return `<use class="sign" href="${this.sprite}#sign-${armyNumber(seat)}" x="-22" y="-26" width="44" height="54" transform="translate(0,-10.5) scale(.5)"/>`;
  }

  /** @param {At} at @param {{dx: number, dy: number}} [place] */
  centre(at, place = { dx: 0, dy: 0 }) {
    const wide = 34 * this.k;
    return [(at[0] + 0.5) * this.scale + place.dx * wide, (at[1] + 0.5) * this.scale + place.dy * wide];
  }

  drawPins() {
    const k = Math.max(0.85, Math.min(1.35, this.scale / 36));
    /** @type {Record<string, string>} */
    const icons = { supply: "supply", sensor: "eye" };
    /** @param {Pin} thing @param {Kind} kind @param {string | undefined} icon */
    const pin = (thing, kind, icon) => {
      const [cx, cy] = this.centre(thing.at);
      const [px, py] = [cx + this.scale * 0.27, cy - this.scale * 0.2];
      this.placed.push({ kind, id: thing.id, px, py, size: 14, less: 6 });
      const label = this.scale >= 68 ? `<text class="label" y="20">${text(thing.name)}</text>` : "";
      return `<g class="pin ${kind}" transform="translate(${round(px)},${round(py)}) scale(${round(k)})"><title>${text(thing.name)}</title><path d="${PIN}"/>${
        icon ? `<use href="${this.sprite}#${icon}" x="-5" y="-10" width="10" height="10"/>` : '<circle cy="-5" r="2.6"/>'
      }${label}</g>`;
    };
    this.layers.pins.innerHTML =
      this.world.features.map((feature) => pin(feature, "feature", icons[feature.effect ?? ""])).join("") +
      this.world.relics.map((relic) => pin(relic, "relic", "relic")).join("");
  }

  drawRange() {
    const range = this.marks.range;
    if (!range) {
      this.layers.ranges.innerHTML = "";
      return;
    }
    /** @param {string} name @param {number} radius @param {number} inset */
    const line = (name, radius, inset) => {
      const d = pathOf(outline(rangeOf(this.world.ground, range.at, radius), inset / this.scale), this.scale, Math.min(5, this.scale / 5));
      return `<path class="halo" d="${d}"/><path class="range-${name}" d="${d}"/>`;
    };
    this.layers.ranges.innerHTML =
      (range.search ? line("search", range.search, 1.5) : "") + line("recon", range.recon, 2) + line("battle", range.battle, 2.5);
  }

  drawTargets() {
    this.layers.targets.innerHTML = (this.marks.targets || [])
      .map(([x, y]) => {
        const gap = Math.max(1.5, this.scale * 0.07);
        const side = round(this.scale - 2 * gap);
        return `<rect x="${round(x * this.scale + gap)}" y="${round(y * this.scale + gap)}" width="${side}" height="${side}" rx="${round(this.scale * 0.12)}"/><circle cx="${round((x + 0.5) * this.scale)}" cy="${round((y + 0.5) * this.scale)}" r="${round(Math.max(1.5, this.scale * 0.06))}"/>`;
      })
      .join("");
  }

  drawMoves() {
    let arrows = "";
    let ghosts = "";
    for (const move of this.marks.moves || []) {
      const [ax, ay] = this.centre(move.from);
      const [bx, by] = this.centre(move.to);
      const length = Math.hypot(bx - ax, by - ay) || 1;
      const [ux, uy] = [(bx - ax) / length, (by - ay) / length];
      const head = Math.max(5, Math.min(9, this.scale / 4));
      const clear = 34 * this.k * 0.5;
      const [sx, sy] = [ax + ux * clear * 0.8, ay + uy * clear * 0.8];
      const back = Math.min(clear, Math.max(0, length - clear * 0.8 - head * 2));
      const [ex, ey] = [bx - ux * back, by - uy * back];
      const chosen = move.id === this.marks.selected ? "selected" : "";
      const points = [[ex, ey], [ex - ux * head * 1.5 - uy * head, ey - uy * head * 1.5 + ux * head], [ex - ux * head * 1.5 + uy * head, ey - uy * head * 1.5 - ux * head]];
      const d = `M${round(sx)},${round(sy)}L${round(ex - ux * head)},${round(ey - uy * head)}`;
      const tip = points.map(([x, y]) => `${round(x)},${round(y)}`).join(" ");
      arrows += `<g class="march ${move.kind} ${chosen}"><path class="halo" d="${d}"/><path d="${d}"/><polygon points="${tip}"/></g>`;
      if (chosen) ghosts += this.ghost(move);
    }
    this.layers.marches.innerHTML = arrows;
    this.layers.ghosts.innerHTML = ghosts;
  }

  /** @param {Move} move */
  ghost(move) {
    const banner = this.world.banners.find(({ id }) => id === move.id);
    if (!banner || same(move.from, move.to)) return "";
    const [px, py] = this.centre(move.to);
    return `<g class="piece ghost army-${armyNumber(this.world.you)}" transform="translate(${round(px)},${round(py)}) scale(${round(this.k * 100) / 100})"><path class="field" d="${SHIELD}"/>${this.sign(this.world.you)}<text class="level" y="14">${text(banner.level)}</text></g>`;
  }

  drawMarks() {
    const k = Math.max(0.8, Math.min(1.3, this.scale / 40));
    /** @param {At} at @param {string} kind */
    const badge = (at, kind) => {
      const [px, py] = this.centre(at);
      return `<g class="swords ${kind}" transform="translate(${round(px)},${round(py)}) scale(${round(k * 100) / 100})"><circle r="12"/><path d="${SWORDS}"/></g>`;
    };
    this.layers.marks.innerHTML =
      (this.world.battles || []).map((battle) => badge(battle.at, "battle")).join("") +
      (this.marks.meetings || []).map((meeting) => badge(meeting.at, "meeting")).join("");
    for (const battle of this.world.battles || []) {
      const [px, py] = this.centre(battle.at);
      this.placed.push({ kind: "battle", id: battle.id, px, py, size: 20, less: 4 });
    }
  }

  /** @param {At | null | undefined} at */
  drawCursor(at) {
    if (!at) {
      this.layers.cursor.innerHTML = "";
      return;
    }
    const s = this.scale;
    const [x, y] = [at[0] * s, at[1] * s];
    const arm = Math.max(3, s * 0.26);
    /** @param {number} cx @param {number} cy @param {number} dx @param {number} dy */
    const corner = (cx, cy, dx, dy) => `M${round(cx + dx * arm)},${round(cy)}H${round(cx)}V${round(cy + dy * arm)}`;
    const d = corner(x, y, 1, 1) + corner(x + s, y, -1, 1) + corner(x, y + s, 1, -1) + corner(x + s, y + s, -1, -1);
    this.layers.cursor.innerHTML = `<path class="halo" d="${d}"/><path d="${d}"/>`;
  }
}
