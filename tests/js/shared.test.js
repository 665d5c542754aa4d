// What the rules and the scripts both work out: the same cases as tests/rules/test_shared_cases.py.

import assert from "node:assert/strict";
import test from "node:test";

import distances from "../cases/geometry/distances.json" with { type: "json" };
import fights from "../cases/geometry/meetings.json" with { type: "json" };
import names from "../cases/geometry/names.json" with { type: "json" };
import ranges from "../cases/geometry/ranges.json" with { type: "json" };
import resupplies from "../cases/geometry/resupplies.json" with { type: "json" };
import splits from "../cases/geometry/splits.json" with { type: "json" };
import { RESUPPLY, SUPPLIED } from "../../static/js/declared.js";
import { Ground, distance, meetings, rangeOf, resupplied, sectorName, sectorOf, sharedSectors, splitLevels } from "../../static/js/web/map/geometry.js";

test("sectors have the names of the cases", () => {
  for (const { at, name } of names) {
    assert.equal(sectorName(at), name);
    assert.deepEqual(sectorOf(name.toLowerCase()), at);
  }
});

test("sectors are as far apart as in the cases", () => {
  for (const { one, other, distance: far } of distances) assert.equal(distance(one, other), far);
});

test("ranges are those of the cases", () => {
  for (const { map, at, radius, sectors } of ranges) assert.deepEqual(rangeOf(new Ground(map), at, radius), sectors);
});

test("banners meet where they do in the cases, on the same ground", () => {
  for (const { map, one, one_radius: radius, other, other_radius: theirs, shared, sector, city } of fights) {
    const ground = new Ground(map);
    assert.deepEqual(sharedSectors(ground, one, radius, other, theirs), shared);
    const met = meetings(ground, { from: one, to: one, radius, sightings: [{ id: "e", at: other }], radiusOf: () => theirs, everyTurn: true });
    assert.deepEqual(met.map((meeting) => [meeting.sector, meeting.city]), sector ? [[sector, city]] : []);
  }
});

test("splits and resupplies are those of the cases", () => {
  for (const { level, flexible, split } of splits) assert.deepEqual(splitLevels(level, flexible), split);
  for (const { level, supplied, massive, after } of resupplies) assert.equal(resupplied(level, supplied ? SUPPLIED : RESUPPLY, massive), after);
});
