import assert from "node:assert/strict";
import test from "node:test";

import { step } from "../../static/js/web/map/cursor.js";
import { View } from "../../static/js/web/map/view.js";

function view(columns = 30, rows = 30, width = 1000, height = 800) {
  const one = new View(columns, rows);
  one.resize(width, height, 26, 22);
  return one;
}

const near = (one, other) => assert.ok(Math.abs(one - other) < 1e-6);

test("a point of the map and its place on screen are inverse", () => {
  const one = view();
  one.centre([12, 9]);
  const [px, py] = one.screen(3.25, 17.5);
  const [x, y] = one.point(px, py);
  near(x, 3.25);
  near(y, 17.5);
});

test("the whole map fits beside its strips of coordinates", () => {
  const one = view();
  one.fit();
  const [left, top] = one.screen(0, 0);
  const [right, bottom] = one.screen(30, 30);
  assert.ok(left >= 26 && top >= 22 && right <= 1000 && bottom <= 800);
});

test("zooming keeps the point under the pointer", () => {
  const one = view();
  one.centre([15, 15]);
  const before = one.point(400, 300);
  one.zoom(1.6, 400, 300);
  const after = one.point(400, 300);
  near(before[0], after[0]);
  near(before[1], after[1]);
});

test("zooming stops at the whole map and at the largest sector", () => {
  const one = view();
  for (let i = 0; i < 40; i++) one.zoom(0.5);
  near(one.scale, one.whole);
  for (let i = 0; i < 40; i++) one.zoom(2);
  assert.equal(one.scale, 96);
});

test("panning never loses the map", () => {
  const one = view();
  one.scale = 60;
  one.pan(1e5, -1e5);
  const [left] = one.screen(0, 0);
  const [, bottom] = one.screen(30, 30);
  assert.ok(left < 1000 && bottom > 22);
});

test("only the sectors in the window are asked for", () => {
  const one = view(300, 300);
  one.scale = 40;
  one.centre([150, 150]);
  const { x0, y0, x1, y1 } = one.box();
  assert.ok((x1 - x0) * (y1 - y0) < 30 * 25);
  assert.ok(x0 <= 150 && x1 > 150 && y0 <= 150 && y1 > 150);
});

test("a sector is revealed with room around it, and moves nothing if it has that", () => {
  const one = view();
  one.scale = 40;
  one.centre([15, 15]);
  const before = [one.x, one.y];
  one.reveal([16, 15], 3);
  assert.deepEqual([one.x, one.y], before);
  one.reveal([28, 2], 1);
  const [px, py] = one.screen(28.5, 2.5);
  assert.ok(px < 1000 - 40 && py > 22 + 20);
});

test("the cursor goes sector by sector and stays on the map", () => {
  assert.deepEqual(step([5, 5], "ArrowUp", 30, 30), [5, 4]);
  assert.deepEqual(step([5, 5], "End", 30, 30), [4, 6]);
  assert.deepEqual(step([5, 5], "ArrowLeft", 30, 30, true), [0, 5]);
  assert.deepEqual(step([0, 29], "ArrowDown", 30, 30), [0, 29]);
  assert.equal(step([5, 5], "q", 30, 30), null);
});

test("what lies over the right and bottom edges is kept clear of, by all that moves the map", () => {
  const one = new View(30, 30);
  one.resize(1000, 800, 26, 22, 120, 200);
  one.fit();
  const [right, bottom] = one.screen(30, 30);
  assert.ok(right <= 880 && bottom <= 600);
  one.scale = 60;
  one.reveal([29, 29], 0);
  const [x, y] = one.screen(30, 30);
  assert.ok(x <= 880.001 && y <= 600.001);
  one.pan(-1e5, -1e5);
  const [east, south] = one.screen(30, 30);
  assert.ok(east > 800 && east <= 880.001 && south > 520 && south <= 600.001);
});

test("a first view holds all that it must and fills the window", () => {
  for (const [columns, rows, width, height] of [[30, 30, 1040, 800], [30, 30, 390, 560], [100, 40, 820, 670], [200, 200, 840, 255]]) {
    for (const sectors of [[[4, 5], [9, 7]], [[0, 0], [columns - 1, rows - 1]], [[2, 3]], [[columns - 1, 0], [columns - 6, 4]]]) {
      const one = view(columns, rows, width, height);
      one.hold(sectors, 44);
      for (const [x, y] of sectors) {
        const [[left, top], [right, bottom]] = [one.screen(x, y), one.screen(x + 1, y + 1)];
        assert.ok(left >= 26 - 1e-6 && top >= 22 - 1e-6 && right <= width + 1e-6 && bottom <= height + 1e-6, `${sectors} in ${width}x${height}`);
      }
      const [[left, top], [right, bottom]] = [one.screen(0, 0), one.screen(columns, rows)];
      const filled = left <= 26 + 1e-6 && top <= 22 + 1e-6 && right >= width - 1e-6 && bottom >= height - 1e-6;
      assert.ok(filled || sectors[1]?.[0] === columns - 1, `${sectors} fills ${width}x${height}`);
    }
  }
});

test("a first view leaves room for signs that are larger than their sectors", () => {
  for (const [columns, rows, width, height] of [[100, 100, 390, 560], [300, 300, 1040, 800], [60, 60, 844, 255]]) {
    const sectors = [[columns / 2, 2], [columns - 1, 9], [columns - 9, rows / 2]];
    const one = view(columns, rows, width, height);
    one.hold(sectors, 44);
    for (const [x, y] of sectors) {
      const [px, py] = one.screen(x + 0.5, y + 0.5);
      assert.ok(px >= 26 + 37.9 && py >= 22 + 37.9 && px <= width - 37.9 && py <= height - 37.9, `${[x, y]} in ${width}x${height}: ${[px, py]}`);
    }
  }
});

test("what a first view cannot hold it shows from its middle, and in a strip no larger part as specks", () => {
  // 30 sectors of 12 pixels at least, in a window that is 20 wide: neither end is left out for the other's sake.
  const one = view(30, 30, 360, 500);
  one.hold([[0, 0], [29, 29]], 40, 12);
  assert.equal(one.scale, 12);
  assert.equal(one.x, 15);
  const strip = view(100, 100, 844, 112);
  strip.hold([[0, 0], [40, 30]], 44);
  assert.equal(strip.scale, 10);
  assert.ok(Math.abs(strip.y - 15) < 2, `${strip.y}`);
});
