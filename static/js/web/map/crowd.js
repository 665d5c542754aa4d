/**
 * What stands where on a map in a crowd: signs that never overlap, stacks of an army, and all texts.
 *
 * `campaign/base/drawing/crowd.py` is its twin and answers the same, byte for byte. All lengths are whole
 * twelfths of a pixel from the map's north-west corner; `scale` is how many of them a sector is wide. The whole
 * map is laid out at a scale, never what a window shows of it, so moving about changes nothing.
 *
 * Those of an army that stand too close for their signs are a stack. Then everybody is served in order of rank: a
 * sign stands in its place, or near it with a leader; where there is no room it joins its army's next sign, and
 * all begins anew. At the end names find room between the signs, or are left out.
 */

import { NAME, RANKS, faceOf, standard, worksOf } from "./faces.js";
import { wide } from "./lettering.js";
import { Room, div } from "./room.js";

/** From 24 pixels a sector on, two of an army stand side by side in one, and no two sectors share a sign. */
export const CLOSE = 288;
/** The least scale at which names are written, and the widest name. */
const NAMED = 432;
const LONGEST = 1920;
const GAP = 12;
/** How far a sign may move, in squares of quarters of its size: at once, and if it has nobody to join. */
const NEAR = 36;
const FAR = 144;
/** It joins one of its army that stands within so many of its own widths before it moves far. */
const JOINS = 3;
/** How much of the map signs may take, in percent, before they are gathered from further around. */
const FULL = 90;
const NAMES = [["battle"], ["aim"], ["pin"], ["banner", "sighting"]];

/** One crowd at one scale. */
class Crowd {
  /** @param {CrowdPiece[]} pieces @param {number} scale @param {Quad} box @param {string} short */
  constructor(pieces, scale, box, short) {
    this.pieces = pieces;
    this.scale = scale;
    this.box = box;
    this.short = short;
    this.room = new Room(box);
    this.beneath = new Room(box);
    this.items = this.gathered();
  }

  /** Where all together have more signs than the map has room for, cells are larger. */
  gathered() {
    const [left, top, right, bottom] = this.box;
    const room = div((right - left) * (bottom - top) * FULL, 100);
    const most = Math.max(0, ...this.pieces.map(({ at }) => Math.max(...at)));
    for (let across = Math.max(1, Math.ceil(CLOSE / this.scale)); ; across += Math.max(1, div(across, 4))) {
      const items = this.gather(across);
      let area = 0;
      for (const { reach } of items) area += (reach[0] + reach[2]) * (reach[1] + reach[3]);
      if (area <= room || across > most) return items;
    }
  }

  /**
   * Those of a kind and an army that share a cell of so many sectors, counted from A1.
   * @param {number} across
   */
  gather(across) {
    /** @type {Map<string, CrowdItem>} */
    const found = new Map();
    this.pieces.forEach(({ kind, seat, turn, at }, index) => {
      if (kind === "place") return;
      const old = turn !== null;
      const key = `${kind}/${seat}/${old}`;
      const cell = `${key}/${div(at[0], across)}/${div(at[1], across)}`;
      const item = found.get(cell);
      if (item) item.members.push(index);
      else found.set(cell, { kind, seat, key, members: [index], core: [], pair: false, gone: false, rank: 0, x: 0, y: 0, faces: [], reach: [0, 0, 0, 0], place: null });
    });
    const items = [...found.values()];
    for (const item of items) {
      item.pair = across === 1 && this.scale >= CLOSE && item.members.length === 2;
      item.core = item.members.map((index) => this.pieces[index]);
      this.dress(item);
    }
    return items;
  }

  /**
   * Its signs and its own place, after those it stands for have changed.
   * @param {CrowdItem} item
   */
  dress(item) {
    item.members.sort((a, b) => a - b);
    const pieces = item.members.map((index) => this.pieces[index]);
    item.rank = Math.min(...pieces.map(rankOf));
    [item.x, item.y] = this.anchor(item.kind, item.core);
    const groups = item.pair ? item.members.map((index) => [index]) : [item.members];
    const faces = groups.map((group) => faceOf(item.kind, group.map((index) => this.pieces[index]), this.scale, this.short));
    const [one, other] = faces;
    item.faces = [[0, one, groups[0]]];
    item.reach = one.reach;
    if (!item.pair) return;
    const apart = one.reach[2] + other.reach[0] + GAP;
    const left = -div(apart, 2);
    item.faces = [[left, one, groups[0]], [left + apart, other, groups[1]]];
    item.reach = [one.reach[0] - left, Math.max(one.reach[1], other.reach[1]), left + apart + other.reach[2], Math.max(one.reach[3], other.reach[3])];
  }

  /**
   * The middle of their sectors; pins point to the upper right of theirs.
   * @param {string} kind @param {CrowdPiece[]} pieces
   * @returns {At}
   */
  anchor(kind, pieces) {
    const [across, down] = kind === "pin" ? [3, 1] : [2, 2];
    let [x, y] = [0, 0];
    for (const { at } of pieces) [x, y] = [x + 4 * at[0] + across, y + 4 * at[1] + down];
    return [div(x * this.scale, 4 * pieces.length), div(y * this.scale, 4 * pieces.length)];
  }

  /** Place all; whoever finds no room joins another, and all are placed anew. */
  settle() {
    /** @type {CrowdItem[]} */
    const stuck = [];
    for (;;) {
      this.room = new Room(this.box);
      this.items.sort((a, b) => a.rank - b.rank || a.y - b.y || a.x - b.x || a.members[0] - b.members[0]);
      /** @type {[CrowdItem, CrowdItem][]} */
      let joins = [];
      stuck.length = 0;
      for (const item of this.items) item.place = null;
      for (const item of this.items) {
        const [place, partner] = this.find(item);
        item.place = place;
        if (place) this.room.take(around(place, item.reach));
        else if (partner) joins.push([item, partner]);
        else stuck.push(item);
      }
      if (!joins.length) joins = this.yielding(stuck);
      if (!joins.length) break;
      this.join(joins);
    }
    for (const item of stuck) if (standard(item.kind)) item.place = [item.x, item.y];
  }

  /**
   * A place for it, or who it joins; itself if it has to become a stack first.
   * @param {CrowdItem} item @returns {[At | null, CrowdItem | null]}
   */
  find(item) {
    const { room } = this;
    const { x, y, reach } = item;
    const near = room.spot(x, y, reach, 0, NEAR);
    if (near) return [near, null];
    if (item.pair) return [null, item];
    const [partner, far] = this.next(item);
    const limit = JOINS * item.faces[0][1].size;
    if (partner && far <= limit * limit) return [null, partner];
    const place = room.spot(x, y, reach, NEAR + 1, FAR);
    if (place) return [place, null];
    if (partner) return [null, partner];
    return [room.anywhere(x, y, reach), null];
  }

  /**
   * For each that has no room and nobody to join: who has most signs makes one of two.
   * @param {CrowdItem[]} stuck
   */
  yielding(stuck) {
    /** @type {Map<string, CrowdItem[]>} */
    const groups = new Map();
    for (const item of this.items) groups.has(item.key) ? groups.get(item.key)?.push(item) : groups.set(item.key, [item]);
    /** @type {[CrowdItem, CrowdItem][]} */
    const joins = [];
    for (let left = stuck.length; left > 0; left--) {
      const most = [...groups.values()].reduce((best, one) => (one.length > best.length ? one : best));
      const partner = most.length > 1 ? this.next(most[most.length - 1])[0] : null;
      if (partner) joins.push([/** @type {CrowdItem} */ (most.pop()), partner]);
    }
    return joins;
  }

  /**
   * The nearest other sign of its kind and army, best one that has its place, and how far it is, squared.
   * @param {CrowdItem} item @returns {[CrowdItem | null, number]}
   */
  next(item) {
    /** @type {CrowdItem | null} */
    let best = null;
    let least = 0;
    for (const one of this.items) {
      if (one === item || one.key !== item.key) continue;
      const far = ((one.x - item.x) * (one.x - item.x) + (one.y - item.y) * (one.y - item.y)) * (one.place ? 1 : 4);
      if (!best || far < least) [best, least] = [one, far];
    }
    return [best, least];
  }

  /**
   * Whoever has grown by another stays where it was for now, and is served in the next round.
   * @param {[CrowdItem, CrowdItem][]} joins
   */
  join(joins) {
    /** @type {Set<CrowdItem>} */
    const grown = new Set();
    for (const [item, partner] of joins) {
      if (item === partner) {
        item.pair = false;
        grown.add(item);
      } else if (!grown.has(item) && !partner.gone) {
        partner.members.push(...item.members);
        partner.pair = false;
        item.gone = true;
        grown.add(partner);
      }
    }
    this.items = this.items.filter(({ gone }) => !gone);
    for (const item of grown) if (!item.gone) this.dress(item);
  }

  /** The signs and texts, those of the lowest rank first. @returns {Crowded} */
  drawn() {
    /** @type {CrowdSign[]} */
    const signs = [];
    /** @type {CrowdLabel[]} */
    const labels = [];
    for (const item of [...this.items].reverse()) {
      if (!item.place) continue;
      for (const [aside, face, members] of item.faces) {
        const sign = this.sign(item, item.place[0] + aside, item.place[1], face, members);
        signs.push(sign);
        for (const text of face.texts) labels.push(labelOf(signs.length - 1, sign.ids[0], sign.x, sign.y, text));
      }
    }
    labels.push(...this.names(signs));
    return { signs, labels };
  }

  /**
   * @param {CrowdItem} item @param {number} x @param {number} y @param {Face} face @param {number[]} members
   * @returns {CrowdSign}
   */
  sign(item, x, y, face, members) {
    const pieces = members.map((index) => this.pieces[index]);
    const [ax, ay] = item.pair ? this.anchor(item.kind, pieces) : [item.x, item.y];
    // Two side by side stand in their place if the middle between them does.
    const [mx, my] = item.pair ? /** @type {At} */ (item.place) : [x, y];
    const near = Math.abs(ax - mx) <= div(face.wide, 2) && Math.abs(ay - my) <= div(face.high, 2);
    return {
      kind: item.kind,
      ids: pieces.map(({ id }) => id),
      seat: item.seat,
      x,
      y,
      size: face.size,
      wide: face.wide,
      high: face.high,
      box: around([x, y], face.reach),
      count: pieces.length,
      text: face.text,
      levels: face.levels,
      unknown: face.unknown,
      turns: face.turns,
      leader: near ? null : [ax, ay],
      rank: RANKS[Math.min(...pieces.map(rankOf))],
      retreating: pieces.some(({ retreating }) => retreating),
      works: worksOf(pieces),
      relic: pieces.some(({ relic }) => relic),
      node: pieces.some(({ node }) => node),
      marks: face.marks.map(([name, dx, dy, size]) => [name, x + dx, y + dy, size]),
    };
  }

  /**
   * Names where they find room: of battles, aims, pins, then banners, then what has no sign.
   * @param {CrowdSign[]} signs
   */
  names(signs) {
    /** @type {CrowdLabel[]} */
    const labels = [];
    const byId = new Map(this.pieces.map((piece) => [`${piece.kind}/${piece.id}`, piece]));
    /** @param {number} sign @param {CrowdPiece | undefined} piece @param {Quad} box @param {string} role */
    const put = (sign, piece, box, role) => {
      const label = piece && this.named(sign, piece, box, role);
      if (label) labels.push(label);
    };
    for (const kinds of NAMES) {
      for (let index = signs.length - 1; index >= 0; index--) {
        const sign = signs[index];
        if (this.scale < NAMED || !kinds.includes(sign.kind) || sign.count > 1) continue;
        put(index, byId.get(`${sign.kind}/${sign.ids[0]}`), sign.box, standard(sign.kind) ? "name" : sign.kind);
      }
    }
    for (const piece of this.pieces) {
      if (piece.kind !== "place") continue;
      const [x, y] = [div((2 * piece.at[0] + 1) * this.scale, 2), div((2 * piece.at[1] + 1) * this.scale, 2)];
      put(-1, piece, [x, y, x, y], "place");
    }
    return labels;
  }

  /**
   * A text below its sign, above it, or beside it, where it covers no sign of a territory if it can; none
   * if none of these is free.
   * @param {number} sign @param {CrowdPiece} piece @param {Quad} box @param {string} role
   */
  named(sign, { id, text }, box, role) {
    const [across, high] = [wide(text, NAME) + GAP, div(NAME * 4, 3)];
    if (!text || across > LONGEST) return null;
    const [x, y] = [div(box[0] + box[2], 2), div(box[1] + box[3], 2)];
    const [down, aside] = [div(high, 2) + GAP / 2, div(across, 2) + GAP / 2];
    const middles = role === "place" ? [[x, y]] : [[x, box[3] + down], [x, box[1] - down], [box[2] + aside, y], [box[0] - aside, y]];
    /** @type {{taken: Quad, px: number, py: number} | null} */
    let found = null;
    for (const [px, py] of middles) {
      const [left, top] = [px - div(across, 2), py - div(high, 2)];
      /** @type {Quad} */
      const taken = [left, top, left + across, top + high];
      if (!this.room.holds(taken) || !this.room.free(...taken)) continue;
      const bare = this.beneath.free(...taken);
      if (bare || !found) found = { taken, px, py };
      if (bare) break;
    }
    if (!found) return null;
    this.room.take(found.taken);
    return labelOf(sign, id, found.px, found.py, { role, text, x: 0, y: 0, wide: across, high, size: NAME });
  }
}

/** @param {At} place @param {Quad} reach @returns {Quad} */
function around([x, y], [left, up, right, down]) {
  return [x - left, y - up, x + right, y + down];
}

/** @param {CrowdPiece} piece */
function rankOf({ rank }) {
  const found = RANKS.indexOf(rank);
  return found < 0 ? RANKS.length - 1 : found;
}

/** @param {number} sign @param {string} of @param {number} x @param {number} y @param {Written} text @returns {CrowdLabel} */
function labelOf(sign, of, x, y, { role, text, x: dx, y: dy, wide: across, high, size }) {
  return { sign, of, text, x: x + dx, y: y + dy, wide: across, high, size, role };
}

/**
 * What stands where at `scale`, all of it within `box`; `short` is the word before a turn, and `beneath` are
 * the signs on the ground, of which names cover one only if they have no other place.
 * @param {CrowdPiece[]} pieces @param {number} scale @param {Quad} box
 * @param {Quad[]} [beneath]
 */
export function crowd(pieces, scale, box, short = "T", beneath = []) {
  const made = new Crowd(pieces, scale, box, short);
  for (const one of beneath) made.beneath.take(one);
  made.settle();
  return made.drawn();
}
