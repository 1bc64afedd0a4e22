import assert from "node:assert/strict";
import { test } from "node:test";
import { Claim } from "../../src/line/claim.js";

test("one window has the line, a second one is told that it has not, and may take it", async () => {
  const { locks } = /** @type {any} */ (navigator);
  const [first, second] = [new Claim(locks), new Claim(locks)];
  assert.equal(await first.taken(), true);
  assert.equal(await second.taken(), false);
  assert.equal(await second.taken({ steal: true }), true);
});

test("where the browser has no locks every window takes the line", async () => {
  assert.equal(await new Claim(null).taken(), true);
});
