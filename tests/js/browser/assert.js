// As much of node:assert/strict as the tests of the scripts use, for a browser.

const text = (value) => JSON.stringify(value, (_, one) => (one && typeof one === "object" && !Array.isArray(one) ? Object.fromEntries(Object.entries(one).sort()) : one === undefined ? "undefined" : one));

function fail(message) {
  throw new Error(message);
}

export default {
  ok: (value) => value || fail(`${text(value)} does not hold`),
  equal: (one, other) => Object.is(one, other) || fail(`${text(one)} is not ${text(other)}`),
  deepEqual: (one, other) => text(one) === text(other) || fail(`${text(one)} is not ${text(other)}`),
  match: (one, pattern) => pattern.test(one) || fail(`${one} does not match ${pattern}`),
};
