import assert from "node:assert/strict";
import { test } from "node:test";
import { fieldAt, giftOf } from "../../src/collection/gift.js";

/** @type {import("../../src/collection/gift.js").GiftRow[]} */
const ROWS = [
  { id: 4, kind: "copies", game: "amiibart", set: "", card: " Grave Bat ", count: "3" },
  { id: 6, kind: "packs", game: "amiibart", set: "AB2", card: "", count: "2" },
  { id: 7, kind: "copies", game: "myacards", set: "", card: "yeti", count: "1" },
  { id: 9, kind: "packs", game: "myacards", set: "", card: "", count: "1" },
];
const NAMES = new Map([["Grave Bat", "grave-bat"]]);

test("rows come to what the codes give, whatever their order; what is called like nothing is sent as it is typed", () => {
  assert.deepEqual(
    giftOf(ROWS, (_, called) => NAMES.get(called) ?? called),
    {
      packs: [
        { game: "amiibart", count: 2, set: "AB2" },
        { game: "myacards", count: 1, set: null },
      ],
      copies: [
        { game: "amiibart", card: "grave-bat", count: 3 },
        { game: "myacards", card: "yeti", count: 1 },
      ],
    },
  );
});

test("a refusal is shown at the field of the row that it is about", () => {
  assert.equal(fieldAt("$.gift.copies[1].card", ROWS), "7.card");
  assert.equal(fieldAt("$.gift.packs[0].set", ROWS), "6.set");
  assert.equal(fieldAt("$.gift.packs[1]", ROWS), "9.game");
  assert.equal(fieldAt("$.gift.packs[2].game", ROWS), null);
  assert.equal(fieldAt("$.gift", ROWS), "gift");
  assert.equal(fieldAt("$.gift.packs[...].count", ROWS), "gift");
  assert.equal(fieldAt("$.label", ROWS), "label");
  assert.equal(fieldAt(null, ROWS), null);
});
