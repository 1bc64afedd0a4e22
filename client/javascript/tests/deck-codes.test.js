import assert from "node:assert/strict";
import { test } from "node:test";
import { codeOf, deckOf, readCode, UnreadableCode, writeCode } from "../src/deck-codes.js";

const catalogue = {
  sets: [
    {
      id: "AA",
      cards: [
        { id: "frog", number: 1 },
        { id: "newt", number: 300 },
      ],
      printings: [{ id: "frog-art", number: 7 }],
    },
    { id: "BB", cards: [{ id: "first-light", number: 2 }] },
  ],
};
/** @type {import("../src/deck-codes.js").Deck} */
const deck = {
  cards: [
    ["frog", 4],
    ["newt", 7],
    ["frog-art", 1],
  ],
  beside: ["first-light"],
};

test("a deck can be read back from its code, in small letters too", () => {
  const code = codeOf(deck, "AB", catalogue);
  assert.match(code, /^AB-[A-Z2-7]+$/);
  const again = deckOf(` ${code.toLowerCase()} `, catalogue);
  assert.deepEqual(new Map(again.cards), new Map(deck.cards));
  assert.deepEqual(again.beside, deck.beside);
});

test("a deck has one code in whichever order its cards are listed", () => {
  assert.equal(codeOf({ ...deck, cards: deck.cards.toReversed() }, "AB", catalogue), codeOf(deck, "AB", catalogue));
});

test("a code says the numbers of its cards without a catalogue", () => {
  const cards = [
    { set: "AA", number: 1, count: 4 },
    { set: "AA", number: 300, count: 0 },
  ];
  assert.deepEqual(readCode(writeCode("MY", cards)), { prefix: "MY", cards });
});

test("less than 1 and more than 7 of a card, and cards that are not there, have no code", () => {
  assert.throws(() => codeOf({ cards: [["frog", 8]], beside: [] }, "AB", catalogue), RangeError);
  assert.throws(() => codeOf({ cards: [["frog", 0]], beside: [] }, "AB", catalogue), RangeError);
  assert.throws(() => codeOf({ cards: [["toad", 1]], beside: [] }, "AB", catalogue), RangeError);
});

test("every damaged letter of a code is noticed", () => {
  const code = codeOf(deck, "AB", catalogue);
  for (let at = 3; at < code.length - 1; at += 1) {
    const damaged = code.slice(0, at) + (code[at] === "A" ? "B" : "A") + code.slice(at + 1);
    assert.throws(() => readCode(damaged), UnreadableCode, damaged);
  }
  for (const text of ["", "AB-", "frogs", "AB-1", code.slice(0, 12)]) {
    assert.throws(() => readCode(text), UnreadableCode, text);
  }
});

test("a card that the catalogue lacks is named", () => {
  const code = writeCode("AB", [{ set: "AA", number: 99, count: 1 }]);
  assert.throws(() => deckOf(code, catalogue), /card 99 of the set AA/);
});
