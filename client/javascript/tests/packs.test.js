import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { cardsOf, packFault, packFaultKind, poolOf } from "../src/packs.js";

const { packs } = JSON.parse(readFileSync(new URL("../../../protocol/fairness-vectors.json", import.meta.url), "utf8"));

test("packs are drawn as in the vectors", async () => {
  assert.ok(packs.length > 0);
  for (const { seed, pack, entropy, lists, pool, commitment, cards } of packs) {
    assert.equal(await poolOf(lists), pool);
    assert.deepEqual(await cardsOf(seed, pack, entropy, lists), cards);
    assert.equal(await packFault({ id: pack, commitment, pool }, { seed, entropy, cards }, lists), null);
    assert.equal(await packFaultKind({ id: pack, commitment, pool }, { seed, entropy, cards }, lists), null);
  }
});

test("a pack of an older server, which told an Art Rare where there are none, is right", async () => {
  let old = 0;
  for (const { seed, pack, entropy, lists, pool, commitment, cards } of packs) {
    const fifth = cards.at(-1);
    const told = { seed, entropy, cards: [...cards.slice(0, -1), { ...fifth, rarity: "art_rare" }] };
    const isRight = fifth.rarity === "art_rare" || (fifth.rarity === "ultra_rare" && !lists.art_rare?.length);
    assert.equal(await packFaultKind({ id: pack, commitment, pool }, told, lists), isRight ? null : "cards");
    old += isRight && fifth.rarity !== "art_rare" ? 1 : 0;
  }
  assert.ok(old > 0);
});

test("a pack that is not what was drawn is refused, with what is wrong", async () => {
  const [{ seed, pack, entropy, lists, pool, commitment, cards }] = packs;
  const earned = { id: pack, commitment, pool };
  const opened = { seed, entropy, cards };
  const other = "00".repeat(32);
  assert.match(String(await packFault({ ...earned, commitment: other }, opened, lists)), /commitment/);
  assert.match(String(await packFault({ ...earned, pool: other }, opened, lists)), /lists/);
  assert.equal(await packFaultKind({ ...earned, commitment: other }, opened, lists), "seed");
  assert.equal(await packFaultKind({ ...earned, pool: other }, opened, lists), "lists");
  assert.equal(await packFaultKind(earned, { ...opened, entropy: "another" }, lists), "cards");
  for (const bent of [
    { ...opened, entropy: "another" },
    { ...opened, cards: cards.slice(1) },
    { ...opened, cards: [cards[0], ...cards.slice(0, 4)] },
    { ...opened, cards: [...cards.slice(0, 4), { ...cards[4], rarity: "art_rare" }] },
  ]) {
    assert.match(String(await packFault(earned, bent, lists)), /other cards/);
  }
});
