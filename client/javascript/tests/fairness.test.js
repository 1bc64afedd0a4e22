import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { commitmentOf, Dice, keyOf, linksOf, verified } from "../src/fairness.js";

/** @param {string} name a file below protocol/ */
function read(name) {
  return JSON.parse(readFileSync(new URL(`../../../protocol/${name}`, import.meta.url), "utf8"));
}

const vectors = read("fairness-vectors.json");
const transcript = read("examples/v1/transcript.json");

/** @param {(copy: any, entries: any[]) => void} change of a copy whose entries are objects */
function bent(change) {
  const copy = structuredClone(transcript);
  const entries = copy.entries.map((/** @type {any} */ each) => JSON.parse(each.entry));
  change(copy, entries);
  copy.entries.forEach((/** @type {any} */ each, /** @type {number} */ at) => {
    each.entry = JSON.stringify(entries[at]);
  });
  return copy;
}

test("commitments and keys are those of the vectors", async () => {
  for (const { seed, commitment } of vectors.commitments) {
    assert.equal(await commitmentOf(seed), commitment);
  }
  for (const { seed, match, entropy, key } of vectors.keys) {
    assert.equal(await keyOf(seed, match, entropy), key);
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

test("a transcript as it was is verified, also against what was noted", async () => {
  const last = transcript.entries.length;
  const noted = {
    commitment: transcript.commitment,
    entropy: { 0: "the seventh word on page 88", 1: "Bo threw 4, 2, 6 and 1" },
    links: { [last]: transcript.entries[last - 1].link },
  };
  assert.deepEqual((await verified(transcript, noted)).faults, []);
});

test("the deal of Density Deck can be drawn again, as the protocol's section on fairness tells it", async () => {
  const { key } = await verified(transcript);
  const { events } = JSON.parse(transcript.entries[0].entry);
  const {
    dealer_seat: dealer,
    hands,
    centre,
    pile,
  } = events.find((/** @type {any} */ event) => event.type === "dealt");
  const colours = "common yellow turquoise red blue purple silver gold aquamarine white black".split(" ");
  const deck = [...hands.flat(), ...centre, ...pile].sort(
    (one, other) => colours.indexOf(one.colour) - colours.indexOf(other.colour) || one.power - other.power,
  );
  const dice = new Dice(key ?? "", 1);
  assert.equal(deck.length, 50);
  assert.equal(await dice.pick([0, 1]), dealer);
  assert.deepEqual(await dice.shuffled(deck), [...hands[1 - dealer], ...hands[dealer], ...centre, ...pile]);
});

test("every way to bend a transcript is found", async () => {
  /** @type {[string, any, RegExp][]} */
  const bends = [
    [
      "another seed",
      bent((_, [first]) => {
        first.cause.seed = "00".repeat(32);
      }),
      /commitment is to/,
    ],
    [
      "another event",
      bent((_, entries) => {
        entries[1].events = [];
      }),
      /link of version 2/,
    ],
    [
      "an entry left out",
      bent((copy, entries) => {
        copy.entries.splice(1, 1);
        entries.splice(1, 1);
      }),
      /says that it is version 3/,
    ],
    [
      "a time put back",
      bent((copy) => {
        copy.entries[2].at = 0;
      }),
      /runs backwards/,
    ],
    [
      "another match",
      bent((copy) => {
        copy.match = "other";
      }),
      /is of the match/,
    ],
    [
      "no opening",
      bent((_, entries) => {
        entries[0].cause = { type: "acted" };
      }),
      /no seed/,
    ],
  ];
  for (const [name, copy, fault] of bends) {
    const { faults } = await verified(copy);
    assert.match(faults.join("\n"), fault, name);
  }
});

test("what was noted is held against the transcript", async () => {
  const { faults } = await verified(transcript, {
    commitment: "00",
    entropy: { 1: "other" },
    links: { 2: "00", 99: "00" },
  });
  assert.equal(faults.length, 4);
});

test("a note of what the store had lost is no fault, and every other is", async () => {
  const copy = structuredClone(transcript);
  const { version, ...last } = JSON.parse(copy.entries.at(-1).entry);
  const cause = { type: "history_lost", epoch: 1, since: 2, was: 5, link: "ab" };
  copy.entries.push({ ...copy.entries.at(-1), entry: JSON.stringify({ ...last, version: version + 1, cause }) });
  const before = (await verified(copy)).faults.length;
  assert.equal((await verified(copy, { links: { 3: "00", 4: "11", 5: "AB" } })).faults.length, before);
  assert.equal((await verified(copy, { links: { 2: "00", 5: "00", 6: "11" } })).faults.length, before + 3);
});
