import assert from "node:assert/strict";
import test from "node:test";

import {
  Ground,
  apart,
  battleSector,
  distance,
  meetings,
  outline,
  pathOf,
  rangeOf,
  resupplied,
  sectorName,
  sectorOf,
  sharedSectors,
  splitLevels,
} from "../../static/js/web/map/geometry.js";

const plain = new Ground(Array.from({ length: 9 }, () => "........."));

test("sectors are named as people read them", () => {
  assert.equal(sectorName([0, 0]), "A1");
  assert.equal(sectorName([25, 0]), "Z1");
  assert.equal(sectorName([26, 2]), "AA3");
  assert.equal(sectorName([701, 9]), "ZZ10");
  assert.equal(sectorName([702, 9]), "AAA10");
});

test("a name gives its sector back, in small letters too", () => {
  for (const at of [[0, 0], [25, 8], [26, 2], [299, 299], [702, 0]]) assert.deepEqual(sectorOf(sectorName(at)), at);
  assert.deepEqual(sectorOf(" g6 "), [6, 5]);
  for (const wrong of ["", "6", "G", "G0", "6G", "G6!"]) assert.equal(sectorOf(wrong), null);
});

test("diagonals count as one", () => {
  assert.equal(distance([2, 2], [3, 3]), 1);
  assert.equal(distance([0, 0], [2, 5]), 5);
});

test("a range has the passable sectors on the map and reaches past impassable ones", () => {
  const ground = new Ground([".#..", "....", "...."]);
  assert.deepEqual(rangeOf(ground, [0, 0], 1), [[0, 0], [0, 1], [1, 1]]);
  assert.ok(rangeOf(ground, [0, 0], 2).some(([x, y]) => x === 2 && y === 0));
});

test("ranges overlap by what they share", () => {
  assert.deepEqual(sharedSectors(plain, [2, 4], 1, [4, 4], 1), [[3, 3], [3, 4], [3, 5]]);
  assert.deepEqual(sharedSectors(plain, [2, 4], 1, [5, 4], 1), []);
  const walled = new Ground(["..#..", "..#..", "..#.."]);
  assert.deepEqual(sharedSectors(walled, [1, 1], 1, [3, 1], 1), []);
});

test("a battle is fought halfway, by the rule's order where several sectors would do", () => {
  const shared = sharedSectors(plain, [2, 4], 1, [4, 4], 1);
  assert.deepEqual(battleSector(shared, [2, 4], [4, 4]), [3, 4]);
  // Two sectors apart diagonally: the only shared sector.
  assert.deepEqual(battleSector(sharedSectors(plain, [2, 2], 1, [4, 4], 1), [2, 2], [4, 4]), [3, 3]);
  // One sector apart: (2,4) and (3,4) are equally good; the smaller x has it.
  assert.deepEqual(battleSector(sharedSectors(plain, [2, 4], 1, [3, 4], 1), [2, 4], [3, 4]), [2, 4]);
});

test("a march meets the enemies whose battle range it newly overlaps", () => {
  const sightings = [
    { id: "near", at: [4, 4] },
    { id: "new", at: [7, 4] },
    { id: "far", at: [8, 8] },
  ];
  const asked = { from: [3, 4], to: [5, 4], radius: 1, sightings, radiusOf: () => 1 };
  const met = meetings(plain, asked);
  assert.deepEqual(met.map(({ sighting, already }) => [sighting.id, already]), [["near", true], ["new", false]]);
  assert.deepEqual(met[1].sector, [6, 4]);
  assert.ok(meetings(plain, { ...asked, everyTurn: true }).every(({ already }) => !already));
});

test("a wider enemy battle range meets from farther off", () => {
  const asked = { from: [1, 4], to: [2, 4], radius: 1, sightings: [{ id: "e", at: [5, 4] }] };
  assert.equal(meetings(plain, { ...asked, radiusOf: () => 1 }).length, 0);
  assert.equal(meetings(plain, { ...asked, radiusOf: () => 2 }).length, 1);
});

test("splits follow the table, Flexible Command two levels higher", () => {
  assert.deepEqual(splitLevels(15, false), [7, 6]);
  assert.deepEqual(splitLevels(10, false), [4, 4]);
  assert.deepEqual(splitLevels(24, false), [9, 9]);
  assert.deepEqual(splitLevels(20, true), [10, 10]);
  assert.deepEqual(splitLevels(9, true), [5, 4]);
});

test("resupply stops at 20 but for Massive Armies, and never lowers", () => {
  assert.equal(resupplied(15, 1, false), 16);
  assert.equal(resupplied(19, 2, false), 20);
  assert.equal(resupplied(20, 2, true), 22);
  assert.equal(resupplied(22, 1, false), 22);
});

test("the outline of a square is its four corners, clockwise, moved inwards", () => {
  const square = rangeOf(plain, [4, 4], 1);
  assert.deepEqual(outline(square), [[[3, 3], [6, 3], [6, 6], [3, 6]]]);
  assert.deepEqual(outline(square, 0.25), [[[3.25, 3.25], [5.75, 3.25], [5.75, 5.75], [3.25, 5.75]]]);
});

test("an outline goes around what is missing: an edge sector bends it, a hole has its own loop", () => {
  const ground = new Ground(["....", ".#..", "....", "...."]);
  const loops = outline(rangeOf(ground, [1, 1], 1));
  assert.equal(loops.length, 2);
  const bent = outline([[0, 0], [1, 0], [0, 1]]);
  assert.equal(bent.length, 1);
  assert.equal(bent[0].length, 6);
});

test("sectors that touch by a corner only are outlined apart", () => {
  assert.equal(outline([[0, 0], [1, 1]]).length, 2);
});

test("a path closes each loop", () => {
  const d = pathOf(outline([[1, 1]]), 10);
  assert.equal(d, "M10,10L20,10L20,20L10,20Z");
  assert.match(pathOf(outline([[1, 1]]), 10, 2), /^M10,12Q10,10 12,10L18,10Q/);
});

test("places that crowd each other are moved apart, and others stay", () => {
  const found = apart([[2, 2], [2, 2], [2.5, 2], [9, 9]], 1);
  assert.deepEqual(found[3], [9, 9]);
  for (const one of found) for (const other of found) if (one !== other) assert.ok(Math.hypot(one[0] - other[0], one[1] - other[1]) > 0.9);
  assert.deepEqual(apart([[0, 0], [1, 0]], 1), [[0, 0], [1, 0]]);
});
