import assert from "node:assert/strict";
import { test } from "node:test";
import { Backoff } from "../src/pauses.js";

test("the bound of a wait doubles from a quarter of a second to eight seconds", () => {
  const backoff = new Backoff({ chance: () => 1 });
  const waits = Array.from({ length: 7 }, () => backoff.next());
  assert.deepEqual(waits, [250, 500, 1000, 2000, 4000, 8000, 8000]);
});

test("chance takes up to half of a wait away", () => {
  const backoff = new Backoff({ chance: () => 0 });
  assert.deepEqual([backoff.next(), backoff.next()], [125, 250]);
});

test("a line that was open begins at the shortest wait again", () => {
  const backoff = new Backoff({ chance: () => 1 });
  backoff.next();
  backoff.next();
  backoff.reset();
  assert.equal(backoff.tries, 0);
  assert.equal(backoff.next(), 250);
});
