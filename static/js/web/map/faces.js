/**
 * What a sign in a crowd looks like: how large it is, what is written on it, and where. Lengths are twelfths of a
 * pixel, from the middle of the shield. `campaign/base/drawing/crowd_faces.py` is its twin.
 */

import { wide } from "./lettering.js";
import { div } from "./room.js";

export const RANKS = ["selected", "near", "own", "seen", "battle", "aim", "pin", "old", "place"];
export const WORKS = ["none", "fortified", "entrenched"];
/** A shield's width; half of it are its level's letters, never below 12 pixels. */
const LEAST = 288;
const MOST = 552;
const EDGE = 24;
/** The letters of counts and turns; names are larger. */
const SMALL = 132;
export const NAME = 144;
const PLATE = 156;
/** Between turns from before the war, that have a hyphen of their own. */
const DASH = "\u2013";
/** How far the plates at a shield's head stand above it, and beyond its right side. */
const HEAD_UP = 132;
const HEAD_OUT = 48;

/** @param {string} kind */
export const standard = (kind) => kind === "banner" || kind === "sighting";

/**
 * How wide a single sign is.
 * @param {string} kind @param {number} scale
 */
export function sizeOf(kind, scale) {
  if (standard(kind)) return Math.max(LEAST, Math.min(MOST, div(scale * 17, 25)));
  if (kind === "battle") return Math.max(240, Math.min(336, div(scale * 3, 5)));
  return Math.max(216, Math.min(300, div(scale, 2)));
}

/** @param {number} first @param {number} last */
function spanOf(first, last) {
  return first === last ? String(first) : `${first}${first >= 0 ? "-" : DASH}${last}`;
}

/**
 * The sign of one piece, or of a stack of a kind.
 * @param {string} kind @param {CrowdPiece[]} pieces @param {number} scale @param {string} short
 * @returns {Face}
 */
export function faceOf(kind, pieces, scale, short) {
  const size = sizeOf(kind, scale);
  /** @type {Face} */
  const face = { size, wide: size, high: size, text: "", levels: 0, unknown: 0, turns: "", marks: [], texts: [], reach: [0, 0, 0, 0] };
  if (!standard(kind)) {
    if (kind === "pin") face.high = div(size * 5, 4);
    head(face, pieces, []);
    return face;
  }
  for (const { level } of pieces) level === null ? (face.unknown += 1) : (face.levels += level);
  face.text = face.unknown === pieces.length ? "?" : `${face.levels}${face.unknown ? "+" : ""}`;
  const letters = div(size, 2);
  const written = wide(face.text, letters);
  face.wide = Math.max(size, written + div(size, 4));
  face.high = div(size * 9, 8);
  face.texts.push({ role: "level", text: face.text, x: 0, y: div(face.high * 32, 100) - div(face.high, 2), wide: written, high: letters, size: letters });
  const marks = [];
  if (pieces.some(({ node }) => node)) marks.push("node");
  if (pieces.some(({ relic }) => relic)) marks.push("relic");
  head(face, pieces, marks);
  foot(face, pieces, short);
  return face;
}

/**
 * The best works that any of them has.
 * @param {CrowdPiece[]} pieces
 */
export function worksOf(pieces) {
  return WORKS[Math.max(...pieces.map(({ works }) => Math.max(0, WORKS.indexOf(works))))];
}

/**
 * The plates at the head, from the right: how many it stands for, then what they carry.
 * @param {Face} face @param {CrowdPiece[]} pieces @param {string[]} marks
 */
function head(face, pieces, marks) {
  const [half, up] = [div(face.wide, 2), div(face.high, 2)];
  let [left, top, right] = [-half, -up, face.wide - half];
  const y = top - HEAD_UP + div(PLATE, 2);
  let x = right + HEAD_OUT;
  if (pieces.length > 1) {
    const text = `x${pieces.length}`;
    const plate = wide(text, SMALL) + 72;
    face.texts.push({ role: "count", text, x: x - div(plate, 2), y, wide: plate, high: PLATE, size: SMALL });
    x -= plate;
  }
  for (const name of marks.reverse()) {
    face.marks.push([name, x - div(PLATE, 2), y, PLATE]);
    x -= PLATE;
  }
  if (x < right + HEAD_OUT) [top, right, left] = [top - HEAD_UP, right + HEAD_OUT, Math.min(left, x)];
  face.reach = [EDGE - left, EDGE - top, EDGE + right, EDGE + face.high - up];
}

/**
 * Below the shield: its works, then the turns of old sightings.
 * @param {Face} face @param {CrowdPiece[]} pieces @param {string} short
 */
function foot(face, pieces, short) {
  let [left, top, right, bottom] = face.reach;
  const works = worksOf(pieces);
  if (works !== "none") bottom += div(face.size * (works === "entrenched" ? 5 : 3), 16);
  const turns = pieces.flatMap(({ turn }) => (turn === null ? [] : [turn]));
  if (turns.length) {
    face.turns = short + spanOf(Math.min(...turns), Math.max(...turns));
    const plate = wide(face.turns, SMALL) + 72;
    face.texts.push({ role: "turns", text: face.turns, x: 0, y: bottom + div(PLATE, 2), wide: plate, high: PLATE, size: SMALL });
    bottom += PLATE + EDGE / 2;
    left = Math.max(left, div(plate, 2) + EDGE / 2);
    right = Math.max(right, plate - div(plate, 2) + EDGE / 2);
  }
  face.reach = [left, top, right, bottom];
}
