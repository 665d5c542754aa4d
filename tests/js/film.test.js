import assert from "node:assert/strict";
import test from "node:test";

import { actsOf } from "../../static/js/film/acts.js";
import { begun, fold } from "../../static/js/film/fold.js";
import { cut } from "../../static/js/film/reel.js";

const far = "\u{10028}";
const seat = { n: 1, army: "North", you: true, battle: 1 };
const banner = { id: "b", name: "Vanguard", at: [0, 0], level: 9, works: "none", retreating: false, relics: [], node: false, alive: true };
const enemy = { id: "e", seat: 2, name: "South 1", at: [2, 0], level: null, turn: 0, since: 0 };
const before = { turn: 0, size: [3, 2], radii: {}, terrain: ["...", "..."], territory: [`1${far}.`, "..."], fog: ["221", "000"], seats: [seat], banners: [banner], sightings: [enemy], features: [], relics: [], goals: [{ met: null, held: 0 }] };
const seen = { ...enemy, at: [2, 1], level: 12, turn: 1 };
const film = {
  film: 1, turn: 1, as: 1, part: "turn", from: 0, names: {},
  lines: ["Vanguard marched.", "They meet.", "Vanguard lost 2 levels.", "You hold one sector more."].map((text) => ({ text, rule: "5.4", at: null })),
  phases: [
    { id: "march", beats: [{ t: "move", id: "b", at: [0, 0], to: [1, 1], line: 0 }] },
    { id: "contact", beats: [{ t: "clash", id: "f", at: [1, 0], mine: "b", with: "South", attack: true, line: 1 }] },
    { id: "results", beats: [{ t: "won", id: "f", outcome: "lost", points: null, enemy_gone: false }, { t: "level", id: "b", by: -2, line: 2 }] },
    { id: "land", beats: [{ t: "land", rows: [[0, 2, "1"], [1, 1, `${far}.`]], line: 3 }] },
    { id: "sight", beats: [{ t: "seen", entry: seen, was: [2, 0] }] },
    { id: "aims", beats: [{ t: "aim", n: 0, met: false, held: 1, have: 4 }] },
  ],
};

test("a film's beats make the map after it of the map before it, which stays", () => {
  const was = JSON.stringify(before);
  const map = fold(begun(before, film), film.phases.flatMap(({ beats }) => beats));
  assert.deepEqual(map.banners, [{ ...banner, at: [1, 1], level: 7 }]);
  assert.deepEqual(map.sightings, [seen]);
  assert.deepEqual(map.territory, [`1${far}1`, `.${far}.`]);
  assert.deepEqual(map.battles, [{ id: "f", at: [1, 0], with: "South", mine: "b" }]);
  assert.deepEqual([map.turn, map.goals[0].held], [1, 1]);
  assert.equal(JSON.stringify(before), was);
});

test("a deployment goes on from nothing", () => {
  const map = begun(before, { ...film, from: null });
  assert.deepEqual([map.banners, map.sightings, map.territory, map.fog], [[], [], ["...", "..."], ["000", "000"]]);
});

test("a scene is a phase, tells all that is said of it, and is as long for all eyes", () => {
  const quiet = { ...film, lines: [], phases: [] };
  const turn = cut(1, [film, quiet], [before, before]);
  assert.deepEqual(turn.scenes.map(({ id }) => id), ["open", "march", "contact", "results", "land", "sight", "aims"]);
  assert.deepEqual(turn.scenes.flatMap(({ takes }) => takes[0].lines), film.lines.map(({ text }) => text));
  assert.deepEqual(turn.scenes.filter(({ clash }) => clash).map(({ id }) => id), ["contact", "results"]);
  let from = 0;
  for (const scene of turn.scenes) {
    assert.equal(scene.from, from);
    from += scene.length;
    assert.equal(scene.takes.length, 2);
    for (const cue of scene.takes[0].cues) assert.ok(cue.at + cue.takes <= scene.length);
  }
  assert.equal(turn.length, from);
  assert.deepEqual(turn.scenes.at(-1).takes[0].after.banners[0].at, [1, 1]);
});

test("where much happens it happens at once", () => {
  const lines = Array.from({ length: 60 }, (_, i) => ({ text: `Banner ${i} marched from A1 to B2, and so on.`, rule: "", at: null }));
  const many = { ...film, lines, phases: [{ id: "march", beats: lines.map((_, line) => ({ t: "move", id: "b", at: [0, 0], to: [1, 1], line })) }] };
  const turn = cut(1, [many], [before]);
  assert.ok(turn.length < 12000, String(turn.length));
});

test("a banner is seen going; an enemy fades where it was and appears where it is", () => {
  const { scenes } = cut(1, [film], [before]);
  const of = (id) => actsOf(scenes.find((scene) => scene.id === id).takes[0], id);
  const [march] = of("march").acts;
  assert.deepEqual(march.places.map(({ at, takes }) => [at, takes]), [[[0, 0], 0], [[1, 1], 500]]);
  const [sight] = of("sight").acts;
  assert.deepEqual(sight.places.map(({ at, takes }) => [at, takes]), [[[2, 0], 0], [[2, 1], 0]]);
  assert.deepEqual(sight.looks.map(({ entry }) => entry && entry.level), [null, null, 12]);
  assert.equal(sight.looks[1].entry, null);
  assert.deepEqual(of("results").marks.map(({ kind, text }) => [kind, text]), [["verdict", "lost"], ["chip loss", "\u22122"]]);
  assert.deepEqual(of("land").marks.map(({ seat: n, text }) => [n, text]), [[1, "+1"], [40, "+1"]]);
});
