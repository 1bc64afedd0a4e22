import assert from "node:assert/strict";
import { test } from "node:test";
import * as any from "../../src/games/any.js";
import { Phrasing } from "../../src/table/phrasing.js";
import { plan } from "../../src/table/plan.js";
import { waysOf } from "../../src/table/ways.js";
import "./english.js";

const description = { phrases: { actions: { hit: "Hit {card}", wait: "Wait" } } };

/** What the buttons of a game without a table say. @param {readonly any[]} outlooks of two hits and of waiting */
function buttons(outlooks) {
  const choices = [{ type: "hit", card: "f8" }, { type: "hit", card: "f9" }, { type: "wait" }];
  const update = /** @type {any} */ ({ choices, outlooks, seat: 0, view: {}, players: [] });
  const ways = waysOf(update, new Phrasing(/** @type {any} */ (description), [], {}), any);
  assert.deepEqual(
    ways.map(({ action }) => action),
    choices,
  );
  return plan(ways, []).buttons.map(({ label, key }) => [key, label]);
}

test("a choice of a game without a table says what would follow from it, as far as the server says it", () => {
  const hit = { power: 8, against: 7, removes: true, dies: false };
  assert.deepEqual(buttons([hit, { power: 3 }, { score: 27 }]), [
    ["choice/0", "Hit f8: 8 against 7, it goes, yours stays"],
    ["choice/1", "Hit f9: you would have 3"],
    ["choice/2", "Wait: you would score 27"],
  ]);
});

test("a choice of which nothing is said is its sentence alone", () => {
  assert.deepEqual(buttons([null, {}, null]), [
    ["choice/0", "Hit f8"],
    ["choice/1", "Hit f9"],
    ["choice/2", "Wait"],
  ]);
});
