import assert from "node:assert/strict";
import { test } from "node:test";
import { Backoff, MOST_UNREAD, Readers } from "../src/pauses.js";

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

test("each reader reads all items once in their order, and then why no more will come", async () => {
  /** @type {Readers<number>} */
  const readers = new Readers();
  let last = 0;
  const one = readers.read([1, 2]);
  const other = readers.read([], (item) => {
    const isNew = item > last;
    last = item;
    return isNew;
  });
  readers.add(3);
  readers.add(3);
  readers.add(4);
  readers.fail(new Error("gone"));
  /** @param {AsyncGenerator<number, never, undefined>} reader */
  const all = async (reader) => {
    const items = [];
    try {
      for (;;) {
        items.push((await reader.next()).value);
      }
    } catch (error) {
      return [...items, String(error)];
    }
  };
  assert.equal(readers.size, 2);
  assert.deepEqual(await all(one), [1, 2, 3, 3, 4, "Error: gone"]);
  assert.deepEqual(await all(other), [3, 4, "Error: gone"]);
  assert.equal(readers.size, 0);
});

test("a reader waits for the next item, and leaves when it stops", async () => {
  const readers = new Readers();
  const reader = readers.read();
  const next = reader.next();
  await Promise.resolve();
  readers.add("late");
  assert.equal((await next).value, "late");
  for await (const item of readers.read(["first"])) {
    assert.equal(item, "first");
    break;
  }
  assert.equal(readers.size, 1);
});

test("a slow reader keeps the newest items", async () => {
  /** @type {Readers<number>} */
  const readers = new Readers();
  const reader = readers.read();
  for (let item = 0; item < MOST_UNREAD + 3; item += 1) {
    readers.add(item);
  }
  assert.equal((await reader.next()).value, 3);
});
