import assert from "node:assert/strict";
import test from "node:test";

import { Plan, pad } from "../../static/js/warmap/plan/orders.js";

const around = ([x, y]) => pad([x, y], 1).flat().filter(([a, b]) => a !== x || b !== y);

function options(at, extra = {}) {
  const legal = ["march", "search", "fortify", "resupply", "transfer", "split", "join"];
  const all = legal.map((order) => ({ order, legal: true }));
  all[0].targets = around(at);
  all.push({ order: "unfortify", legal: false, problems: [{ rule: "3", text: "it has no works to leave" }] });
  return all.map((option) => ({ ...option, ...extra[option.order] }));
}

function campaign(extra = {}) {
  const banners = [
    { id: "guard", name: "Gate Guard", at: [5, 6], level: 15, works: "none", retreating: false, alive: true },
    { id: "train", name: "Siege Train", at: [2, 8], level: 12, works: "none", retreating: false, alive: true },
    { id: "riders", name: "Outriders", at: [3, 3], level: 8, works: "none", retreating: false, alive: true },
    { id: "lost", name: "Lost", at: [0, 0], level: 0, works: "none", retreating: false, alive: false },
  ];
  return new Plan({
    banners,
    options: Object.fromEntries(banners.map(({ id, at }) => [id, options(at)])),
    pairs: [["march", "fortify"], ["march", "unfortify"], ["march", "entrench"]],
    own: { resupply: 1, massive: false, flexible: false, battle: 1 },
    ...extra,
  });
}

test("a march is banner and sector; the banner's own sector takes it back", () => {
  const plan = campaign();
  assert.ok(plan.send("guard", [6, 5]));
  assert.deepEqual(plan.document().orders, { guard: { primary: { order: "march", to: [6, 5] } } });
  assert.deepEqual(plan.stands("guard"), [6, 5]);
  assert.ok(plan.send("guard", [5, 6]));
  assert.deepEqual(plan.document().orders, {});
});

test("a sector out of reach changes nothing", () => {
  const plan = campaign();
  assert.equal(plan.send("guard", [9, 9]), false);
  assert.deepEqual(plan.document().orders, {});
});

test("a forbidden pair is refused from both sides and says with what", () => {
  const plan = campaign();
  plan.send("guard", [6, 5]);
  assert.equal(plan.against("guard", "fortify").with, "march");
  assert.equal(plan.against("guard", "resupply"), null);
  plan.take("guard", "primary");
  plan.give("guard", { order: "fortify" });
  assert.equal(plan.against("guard", "march").with, "fortify");
  assert.equal(plan.send("guard", [6, 5]), false);
});

test("what the server calls illegal is refused with its reason", () => {
  assert.deepEqual(campaign().against("guard", "unfortify").problems, [{ rule: "3", text: "it has no works to leave" }]);
});

test("a special order stands alone", () => {
  const plan = campaign();
  plan.give("guard", { order: "search" });
  plan.give("guard", { order: "resupply" });
  plan.give("guard", { order: "destroy_relic", relic: "orb" });
  assert.deepEqual(plan.document().orders.guard, { special: { order: "destroy_relic", relic: "orb" } });
  plan.give("guard", { order: "search" });
  assert.deepEqual(plan.document().orders.guard, { primary: { order: "search" } });
});

test("holding is an answer, and an order ends it", () => {
  const plan = campaign();
  plan.hold("guard", true);
  assert.ok(plan.settled("guard"));
  assert.deepEqual(plan.document().orders.guard, { hold: true });
  plan.give("guard", { order: "search" });
  assert.deepEqual(plan.document().orders.guard, { primary: { order: "search" } });
});

test("the next banner without orders goes around the list and skips the dead", () => {
  const plan = campaign();
  assert.deepEqual(plan.waiting(), ["guard", "train", "riders"]);
  plan.give("train", { order: "search" });
  assert.equal(plan.next("guard"), "riders");
  assert.equal(plan.next("riders"), "guard");
  plan.give("guard", { order: "search" });
  plan.give("riders", { order: "search" });
  assert.equal(plan.next("riders"), null);
});

test("a join is written on both sides and ends on both", () => {
  const plan = campaign();
  plan.give("guard", { order: "join", with: "train" });
  assert.deepEqual(plan.has("train", "join"), { order: "join", with: "guard" });
  plan.take("train", "secondary");
  assert.deepEqual(plan.document().orders, {});
});

test("what was written in words is kept when another order takes its place", () => {
  const plan = campaign({ plan: { orders: { train: { special: { order: "other", text: "Wait" } } } } });
  plan.give("guard", { order: "other", text: "Bribe the miller" });
  plan.take("guard", "special");
  plan.give("train", { order: "search" });
  assert.equal(plan.has("guard", "other"), null);
  assert.deepEqual(plan.texts, { guard: "Bribe the miller", train: "Wait" });
});

test("another secondary order in place of a join frees the partner", () => {
  const plan = campaign();
  plan.give("guard", { order: "join", with: "train" });
  plan.give("guard", { order: "resupply" });
  assert.deepEqual(plan.document().orders, { guard: { secondary: { order: "resupply" } } });
});

test("same as last turn marches the same way again, where that is legal", () => {
  const plan = campaign({
    last: {
      guard: { primary: { order: "march", by: [1, -1] }, secondary: { order: "resupply" } },
      train: { hold: true },
      riders: { primary: { order: "march", by: [3, 0] } },
      lost: { primary: { order: "search" } },
    },
  });
  assert.equal(plan.sameAsLast(), 2);
  assert.deepEqual(plan.document().orders, {
    guard: { primary: { order: "march", to: [6, 5] }, secondary: { order: "resupply" } },
    train: { hold: true },
  });
});

test("a banner that must retreat is sent by retreat", () => {
  const plan = campaign();
  plan.banner("guard").retreating = true;
  plan.options.guard = [{ order: "retreat", legal: true, targets: around([5, 6]) }];
  assert.ok(plan.send("guard", [4, 7]));
  assert.deepEqual(plan.document().orders.guard, { special: { order: "retreat", to: [4, 7] } });
  assert.deepEqual(plan.moves(), [{ id: "guard", from: [5, 6], to: [4, 7], kind: "retreat" }]);
});

test("previews: resupply by a store gains two, splits follow the table, gifts need ranges that overlap", () => {
  const plan = campaign();
  assert.equal(plan.resupplyTo("guard", () => false), 16);
  assert.equal(plan.resupplyTo("guard", () => true), 17);
  assert.deepEqual(plan.splitInto("guard"), [7, 6]);
  assert.equal(plan.inReach("guard", "train"), false);
  plan.send("guard", [4, 7]);
  assert.equal(plan.inReach("guard", "train"), true);
});

test("an existing plan is taken up as it was saved", () => {
  const plan = campaign({ plan: { node: "guard", orders: { riders: { primary: { order: "search" } } } } });
  assert.deepEqual(plan.document(), { node: "guard", orders: { riders: { primary: { order: "search" } } } });
  assert.deepEqual(plan.waiting(), ["guard", "train"]);
});

test("the pad is three by three, five by five for who goes two", () => {
  assert.deepEqual(pad([5, 6], 1)[0], [[4, 5], [5, 5], [6, 5]]);
  assert.equal(pad([5, 6], 2).flat().length, 25);
});
