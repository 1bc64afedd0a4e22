import assert from "node:assert/strict";
import { test } from "node:test";
import {
  ANYTHING,
  isWanted,
  missingOf,
  printingsOf,
  progressOf,
  rarityOf,
  setsOf,
} from "../../src/collection/printings.js";
import { cardsOf } from "../../src/games/catalogue.js";

const CATALOGUE = {
  sets: [
    {
      id: "AB1",
      name: "Launch set",
      cards: [
        { id: "bat", name: "Bat", element: "dark" },
        { id: "imp", name: "Imp", element: "fire", rarity: "rare" },
        { id: "hag", name: "Hag", element: "dark", rarity: "ultra_rare" },
        { id: "spark", name: "Spark", kind: "token", element: "fire" },
      ],
      printings: [{ id: "hag-art", of: "hag", rarity: "art_rare" }],
    },
    { id: "ZZ1", name: "Of the house", cards: [{ id: "owl", name: "Owl", sets: ["AVE", "STR"] }] },
  ],
};
const LISTS = { game: "amiibart", common: ["bat"], rare: ["imp"], ultra_rare: ["hag"], art_rare: ["hag-art"] };
/** @param {string} card @param {number} count @param {number} [free] @param {string} [game] */
const copies = (card, count, free = count, game = "amiibart") => ({ game, card, count, free });
/** @param {any[]} owned */
const printings = (...owned) => printingsOf("amiibart", cardsOf(CATALOGUE), setsOf(CATALOGUE), LISTS, owned);

test("what packs hold is there, and what is owned besides; what nobody can own is not", () => {
  const found = printings(copies("owl", 1), copies("gone", 2), copies("bat", 3, 1), copies("bat", 9, 9, "myacards"));
  assert.deepEqual(
    found.map(({ id, rarity, set, count, free }) => [id, rarity, set, count, free]),
    [
      ["bat", "common", "AB1", 3, 1],
      ["imp", "rare", "AB1", 0, 0],
      ["hag", "ultra_rare", "AB1", 0, 0],
      ["owl", "common", "ZZ1", 1, 1],
      ["hag-art", "art_rare", "AB1", 0, 0],
      ["gone", "common", "", 2, 2],
    ],
  );
  assert.deepEqual(found.find(({ id }) => id === "owl")?.traits, ["AVE", "STR"]);
});

test("a collection is looked through by set, Element or taxon, rarity, and whose it is", () => {
  const found = printings(copies("bat", 2), copies("owl", 1));
  /** @param {Partial<typeof ANYTHING>} some */
  const wanted = (some) => found.filter((each) => isWanted(each, { ...ANYTHING, ...some })).map(({ id }) => id);
  assert.equal(wanted({}).length, found.length);
  assert.deepEqual(wanted({ set: "ZZ1" }), ["owl"]);
  assert.deepEqual(wanted({ trait: "dark" }), ["bat", "hag", "hag-art"]);
  assert.deepEqual(wanted({ trait: "STR" }), ["owl"]);
  assert.deepEqual(wanted({ rarity: "rare" }), ["imp"]);
  assert.deepEqual(wanted({ owned: "owned" }), ["bat", "owl"]);
  assert.deepEqual(wanted({ owned: "missing", trait: "dark" }), ["hag", "hag-art"]);
  assert.deepEqual(wanted({ owned: "spare" }), ["bat"]);
});

test("how far one has come counts each printing once, however many copies there are", () => {
  assert.deepEqual(progressOf(printings(copies("bat", 4), copies("hag-art", 1))), {
    all: 4,
    owned: 2,
    rarities: [
      { rarity: "common", all: 1, owned: 1 },
      { rarity: "rare", all: 1, owned: 0 },
      { rarity: "ultra_rare", all: 1, owned: 0 },
      { rarity: "art_rare", all: 1, owned: 1 },
    ],
  });
});

test("a deck lacks what it has more of than one owns, in the printing that it names", () => {
  const owned = [copies("bat", 2), copies("hag", 3), copies("imp", 4, 4, "myacards")];
  assert.deepEqual(missingOf("amiibart", { bat: 3, hag: 1, imp: 1, "hag-art": 1 }, owned), [
    { id: "bat", wanted: 3, owned: 2 },
    { id: "imp", wanted: 1, owned: 0 },
    { id: "hag-art", wanted: 1, owned: 0 },
  ]);
});

test("what stands on the wish list is found, owned or not", () => {
  const all = printings(copies("bat", 2));
  const wanted = /** @type {const} */ ({ ...ANYTHING, owned: "wished" });
  const found = (/** @type {ReadonlySet<string>} */ wished) =>
    all.filter((each) => isWanted(each, wanted, wished)).map(({ id }) => id);
  assert.deepEqual(found(new Set(["bat", "hag"])), ["bat", "hag"]);
  assert.deepEqual(found(new Set()), []);
});

test("of a card from a pack its set says how rare it is: a pack tells an Ultra Rare as an Art Rare where there are none", () => {
  const cards = cardsOf(CATALOGUE);
  assert.deepEqual(
    ["hag", "hag-art", "gone"].map((card) => rarityOf(cards, { card, rarity: "art_rare" })),
    ["ultra_rare", "art_rare", "art_rare"],
  );
});
