import assert from "node:assert/strict";
import test from "node:test";

import { newId, Queue } from "../../static/js/battles/table/queue.js";

function memory() {
  const kept = new Map();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
    removeItem: (key) => kept.delete(key),
    size: () => kept.size,
  };
}

test("what is entered is sent in order, each once", async () => {
  const sent = [];
  const store = memory();
  const queue = new Queue("q", store, async (entry) => { sent.push(entry.cid); return { status: 200 }; });
  for (const cid of [1, 2, 3]) queue.add({ cid });
  await Promise.all([queue.flush(() => {}), queue.flush(() => {})]);
  assert.deepEqual(sent, [1, 2, 3]);
  assert.equal(store.size(), 0);
});

test("without network everything stays, and a new page goes on with it", async () => {
  const store = memory();
  const away = new Queue("q", store, async () => { throw new TypeError("offline"); });
  away.add({ cid: "a" });
  away.add({ cid: "b" });
  assert.equal(await away.flush(() => {}), false);
  const sent = [];
  const back = new Queue("q", store, async (entry) => { sent.push(entry.cid); return { status: 200 }; });
  assert.equal(await back.flush(() => {}), true);
  assert.deepEqual(sent, ["a", "b"]);
});

test("a server that cannot just now keeps it, one that refuses does not", async () => {
  const store = memory();
  const answers = [503, 422];
  const queue = new Queue("q", store, async () => ({ status: answers.shift() }));
  queue.add({ cid: "a" });
  assert.equal(await queue.flush(() => {}), false);
  assert.deepEqual(queue.entries(), [{ cid: "a" }]);
  const heard = [];
  assert.equal(await queue.flush((answer) => heard.push(answer.status)), true);
  assert.deepEqual(heard, [422]);
  assert.deepEqual(queue.entries(), []);
});

test("ids are long and never the same", () => {
  const ids = new Set(Array.from({ length: 500 }, newId));
  assert.equal(ids.size, 500);
  assert.ok([...ids].every((id) => id.length === 30));
});

test("one that is not let in is tried again with a new token, but not for ever", async () => {
  const store = memory();
  const queue = new Queue("q", store, async () => ({ status: 403 }));
  queue.add({ cid: "a" });
  queue.add({ cid: "b" });
  const heard = [];
  assert.equal(await queue.flush((answer, entry) => heard.push(entry.cid)), false);
  assert.equal(await queue.flush((answer, entry) => heard.push(entry.cid)), false);
  assert.deepEqual(heard, []);
  await queue.flush((answer, entry) => heard.push(entry.cid));
  assert.deepEqual(heard, ["a"]);
  assert.deepEqual(queue.entries().map((entry) => entry.cid), ["b"]);
});

test("what waits can be taken back before it is sent", () => {
  const queue = new Queue("q", memory(), async () => { throw new TypeError("offline"); });
  queue.add({ cid: "a" });
  queue.add({ cid: "b" });
  queue.drop("a");
  assert.deepEqual(queue.entries(), [{ cid: "b" }]);
});

test("two tabs that send the same at once lose nothing that still waits", async () => {
  const store = memory();
  const arrived = [];
  const held = [];
  const tab = () => new Queue("q", store, (entry) => new Promise((answer) => held.push(() => { arrived.push(entry.cid); answer({ status: 200 }); })));
  const [one, other] = [tab(), tab()];
  for (const cid of ["a", "b"]) one.add({ cid });
  const done = [one.flush(() => {}), other.flush(() => {})];
  // Both have "a" on its way. The first hears back, and sends "b", which the network takes; the other hears then.
  held.shift()();
  await new Promise((go) => setTimeout(go));
  const again = held.shift();
  const next = held.shift();
  again();
  await new Promise((go) => setTimeout(go));
  assert.deepEqual(one.entries(), [{ cid: "b" }]);
  next();
  for (const rest of held) rest();
  await Promise.all(done);
  assert.deepEqual([...new Set(arrived)], ["a", "b"]);
  assert.equal(store.size(), 0);
});

test("what waits under no name goes first when its person has one", async () => {
  const store = memory();
  const sent = [];
  const send = async (entry) => { sent.push(entry.cid); return { status: 200 }; };
  new Queue("table:/x", store, send).add({ cid: "before" });
  const queue = new Queue("table:ada/x", store, send);
  queue.add({ cid: "after" });
  queue.adopt("table:/x");
  queue.adopt("table:/x");
  await queue.flush(() => {});
  assert.deepEqual(sent, ["before", "after"]);
  assert.equal(store.size(), 0);
});

test("what a table that is gone was to be sent stays, and is sent if it is there again", async () => {
  const answers = [200, 404, 404];
  const heard = [];
  const queue = new Queue("q", memory(), async () => ({ status: answers.shift() ?? 200 }));
  for (const cid of ["a", "b", "c"]) queue.add({ cid });
  const each = (answer, entry) => heard.push(`${entry.cid} ${answer.status}`);
  assert.equal(await queue.flush(each), false);
  assert.equal(queue.gone, true);
  assert.deepEqual(queue.entries().map((entry) => entry.cid), ["b", "c"]);
  assert.equal(await queue.flush(each), false);
  assert.equal(await queue.flush(each), true);
  assert.equal(queue.gone, false);
  assert.deepEqual(heard, ["a 200", "b 200", "c 200"]);
});
