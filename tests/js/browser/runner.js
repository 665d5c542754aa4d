// As much of node:test as the tests of the scripts use, for a browser.

const waiting = [];

export default function test(name, body) {
  waiting.push([name, body]);
}

/** Run all tests in their order: [[name, what went wrong or ""]]. */
export async function results() {
  const found = [];
  for (const [name, body] of waiting) {
    try {
      await body();
      found.push([name, ""]);
    } catch (error) {
      found.push([name, error.message]);
    }
  }
  return found;
}
