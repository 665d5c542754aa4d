import assert from "node:assert/strict";
import test from "node:test";

import { Board } from "../../static/js/founding/mapedit/board.js";
import { around, brush, fill, line, rectangle, stroke } from "../../static/js/founding/mapedit/tools.js";

const document = () => ({
  terrain: ["....", ".C#.", "...."],
  features: [],
  relics: [{ id: "r1", name: "Orb", carried_by: "s1-1", destructible: true, known_to: [] }],
  banners: [{ id: "s1-1", owner: "s1", name: "Guard", at: [3, 2], level: 9, works: "none" }],
  occupied: [{ at: [0, 0], occupier: "s2" }],
});

test("a brush covers a square and stays on the map", () => {
  assert.deepEqual(brush([0, 0], 3, 9, 9), [[0, 0], [1, 0], [0, 1], [1, 1]]);
  assert.deepEqual(brush([4, 4], 1, 9, 9), [[4, 4]]);
});

test("a line has no gap and both its ends", () => {
  const found = line([0, 0], [7, 3]);
  assert.deepEqual(found[0], [0, 0]);
  assert.deepEqual(found[found.length - 1], [7, 3]);
  for (let i = 1; i < found.length; i++) assert.ok(Math.max(Math.abs(found[i][0] - found[i - 1][0]), Math.abs(found[i][1] - found[i - 1][1])) === 1);
  assert.deepEqual(line([2, 2], [2, 2]), [[2, 2]]);
});

test("a stroke names each sector once", () => {
  const found = stroke([1, 1], [3, 1], 3, 9, 9);
  assert.equal(found.length, 15);
});

test("a rectangle goes from any corner to any other", () => {
  assert.equal(rectangle([3, 1], [1, 2]).length, 6);
  assert.deepEqual(around(rectangle([3, 1], [1, 2])), { x0: 1, y0: 1, x1: 4, y1: 3 });
});

test("a fill stops at what is different and does not slip through corners", () => {
  const rows = ["..#.", ".#..", "#..."];
  const found = fill([0, 0], 4, 3, (x, y) => rows[y][x]);
  assert.deepEqual(found.map((at) => at.join()).sort(), ["0,0", "0,1", "1,0"]);
});

test("a board is read and written alike", () => {
  const board = new Board(document());
  assert.deepEqual(board.document(), document());
});

test("triggers come with a map and go with it; a map that says nothing of them has none to send", () => {
  const triggers = [{ id: "t1", relic: "r1", repeat: "once", when: [], do: [{ do: "level", by: 1 }], hint: "", told: "", told_to: "holder" }];
  const board = new Board(document());
  assert.ok(!("triggers" in board.document()));
  board.replace({ ...document(), triggers });
  board.resize(3, 3);
  board.edit((things) => things.relics.pop());
  assert.deepEqual(board.document().triggers, triggers);
  for (let steps = 0; steps < 3; steps++) board.undo();
  assert.deepEqual(board.document(), document());
});

test("strokes are undone as one, and done again", () => {
  const board = new Board(document());
  board.begin("terrain");
  board.paint("terrain", [[0, 0], [1, 0]], "#");
  board.paint("terrain", [[1, 0], [2, 0]], "#");
  board.end();
  board.paint("held", [[1, 1]], "1");
  assert.equal(board.terrain[0], "###.");
  board.undo();
  assert.equal(board.held[1], "....");
  board.undo();
  assert.deepEqual(board.document(), document());
  assert.equal(board.undo(), false);
  board.redo();
  assert.equal(board.terrain[0], "###.");
  board.redo();
  assert.equal(board.redo(), false);
  assert.equal(board.held[1], ".1..");
});

test("a stroke that is abandoned has never been", () => {
  const board = new Board(document());
  board.begin("terrain");
  board.paint("terrain", [[0, 0]], "#");
  board.paint("terrain", [[0, 0]], "C");
  board.abandon();
  assert.deepEqual(board.document(), document());
  assert.equal(board.done.length, 0);
});

test("what is typed into one thing is one change", () => {
  const board = new Board(document());
  for (const name of ["G", "Gu", "Gua"]) board.edit((things) => (things.banners[0].name = name), "banners/s1-1");
  assert.equal(board.done.length, 1);
  board.undo();
  assert.equal(board.things.banners[0].name, "Guard");
});

test("a smaller map takes what stood on the rest with it, and undo brings it back", () => {
  const board = new Board(document());
  board.resize(3, 2);
  assert.deepEqual(board.document(), { terrain: ["...", ".C#"], features: [], relics: [], banners: [], occupied: [{ at: [0, 0], occupier: "s2" }] });
  board.undo();
  assert.deepEqual(board.document(), document());
  board.resize(5, 4);
  assert.deepEqual(board.terrain, [".....", ".C#..", ".....", "....."]);
});

test("new things bear ids that nothing bears yet", () => {
  const board = new Board(document());
  assert.equal(board.freshId("banners", "s1-"), "s1-2");
  assert.equal(board.freshId("features", "f"), "f1");
});
