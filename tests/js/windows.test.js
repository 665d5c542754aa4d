import assert from "node:assert/strict";
import test from "node:test";

import { lay, missing, unfold } from "../../static/js/web/map/windows.js";

const far = "\u{10028}";
const tile = (at, sign) => ({ at, terrain: ["##"], territory: [`${sign}.`], fog: ["02"] });
const large = () => unfold({ size: [6, 2], tile: 2, tiles: [tile([0, 0], far)] });

test("a map in tiles is laid out to its full size", () => {
  const map = large();
  assert.deepEqual(map.terrain, ["##....", "......"]);
  assert.deepEqual(map.fog, ["021111", "111111"]);
  assert.deepEqual([...map.loaded], ["0,0"]);
  assert.equal(map.tiles, undefined);
});

test("tiles find their place beside signs of many units", () => {
  const map = large();
  lay(map, [tile([2, 0], "3")]);
  assert.equal(map.territory[0], `${far}.3...`);
  assert.deepEqual([...map.loaded], ["0,0", "1,0"]);
});

test("what is missing is named by column and row, and only on the map", () => {
  const map = large();
  assert.deepEqual(missing(map, { x0: 0, y0: 0, x1: 6, y1: 2 }), ["1,0", "2,0"]);
  assert.deepEqual(missing(map, { x0: -3, y0: -3, x1: 2, y1: 9 }), []);
  assert.deepEqual(missing({ size: [6, 2] }, { x0: 0, y0: 0, x1: 6, y1: 2 }), []);
});
