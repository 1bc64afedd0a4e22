import assert from "node:assert/strict";
import { test } from "node:test";
import { MANY, poolOf } from "../../src/decks/pool.js";

test("a pool has common cards, and those of the packs by all their printings", () => {
  const cards = new Map(
    [
      { id: "leaf", rarity: "common" },
      { id: "wolf", rarity: "rare" },
      { id: "wolf-2", rarity: "rare", printing: { of: "wolf", rarity: "art_rare" } },
      { id: "owl", rarity: "rare" },
      { id: "spark", rarity: "common", kind: "token" },
    ].map((card) => [card.id, card]),
  );
  const packs = ["wolf", "wolf-2", "leaf"].map((card) => ({ card, rarity: /** @type {const} */ ("rare") }));
  const pool = poolOf("tiny", /** @type {any} */ (cards), packs);
  assert.deepEqual(
    pool.map(({ card, count }) => [card, count]),
    [
      ["leaf", MANY],
      ["wolf", 2],
      ["wolf-2", 2],
    ],
  );
});
