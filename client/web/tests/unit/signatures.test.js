import assert from "node:assert/strict";
import { test } from "node:test";
import { signatures } from "../../src/decks/signatures.js";

/** @type {Record<string, { id: string, picture?: string, cost: number }>} */
const CARDS = {
  common: { id: "common", picture: "/common", cost: 9 },
  fire: { id: "fire", picture: "/fire", cost: 2 },
  dragon: { id: "dragon", picture: "/dragon", cost: 5 },
  bare: { id: "bare", cost: 9 },
};

test("a deck is shown by a card that no other deck has, the dearest of them, and by one with a picture", () => {
  const decks = new Map([
    ["wildfire", ["common", "fire", "dragon", "bare"]],
    ["vigil", ["common", "dragon", "bare"]],
    ["twin", ["common", "dragon"]],
    ["plain", ["bare"]],
  ]);
  const found = signatures(decks, (id) => CARDS[id]);
  assert.deepEqual(
    [...found].map(([name, { id }]) => [name, id]),
    [
      ["wildfire", "fire"],
      ["vigil", "common"],
      ["twin", "dragon"],
    ],
  );
});
