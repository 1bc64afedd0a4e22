import assert from "node:assert/strict";
import { test } from "node:test";
import { curveOf, faultsByCard } from "../../src/decks/curve.js";

const COSTS = /** @type {Record<string, number | null>} */ ({ bat: 1, snail: 1, giant: 4, dragon: 12, dusk: null });

/** @param {Record<string, number>} cards */
const curve = (cards) => curveOf({ cards, beside: [] }, (id) => COSTS[id] ?? null);

test("a curve counts the cards of each cost, from nothing to the dearest", () => {
  assert.deepEqual(curve({ bat: 3, snail: 2, giant: 1 }), { bars: [0, 5, 0, 0, 1], mean: 1.5, isOpen: false });
});

test("what costs very much is counted together, and still told in the mean", () => {
  const found = curve({ bat: 1, dragon: 1 });
  assert.deepEqual(found?.bars, [0, 1, 0, 0, 0, 0, 0, 0, 0, 1]);
  assert.equal(found?.isOpen, true);
  assert.equal(found?.mean, 6.5);
});

test("a deck of nothing that costs has no curve", () => {
  assert.equal(curve({}), null);
  assert.equal(curve({ dusk: 1 }), null);
});

const NAMES = /** @type {Record<string, string[]>} */ ({
  spear: ["spear", "Spear"],
  "spear-line": ["spear-line", "Spear Line"],
  dusk: ["dusk", "Dusk", ""],
});

test("a fault stands beside the card that it names, and not beside one whose name is only a part of that", () => {
  const deck = { cards: { spear: 1, "spear-line": 4 }, beside: ["dusk"] };
  const faults = [
    "Spear Line has 1 star: at most 3 in a deck, not 4.",
    "Dusk needs a card of its Element.",
    "A deck has 30 cards.",
  ];
  assert.deepEqual(
    [...faultsByCard(deck, faults, (id) => NAMES[id] ?? [])],
    [
      ["spear-line", [faults[0]]],
      ["dusk", [faults[1]]],
    ],
  );
});
