import assert from "node:assert/strict";
import test from "node:test";

import { Sender } from "../../static/js/founding/mapedit/sending.js";
import { Saver } from "../../static/js/warmap/plan/saving.js";

// Outside of a browser there is neither a window nor a store.
globalThis.addEventListener ??= () => {};
globalThis.localStorage ??= { getItem: () => null, setItem() {}, removeItem() {} };

// What the log-in answers a script that is led there: well formed, and nothing is saved.
const ledAway = { ok: true, status: 200, redirected: true, json: async () => ({ form: {}, html: "" }) };

/** @param {unknown} answer @param {() => Promise<unknown>} act */
async function answered(answer, act) {
  const { fetch } = globalThis;
  globalThis.fetch = async () => answer;
  try {
    await act();
  } finally {
    globalThis.fetch = fetch;
  }
}

test("a plan is not taken for saved by the log-in that answers instead", async () => {
  const saver = new Saver({ url: "/c/x/plan/", number: 1, token: "", read: () => ({ orders: {} }) });
  await answered(ledAway, () => saver.save());
  clearTimeout(saver.timer);
  assert.deepEqual([saver.state, saver.dirty], ["failed", true]);
});

test("nor is a drawing: it stays here, to be sent later", async () => {
  const sender = new Sender({ url: "/c/x/board/", token: "", key: "map:x", version: "1", read: () => ({}) });
  sender.dirty = true;
  await answered(ledAway, () => sender.save());
  clearTimeout(sender.timer);
  assert.deepEqual([sender.state, sender.version, sender.dirty], ["offline", "1", true]);
  sender.forget();
});
