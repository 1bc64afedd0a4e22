import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { commitmentOf, Dice, decksCommitment, keyAfterLoss, keyOf, linksOf } from "../src/fairness.js";
import { entropyHash } from "../src/notes.js";

/** @param {string} name a file below protocol/ */
function read(name) {
  return JSON.parse(readFileSync(new URL(`../../../protocol/${name}`, import.meta.url), "utf8"));
}

const vectors = read("fairness-vectors.json");

test("commitments and keys are those of the vectors", async () => {
  for (const { seed, commitment } of vectors.commitments) {
    assert.equal(await commitmentOf(seed), commitment);
  }
  for (const { seed, match, entropy, key } of vectors.keys) {
    assert.equal(await keyOf(seed, match, entropy), key);
  }
});

test("shares of entropy and decks are bound as in the vectors", async () => {
  for (const { entropy, hash } of vectors.entropy_hashes) {
    assert.equal(await entropyHash(entropy), hash);
  }
  for (const { seed, match, decks, commitment } of vectors.decks) {
    assert.equal(await decksCommitment(seed, match, decks), commitment);
  }
});

test("after a loss the key is the one of the vectors", async () => {
  for (const { key, after } of vectors.losses) {
    assert.equal(await keyAfterLoss(key), after);
  }
});

test("dice roll as in the vectors", async () => {
  for (const { key, version, sides, rolls } of vectors.rolls) {
    const dice = new Dice(key, version);
    for (const roll of rolls) {
      assert.equal(await dice.roll(sides), roll);
    }
  }
});

test("cards are shuffled as in the vectors", async () => {
  for (const { key, version, cards, shuffled } of vectors.shuffles) {
    assert.deepEqual(await new Dice(key, version).shuffled(Array.from({ length: cards }, (_, card) => card)), shuffled);
  }
});

test("one entry's draws follow each other as in the vectors", async () => {
  for (const each of vectors.entries) {
    const dice = new Dice(each.key, each.version);
    assert.equal(await dice.pick([0, 1, 2, 3]), each["pick of 4"]);
    assert.deepEqual(await dice.shuffled(Array.from({ length: 50 }, (_, card) => card)), each["then shuffled 50"]);
    assert.equal(await dice.roll(6), each["then roll of 6"]);
  }
});

test("links are those of the vectors", async () => {
  for (const { seed, match, entries } of vectors.chains) {
    const links = await linksOf(seed, match, entries);
    assert.deepEqual(
      links,
      entries.map((/** @type {any} */ entry) => entry.link),
    );
  }
});
