import assert from "node:assert/strict";
import { test } from "node:test";
import { awaits, changedItems, countOf, isOpen, itemsIn, sidesOf, sumOf } from "../../src/collection/terms.js";

const BAT = { game: "amiibart", card: "bat", count: 2 };

test("what is to go is put together copy by copy, within what there may be", () => {
  assert.deepEqual(changedItems([], "amiibart", "bat", 1, 3), [{ ...BAT, count: 1 }]);
  assert.deepEqual(changedItems([BAT], "amiibart", "bat", 1, 2), [BAT]);
  assert.deepEqual(changedItems([BAT], "amiibart", "bat", -2, 9), []);
  assert.deepEqual(changedItems([BAT], "myacards", "bat", 1, 9), [BAT, { game: "myacards", card: "bat", count: 1 }]);
  assert.equal(countOf([BAT], "amiibart", "bat"), 2);
  assert.equal(countOf([BAT], "myacards", "bat"), 0);
  assert.equal(sumOf([BAT, BAT]), 4);
});

test("a trade is seen from either side, and waits for whoever has not accepted", () => {
  const side = (/** @type {string} */ id, /** @type {boolean} */ accepted) => ({
    player: { id, name: id },
    gives: [],
    has_accepted: accepted,
  });
  const trade = /** @type {any} */ ({ stage: "open", sides: [side("ada", true), side("bo", false)] });
  assert.equal(sidesOf(trade, "bo").theirs.player.id, "ada");
  assert.equal(sidesOf(trade, "ada").mine.player.id, "ada");
  assert.deepEqual([awaits(trade, "ada"), awaits(trade, "bo")], [false, true]);
  assert.equal(awaits({ ...trade, stage: "frozen" }, "bo"), false);
  assert.deepEqual(
    ["open", "frozen", "done", "cancelled", "expired"].map((stage) => isOpen({ ...trade, stage })),
    [true, true, false, false, false],
  );
});

test("an address prepares one copy of a printing, or nothing", () => {
  assert.deepEqual(itemsIn("amiibart/bat"), [{ ...BAT, count: 1 }]);
  for (const said of [undefined, "", "bat", "/bat", "amiibart/"]) assert.deepEqual(itemsIn(said), []);
});
