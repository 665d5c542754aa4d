import assert from "node:assert/strict";
import test from "node:test";

import { Fog } from "../../static/js/web/map/fog.js";
import { Ground } from "../../static/js/web/map/geometry.js";
import { channels } from "../../static/js/web/map/palette.js";
import { height } from "../../static/js/web/map/terrain.js";
import { Territory, disputants, seatOf } from "../../static/js/web/map/territory.js";

test("a territory sign is the seat's number, beyond 35 a letter of its own", () => {
  assert.equal(seatOf("."), 0);
  assert.equal(seatOf("*"), 0);
  assert.equal(seatOf("7"), 7);
  assert.equal(seatOf("z"), 35);
  assert.equal(seatOf(String.fromCodePoint(0x10000 + 40)), 40);
});

test("rows with signs beyond one character are read sector by sector", () => {
  const far = String.fromCodePoint(0x10000 + 40);
  const territory = new Territory([`.${far}2`]);
  assert.equal(territory.seat(1, 0), 40);
  assert.equal(territory.seat(2, 0), 2);
  assert.equal(territory.seat(9, 9), 0);
});

test("a disputed sector is striped by those who stand near, else by those who hold what is beside it", () => {
  const territory = new Territory(["1*2", "..."]);
  const placed = [{ at: [1, 1], seat: 3, radius: 1 }];
  assert.deepEqual(disputants(territory, 1, 0, []), [1, 2]);
  assert.deepEqual(disputants(territory, 1, 0, placed), [1, 3]);
});

test("fog is what was seen; impassable ground is as bright as the brightest sector beside it", () => {
  const ground = new Ground(["..#", "..#", "..."]);
  const fog = new Fog(["020", "100", "000"], ground);
  assert.equal(fog.at(1, 0), 2);
  assert.equal(fog.at(0, 1), 1);
  assert.equal(fog.at(2, 0), 2);
  assert.equal(fog.at(2, 2), 0);
  assert.equal(fog.at(-3, 0), 0);
});

test("the relief is higher on ridges and always the same", () => {
  const plain = new Ground(["...", "...", "..."]);
  const ridge = new Ground(["...", ".#.", "..."]);
  assert.ok(height(ridge, 1.5, 1.5) > height(plain, 1.5, 1.5));
  assert.equal(height(plain, 0.3, 2.7), height(plain, 0.3, 2.7));
});

test("a colour is read with its thickness", () => {
  assert.deepEqual(channels("#0a0B0c / 0.5"), [10, 11, 12, 0.5]);
  assert.deepEqual(channels("#fff"), [255, 255, 255, 1]);
});
