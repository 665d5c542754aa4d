/**
 * What stands in front of the ground, as SVG: the signs of a crowd, ranges, marches, the cursor.
 *
 * Signs keep their size in pixels, so all is drawn anew when the scale changes, and laid out once for each scale:
 * see `crowd`. A sign keeps its element for as long as it stands for the same pieces.
 */

import { CLOSE, crowd } from "./crowd.js";
import { faceOf } from "./faces.js";
import { armyNumber } from "./palette.js";
import { apart, outline, pathOf, rangeOf, same } from "./geometry.js";
import { ICONS, Shields, round, text } from "./shields.js";
import { boxOf } from "./signs.js";
import { BARE, MEETING, piecesOf } from "./standing.js";
import { groundSigns } from "./territory.js";

const NS = "http://www.w3.org/2000/svg";
const PX = 12;
/** How far from a sign a finger may be to mean it, in pixels; and how much more it means what moves. */
const NEAR = 12;
const LESS = { banner: -2, sighting: 0, battle: 4, aim: 5, pin: 6 };
/** Layouts that are kept: those of the last scales. */
const KEPT = 8;

/**
 * How wide a shield is, in pixels, where a sector is `scale` pixels wide.
 * @param {number} scale
 */
export function pieceWidth(scale) {
  return Math.max(24, Math.min(46, scale * 0.68));
}

/**
 * Where what moves begins and ends beside all else that does, so that no shield hides another's levels: by its
 * own places, those that are to be taken.
 * @param {{places: {at: At}[]}[]} ways @param {number} scale
 * @returns {Map<At, At>}
 */
export function beside(ways, scale) {
  const moved = new Map();
  for (const end of [-1, 0]) {
    const taken = ways.map(({ places }) => (places.at(end) ?? places[0]).at);
    apart(taken, pieceWidth(scale) / scale).forEach((at, i) => moved.set(taken[i], at));
  }
  return moved;
}

export class Pieces {
  /** @param {SVGSVGElement} svg @param {{sprite: string, words: Pick<Words, 'turnShort'>}} options */
  constructor(svg, { sprite, words }) {
    this.svg = svg;
    this.sprite = sprite;
    this.words = words;
    this.signs = new Shields(sprite);
    this.layers = {};
    for (const name of ["targets", "ranges", "leaders", "marches", "signs", "names", "ghosts", "cursor"]) {
      this.layers[name] = svg.appendChild(document.createElementNS(NS, "g"));
      this.layers[name].setAttribute("class", `layer-${name}`);
    }
    this.placed = [];
    this.kept = new Map();
    this.layouts = new Map();
  }

  /**
   * Draw everything; `marks` is what the plan adds.
   * Signs beyond what is drawn of the map are not shown: each costs time in every frame.
   * @param {World} world @param {Marks} marks @param {Box & {scale: number}} drawn
   */
  draw(world, marks, drawn) {
    const { scale } = drawn;
    Object.assign(this, { world, marks, scale, k: pieceWidth(scale) / 34, drawn });
    this.drawTargets();
    this.drawRange();
    this.drawCrowd();
    this.drawMoves();
    this.drawCursor(marks.cursor);
  }

  /** What the crowd is made of now: if it is the same as before, so are its layouts. */
  standing() {
    const { world, marks } = this;
    const asked = [world.banners, world.sightings, world.battles, world.features, world.relics, world.territory, world.turn, marks.selected, (marks.meetings ?? []).map(({ at }) => at).join(), marks.aims, ...world.size];
    if (!this.asked || asked.some((one, i) => one !== this.asked[i])) {
      this.asked = asked;
      this.crowding = piecesOf(world, marks);
      this.layouts.clear();
    }
    return this.crowding;
  }

  /**
   * The layout of the whole map at a scale.
   * @param {number} scale pixels a sector @returns {Crowded}
   */
  layout(scale) {
    const pieces = this.standing();
    const twelfths = Math.round(scale * PX);
    const [columns, rows] = this.world.size;
    let found = this.layouts.get(twelfths);
    if (!found) {
      const box = /** @type {Quad} */ ([0, 0, columns * twelfths, rows * twelfths]);
      found = crowd(pieces, twelfths, box, this.words.turnShort, groundSigns(this.world, scale).map(boxOf));
      if (this.layouts.size >= KEPT) this.layouts.delete(this.layouts.keys().next().value ?? 0);
      this.layouts.set(twelfths, found);
    }
    return found;
  }

  drawCrowd() {
    const { signs, labels } = this.layout(this.scale);
    /** @type {Map<number, Written[]>} */
    const texts = new Map();
    let names = "";
    for (const label of labels) {
      if (["level", "count", "turns"].includes(label.role)) {
        const sign = signs[label.sign];
        texts.set(label.sign, [...(texts.get(label.sign) ?? []), { ...label, x: label.x - sign.x, y: label.y - sign.y }]);
      } else names += this.name(label);
    }
    this.layers.names.innerHTML = names;
    this.placed = signs;
    const order = signs.map((sign, index) => this.stand(sign, texts.get(index) ?? []));
    const stays = new Set(order);
    for (const [key, { element }] of this.kept) {
      if (stays.has(key)) continue;
      element.remove();
      this.kept.delete(key);
    }
    if (order.join() !== this.order) this.layers.signs.append(...order.map((key) => this.kept.get(key)?.element ?? ""));
    this.order = order.join();
    this.drawLeaders(signs);
  }

  /** @param {CrowdLabel} label */
  name(label) {
    const [x, y, size] = [label.x / PX, label.y / PX, label.size / PX];
    return `<text class="label ${label.role}" x="${round(x)}" y="${round(y + size * 0.36)}" font-size="${round(size)}"${this.signs.squeeze(label, 600)}>${text(label.text)}</text>`;
  }

  /**
   * One sign on the map.
   * @param {CrowdSign} sign @param {Written[]} texts
   */
  stand(sign, texts) {
    const key = `${sign.kind}/${sign.ids.join("+")}`;
    let kept = this.kept.get(key);
    if (!kept) {
      kept = { element: document.createElementNS(NS, "g") };
      this.kept.set(key, kept);
    }
    const inner = this.title(sign) + this.signs.inner(sign, texts, this.iconOf(sign));
    const looks = this.looks(sign);
    const { element } = kept;
    if (kept.looks !== looks) element.setAttribute("class", looks);
    if (kept.inner !== inner) {
      element.innerHTML = inner;
      Object.assign(element.dataset, { ids: sign.ids.join(" "), seat: sign.seat, levels: sign.levels, unknown: sign.unknown, count: sign.count });
    }
    const stands = `translate(${round(sign.x / PX)}px, ${round(sign.y / PX)}px)`;
    if (kept.stands !== stands) element.style.transform = stands;
    const shown = this.isNear(sign.box) ? "" : "none";
    if (kept.shown !== shown) element.style.display = shown;
    Object.assign(kept, { looks, inner, stands, shown });
    return key;
  }

  /**
   * Whether any of a box in twelfths of a pixel lies on what is drawn.
   * @param {Quad} box
   */
  isNear([left, top, right, bottom]) {
    const { x0, y0, x1, y1, scale } = this.drawn;
    const twelfths = scale * PX;
    return right >= x0 * twelfths && left <= x1 * twelfths && bottom >= y0 * twelfths && top <= y1 * twelfths;
  }

  /** @param {CrowdSign} sign */
  looks(sign) {
    const { kind, ids, rank, count } = sign;
    if (kind === "battle") return `swords ${sign.seat ? "meeting" : "battle"}`;
    if (kind === "aim") return `aim ${this.allHeld(ids) ? "held" : "open"}`;
    if (kind === "pin") return `pin ${sign.relic ? "relic" : "feature"}`;
    const chosen = this.marks.selected && ids.includes(this.marks.selected);
    const names = ["piece", kind, `army-${armyNumber(sign.seat)}`, sign.turns ? "old" : "", sign.text === "?" ? "unknown" : ""];
    return [...names, sign.retreating ? "retreating" : "", chosen ? "selected" : "", count > 1 ? "stack" : "", rank].filter(Boolean).join(" ");
  }

  /**
   * Whether all of these aims' sectors are held, as the map shown says; of its own turn the aim itself does.
   * @param {string[]} ids
   */
  allHeld(ids) {
    const { world, marks } = this;
    const aims = (marks.aims ?? []).filter(({ id }) => ids.includes(id));
    return aims.every(({ at, held, turn }) => (turn === world.turn ? held : world.territory.seat(...at) === world.you));
  }

  /** @param {CrowdSign} sign */
  title({ kind, ids }) {
    if (kind !== "pin") return "";
    const names = [...this.world.features, ...this.world.relics].filter(({ id }) => ids.includes(id)).map(({ name }) => name);
    return `<title>${text(names.join(", "))}</title>`;
  }

  /** @param {CrowdSign} sign */
  iconOf({ kind, ids, relic }) {
    if (kind !== "pin") return undefined;
    return relic ? "relic" : ICONS[this.world.features.find(({ id }) => id === ids[0])?.effect ?? ""];
  }

  /**
   * Lines from signs to their places.
   * @param {CrowdSign[]} signs
   */
  drawLeaders(signs) {
    let drawn = "";
    for (const { x, y, leader, seat, kind } of signs) {
      if (!leader) continue;
      const [ax, ay] = leader.map((one) => round(one / PX));
      const d = `M${ax},${ay}L${round(x / PX)},${round(y / PX)}`;
      const army = kind === "banner" || kind === "sighting" ? `army-${armyNumber(seat)}` : `of-${kind}`;
      drawn += `<g class="leader ${army}"><path class="halo" d="${d}"/><path d="${d}"/><circle cx="${ax}" cy="${ay}" r="2.6"/></g>`;
    }
    this.layers.leaders.innerHTML = drawn;
  }

  /**
   * The sign near a point in map pixels; of a stack all of it.
   * @param {number} px @param {number} py @returns {Picked | null}
   */
  pick(px, py) {
    let best = null;
    let least = Infinity;
    for (const sign of this.placed) {
      const [left, top, right, bottom] = sign.box.map((one) => one / PX);
      const away = Math.hypot(Math.max(left - px, 0, px - right), Math.max(top - py, 0, py - bottom));
      const far = away + Math.hypot(sign.x / PX - px, sign.y / PX - py) / 100 + LESS[/** @type {keyof typeof LESS} */ (sign.kind)];
      if (away < NEAR && far < least && !sign.ids[0].startsWith(MEETING)) [best, least] = [sign, far];
    }
    return best && this.picked(best);
  }

  /** @param {CrowdSign} sign @returns {Picked} */
  picked(sign) {
    const kind = sign.kind === "pin" ? (this.world.features.some(({ id }) => id === sign.ids[0]) ? "feature" : "relic") : /** @type {Kind} */ (sign.kind);
    return { kind, id: sign.ids[0], sign };
  }

  /**
   * The sign that a piece stands in.
   * @param {string} kind @param {string} id
   */
  signOf(kind, id) {
    return this.placed.find((sign) => sign.kind === kind && sign.ids.includes(id));
  }

  /**
   * The pieces of a stack.
   * @param {CrowdSign} sign
   */
  members({ kind, ids }) {
    return this.standing().filter((piece) => piece.kind === kind && ids.includes(piece.id));
  }

  /**
   * The least scale from `scale` on at which a stack's pieces no longer share one sign, or null up to `most`.
   * @param {CrowdSign} sign @param {number} scale @param {number} most
   */
  parting({ kind, ids }, scale, most) {
    for (let next = Math.max(scale + 1, CLOSE / PX); next <= most; next = Math.ceil(next * 1.25)) {
      const here = this.layout(next).signs.find((one) => one.kind === kind && one.ids.includes(ids[0]));
      if (here && !ids.every((id) => here.ids.includes(id))) return next;
    }
    return null;
  }

  /**
   * One for itself, around its middle.
   * @param {CrowdPiece} piece @param {string} [looks]
   */
  alone(piece, looks) {
    const face = faceOf(piece.kind, [piece], Math.round(this.scale * PX), this.words.turnShort);
    const sign = { ...piece, ...face, ids: [piece.id], x: 0, y: 0, count: 1, box: face.reach, leader: null };
    return `<g class="${looks ?? this.looks(sign)}">${this.signs.inner(sign, face.texts, undefined)}</g>`;
  }

  /** @param {At} at */
  centre(at) {
    return [(at[0] + 0.5) * this.scale, (at[1] + 0.5) * this.scale];
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
      // Shorter than its own head it would say nothing.
      if (length < 9 && move.id !== this.marks.selected) continue;
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
    const piece = { ...BARE, kind: "banner", id: banner.id, seat: this.world.you, at: move.to, level: banner.level, rank: "own" };
    return `<g transform="translate(${round(px)},${round(py)})">${this.alone(piece, `piece ghost army-${armyNumber(this.world.you)}`)}</g>`;
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
