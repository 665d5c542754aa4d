// Films folded on the same cases as the server's (tests/film/test_fold.py): what `campaign/film/fold.py` says, exactly.

import assert from "node:assert/strict";
import test from "node:test";

import deploymentScenario45As1 from "../cases/film/deployment-scenario-45-as-1.json" with { type: "json" };
import handSignsOfManySeats from "../cases/film/hand-signs-of-many-seats.json" with { type: "json" };
import movementClub32As1 from "../cases/film/movement-club-32-as-1.json" with { type: "json" };
import movementScenario13As1 from "../cases/film/movement-scenario-13-as-1.json" with { type: "json" };
import movementScenario42As1 from "../cases/film/movement-scenario-42-as-1.json" with { type: "json" };
import turnClub15As1 from "../cases/film/turn-club-15-as-1.json" with { type: "json" };
import turnClub39As0 from "../cases/film/turn-club-39-as-0.json" with { type: "json" };
import turnClub45As1 from "../cases/film/turn-club-45-as-1.json" with { type: "json" };
import turnClub45As2 from "../cases/film/turn-club-45-as-2.json" with { type: "json" };
import turnScenario23As0 from "../cases/film/turn-scenario-23-as-0.json" with { type: "json" };
import turnScenario23As2 from "../cases/film/turn-scenario-23-as-2.json" with { type: "json" };
import turnScenario24As0 from "../cases/film/turn-scenario-24-as-0.json" with { type: "json" };
import turnScenario25As2 from "../cases/film/turn-scenario-25-as-2.json" with { type: "json" };
import turnScenario35As0 from "../cases/film/turn-scenario-35-as-0.json" with { type: "json" };
import turnScenario57As0 from "../cases/film/turn-scenario-57-as-0.json" with { type: "json" };
import { begun, fold } from "../../static/js/film/fold.js";

const CASES = { deploymentScenario45As1, handSignsOfManySeats, movementClub32As1, movementScenario13As1, movementScenario42As1, turnClub15As1, turnClub39As0, turnClub45As1, turnClub45As2, turnScenario23As0, turnScenario23As2, turnScenario24As0, turnScenario25As2, turnScenario35As0, turnScenario57As0 };
const SHOWN = ["turn", "size", "banners", "sightings", "territory", "fog", "features", "relics", "battles", "goals", "hints"];
/** The map's order, in which a player need not keep what stands on it. */
const ORDER = { battles: ({ at, id, mine }) => [at[1], at[0], id, mine], hints: ({ name, thing, text }) => [name, thing, text] };
const PLACE = ({ at, id }) => [at[1], at[0], id];

function ordered(name, list) {
  const key = ORDER[name] ?? (["banners", "sightings", "features", "relics"].includes(name) ? PLACE : null);
  if (!key) return list;
  return [...list].sort((one, other) => {
    const [mine, its] = [key(one), key(other)];
    const i = mine.findIndex((value, at) => value !== its[at]);
    return i < 0 ? 0 : mine[i] < its[i] ? -1 : 1;
  });
}

for (const [name, { before, film, after }] of Object.entries(CASES)) {
  test(`${name} folds as on the server, and leaves the map before as it is`, () => {
    const from = before ?? after;
    const was = JSON.stringify(from);
    const map = fold(begun(from, film), film.phases.flatMap(({ beats }) => beats));
    for (const part of SHOWN) assert.deepEqual(ordered(part, map[part] ?? []), ordered(part, after[part] ?? []), part);
    assert.equal(JSON.stringify(from), was);
  });
}
