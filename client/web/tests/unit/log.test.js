import assert from "node:assert/strict";
import { test } from "node:test";
import { paged, SHOWN } from "../../src/table/log.js";

/** @import { Update } from "../../../javascript/types/v1.js" */

/** @param {number} version @param {number} events @returns {Update} */
const told = (version, events) =>
  /** @type {any} */ ({
    version,
    events: Array.from({ length: events }, (_, at) => ({ type: "drew", n: `${version}.${at}` })),
  });

/** @param {ReturnType<typeof paged>} log */
const saidIn = ({ pages }) => pages.flat().flatMap(({ events }) => events.map((/** @type {any} */ { n }) => n));

/** @param {readonly Update[]} history */
const allOf = (history) => history.flatMap(({ events }) => events.map((/** @type {any} */ { n }) => n));

test("of a long match the newest moments are shown, and all in their order when they are wanted", () => {
  const history = Array.from({ length: 73 }, (_, at) => told(at, at % 4));
  const first = paged(history, SHOWN);
  assert.equal(first.hasMore, true);
  assert.deepEqual(
    first.pages.flat().map(({ update }) => update.version),
    history.slice(20).map(({ version }) => version),
  );
  assert.ok(first.pages.every((page) => new Set(page.map(({ update }) => Math.floor(update.version / 10))).size === 1));
  const all = paged(history, 2 * SHOWN);
  assert.equal(all.hasMore, false);
  assert.deepEqual(saidIn(all), allOf(history));
});

test("what was told at once when the page was loaded is told in pages, too, the newest first to be there", () => {
  const history = [told(180, 437), told(181, 2), told(182, 3)];
  let shown = SHOWN;
  let log = paged(history, shown);
  assert.ok(saidIn(log).length < 150);
  assert.deepEqual(saidIn(log), allOf(history).slice(-saidIn(log).length));
  assert.ok(log.pages.every((page) => page.every(({ events }) => events.length <= 20)));
  while (log.hasMore) {
    shown += SHOWN;
    log = paged(history, shown);
  }
  assert.deepEqual(saidIn(log), allOf(history));
  const [one] = paged(history, SHOWN).pages;
  assert.equal(
    paged(history, SHOWN).pages[0]?.[0],
    one?.[0],
    "a share is the same each time, and so is not drawn anew",
  );
});

test("a moment in which nothing is told has its place, and no match none", () => {
  assert.deepEqual(paged([], SHOWN), { pages: [], hasMore: false });
  assert.equal(paged([told(0, 0)], SHOWN).pages.length, 1);
});
