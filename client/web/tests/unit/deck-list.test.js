import assert from "node:assert/strict";
import { test } from "node:test";
import { changed, EMPTY } from "../../src/decks/list.js";

/** @param {import("../../src/decks/list.js").Deck} deck */
const listed = (deck) => Object.entries(deck.cards).map(([card, count]) => `${count} ${card}`);

test("a card stays where it stands in the list while its number changes", () => {
  const deck = { ...EMPTY, cards: { bat: 3, snail: 3, giant: 1 } };
  assert.deepEqual(listed(changed(deck, "bat", -1)), ["2 bat", "3 snail", "1 giant"]);
  assert.deepEqual(listed(changed(deck, "snail", 1)), ["3 bat", "4 snail", "1 giant"]);
  assert.deepEqual(listed(changed(deck, "giant", -1)), ["3 bat", "3 snail"]);
  assert.deepEqual(listed(changed(deck, "dusk", 1)), ["3 bat", "3 snail", "1 giant", "1 dusk"]);
});
