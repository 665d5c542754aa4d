import assert from "node:assert/strict";
import test from "node:test";

import { roll, rolled } from "../../static/js/battles/table/dice.js";

test("a byte beyond the last whole round is thrown away, so that every face is as likely", () => {
  const bytes = [255, 252, 251, 0, 6];
  const random = (place) => { place[0] = bytes.shift(); return place; };
  assert.deepEqual([roll(6, random), roll(6, random), roll(6, random)], [6, 1, 1]);
});

test("from one die to sixty, each within its sides", () => {
  assert.equal(rolled(0, 6).length, 1);
  assert.equal(rolled(500, 6).length, 60);
  assert.ok(rolled(60, 3).every((value) => value >= 1 && value <= 3));
});
