import assert from "node:assert/strict";
import test from "node:test";

import { costInWords, levelsLost, rowOf } from "../../static/js/battles/battles.js";

// Level 15 without works, with Irreplaceable Troops: one level more when beaten (Rules 7).
const costs = [[300, 0, 1], [500, 1, 2], [700, 2, 3], [1500, 6, 7]];
const texts = {
  safe: "This would cost it nothing.",
  loss: "This would cost it %(lost)s of its %(level)s levels: %(left)s left.",
  beaten: "Beaten, it must retreat.",
};
const preview = { level: 15, costs };

test("a loss of points is looked up in the row that it falls into", () => {
  assert.deepEqual([0, 300, 301, 500, 501, 1500].map((points) => levelsLost(costs, points, false)), [0, 0, 1, 1, 2, 6]);
});

test("the table's row is the one that the loss falls into", () => {
  assert.deepEqual([0, 300, 301, 700, 701, 1500].map((points) => rowOf(costs, points)), [0, 0, 1, 2, 3, 3]);
});

test("a beaten banner loses by the other column", () => {
  assert.equal(levelsLost(costs, 0, true), 1);
});

test("the words name what is lost, a sacrifice included, and what a defeat means", () => {
  assert.equal(costInWords(preview, texts, 100, "own", 0), texts.safe);
  assert.equal(costInWords(preview, texts, 400, "own", 2), "This would cost it 3 of its 15 levels: 12 left.");
  assert.equal(
    costInWords(preview, texts, 400, "enemy", 0),
    "This would cost it 2 of its 15 levels: 13 left. Beaten, it must retreat.",
  );
});

test("a level never falls below nothing", () => {
  assert.match(costInWords({ level: 2, costs }, texts, 1500, "own", 0), /0 left/);
});
