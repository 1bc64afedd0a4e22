import assert from "node:assert/strict";
import { test } from "node:test";
import { isNamed } from "../../src/table/named.js";

const view = {
  seats: [{ slots: [{ piece: "f1", card: "gecko" }, null, { piece: "f2", card: "toad" }] }],
  hand: ["gecko"],
};
const PLACES = ["hand/gecko", "piece/f1", "piece/f2", "power/0/gecko", "seat/1", "gecko-tamer", "hand/gecko-tamer"];

/** @param {string | null} place @param {string | null} card */
const named = (place, card) => PLACES.filter(isNamed(place, card, view));

test("a seat or a piece is one place, a card every place where it lies", () => {
  assert.deepEqual(named("seat/1", null), ["seat/1"]);
  assert.deepEqual(named("piece/f2", null), ["piece/f2"]);
  assert.deepEqual(named(null, "gecko"), ["hand/gecko", "piece/f1", "power/0/gecko"]);
  assert.deepEqual(named(null, "newt"), []);
});
