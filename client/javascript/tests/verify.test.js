import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { commitmentOf, Dice, keyOf, linksOf } from "../src/fairness.js";
import { verify } from "../src/verify.js";

/** @param {string} name a file below protocol/ */
function read(name) {
  return JSON.parse(readFileSync(new URL(`../../../protocol/${name}`, import.meta.url), "utf8"));
}

const transcript = read("examples/v1/transcript.json");
const last = transcript.entries.length;

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

/** @param {any} copy whose links are made anew, by somebody who knows the seed */
async function relinked(copy) {
  const { seed } = JSON.parse(copy.entries[0].entry).cause;
  copy.commitment = await commitmentOf(seed);
  const links = await linksOf(seed, copy.match, copy.entries);
  copy.entries.forEach((/** @type {any} */ each, /** @type {number} */ at) => {
    each.link = links[at];
  });
  return copy;
}

/**
 * @param {any} copy
 * @param {import("../src/verify.js").Noted} [noted]
 */
async function place(copy, noted) {
  const { fault } = await verify(copy, noted);
  return fault === null ? null : [fault.kind, fault.version];
}

test("a transcript as it was is verified, also against what was noted", async () => {
  const noted = {
    commitment: transcript.commitment.toUpperCase(),
    entropy: { 0: "the seventh word on page 88", 1: "Bo threw 4, 2, 6 and 1" },
    links: { [last]: transcript.entries[last - 1].link.toUpperCase() },
  };
  assert.deepEqual(await verify(transcript, noted), {
    fault: null,
    areDrawsNoted: true,
    entries: last,
    shuffles: 1,
    draws: 1,
    losses: 0,
    noted: 4,
  });
});

test("options and players are those that were noted, in whatever order their fields stand", async () => {
  const { options, players } = JSON.parse(transcript.entries[0].entry).cause;
  const ids = players.map((/** @type {any} */ player) => player.id);
  const turned = Object.fromEntries(Object.entries(options).reverse());
  assert.equal((await verify(transcript, { options: turned, players: ids, decksCommitment: null })).noted, 2);
  for (const noted of [
    { options: { ...options, lives: 11 } },
    { options: { ...options, more: null } },
    { options: { lives: options.lives } },
    { options: null },
    { players: ids.toReversed() },
    { players: ids.slice(1) },
  ]) {
    assert.deepEqual(await place(transcript, noted), ["note", 1], JSON.stringify(noted));
  }
});

test("who was told of no decks is not told afterwards of some", async () => {
  const lie = await relinked(bent((_, [{ cause }]) => (cause.decks = [{ cards: [["a", 1]] }])));
  assert.deepEqual(await place(lie, { decksCommitment: null }), ["note", 1]);
});

test("what somebody could stumble over is a fault as well, and nobody gets past by it", async () => {
  /** @type {[any, number][]} */
  const lies = [
    [null, 1],
    [{ ...transcript, entries: null }, 1],
    [{ ...transcript, entries: [null] }, 1],
    [{ ...transcript, entries: [...transcript.entries, null] }, 1],
    [await relinked(bent((_, [first]) => Object.assign(first.cause, { decks: [{ cards: [false], beside: [] }] }))), 1],
    [await relinked(bent((_, [first]) => Object.assign(first.cause, { decks: [null] }))), 1],
    [await relinked(bent((_, [first]) => Object.assign(first.cause, { entropy_hashes: {} }))), 1],
    [await relinked(bent((_, [first]) => first.draws.splice(0, 1, null))), 1],
    [await relinked(bent((_, [, second]) => Object.assign(second, { draws: [{ kind: "shuffle" }] }))), 2],
  ];
  for (const [lie, version] of lies) {
    const { fault } = await verify(lie, version === 1 ? { decksCommitment: "00" } : {});
    assert.notEqual(fault, null);
    assert.equal(fault?.version, version);
  }
});

test("time limit and rating are those that were noted", async () => {
  const cause = JSON.parse(transcript.entries[0].entry).cause;
  assert.equal((await verify(transcript, { timeLimit: cause.time_limit, rated: cause.rated })).noted, 2);
  assert.deepEqual(await place(transcript, { timeLimit: cause.time_limit + 1 }), ["note", 1]);
  assert.deepEqual(await place(transcript, { rated: !cause.rated }), ["note", 1]);
});

test("the deal of Density Deck can be drawn again, as FAIRNESS.md tells it", async () => {
  const { cause, events } = JSON.parse(transcript.entries[0].entry);
  const key = await keyOf(cause.seed, transcript.match, cause.entropy);
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
  const dice = new Dice(key, 1);
  assert.equal(deck.length, 50);
  assert.equal(await dice.pick([0, 1]), dealer);
  assert.deepEqual(await dice.shuffled(deck), [...hands[1 - dealer], ...hands[dealer], ...centre, ...pile]);
});

test("a match that an older server began has no draws to make again", async () => {
  const before = await relinked(
    bent((_, [first]) => {
      delete first.draws;
    }),
  );
  const verdict = await verify(before);
  assert.deepEqual([verdict.fault, verdict.areDrawsNoted, verdict.shuffles], [null, false, 0]);
});

test("every way to bend a transcript is found, with its place", async () => {
  /** @type {[string, any, [string, number | null], RegExp][]} */
  const bends = [
    [
      "another seed",
      bent((_, [first]) => {
        first.cause.seed = "00".repeat(32);
      }),
      ["seed", 1],
      /match the commitment/,
    ],
    [
      "no seed",
      bent((_, [first]) => {
        first.cause.seed = "0";
      }),
      ["seed", 1],
      /not 32 bytes/,
    ],
    [
      "another event",
      bent((_, entries) => {
        entries[1].events = [];
      }),
      ["link", 2],
      /link does not match/,
    ],
    [
      "an entry left out",
      bent((copy, entries) => {
        copy.entries.splice(1, 1);
        entries.splice(1, 1);
      }),
      ["version", 2],
      /has the number 3/,
    ],
    [
      "a time put back",
      bent((copy) => {
        copy.entries[2].at = 0;
      }),
      ["clock", 3],
      /before the one before it/,
    ],
    [
      "no time",
      bent((copy) => {
        copy.entries[2].at = -1;
      }),
      ["unreadable", 3],
      /not a time/,
    ],
    [
      "another match",
      bent((copy) => {
        copy.match = "other";
      }),
      ["opening", 1],
      /opens match/,
    ],
    [
      "no opening",
      bent((_, entries) => {
        entries[0].cause = { type: "acted" };
      }),
      ["opening", 1],
      /begins with/,
    ],
    [
      "fewer shares",
      bent((_, [first]) => {
        first.cause.entropy.pop();
      }),
      ["opening", 1],
      /shares of entropy/,
    ],
    [
      "no list of shares",
      bent((_, [first]) => {
        first.cause.entropy = "all";
      }),
      ["opening", 1],
      /players or their entropy are missing/,
    ],
    [
      "no entry",
      bent((_, entries) => {
        entries[1] = [];
      }),
      ["unreadable", 2],
      /no entry/,
    ],
    [
      "no first entry",
      { ...transcript, entries: [{ ...transcript.entries[0], entry: "{" }] },
      ["unreadable", 1],
      /no entry/,
    ],
    ["no entries", { ...transcript, entries: [] }, ["version", null], /no entries/],
    [
      "opened twice",
      await relinked(
        bent((_, entries) => {
          entries[1].cause = entries[0].cause;
        }),
      ),
      ["cause", 2],
      /only once/,
    ],
  ];
  for (const [name, copy, where, text] of bends) {
    const { fault } = await verify(copy);
    assert.deepEqual([fault?.kind, fault?.version], where, name);
    assert.match(fault?.text ?? "", text, name);
  }
});

test("what was noted is held against the transcript", async () => {
  assert.deepEqual(await place(transcript, { commitment: "00" }), ["note", null]);
  assert.deepEqual(await place(transcript, { entropy: { 1: "other" } }), ["note", 1]);
  assert.deepEqual(await place(transcript, { links: { 2: "00" } }), ["note", 2]);
  assert.deepEqual(await place(transcript, { links: { 99: "00" } }), ["note", null]);
});

test("a note of what the store had lost is no fault, and every other is", async () => {
  const copy = bent(() => {});
  const { version, draws: _, ...end } = JSON.parse(copy.entries.at(-1).entry);
  const cause = { type: "history_lost", epoch: 1, since: 2, was: 5, link: "ab" };
  copy.entries.push({
    ...copy.entries.at(-1),
    entry: JSON.stringify({ ...end, version: version + 1, cause, events: [] }),
  });
  await relinked(copy);
  assert.deepEqual(await place(copy, { links: { 3: "00", 4: "11", 5: "AB" } }), null);
  assert.deepEqual((await verify(copy)).losses, 1);
  assert.deepEqual(await place(copy, { links: { 2: "00" } }), ["note", 2]);
  assert.deepEqual(await place(copy, { links: { 5: "00" } }), ["note", 5]);
  assert.deepEqual(await place(copy, { links: { 6: "11" } }), ["note", 6]);
});

test("whoever knows the seed can write no other draw than was made", async () => {
  /** @type {[string, (first: any) => void, RegExp][]} */
  const bends = [
    [
      "another number of numbers",
      ({ draws }) => (draws[1].words += 1),
      /draw 2 \(shuffle, dealt\) takes 49 numbers, not 50/,
    ],
    ["another order before", ({ draws }) => draws[1].of.reverse(), /another outcome than the events show/],
    ["a draw less", ({ draws }) => draws.shift(), /draw 1 \(shuffle, dealt\) has another outcome/],
    ["a draw more", ({ draws }) => draws.push(draws[1]), /not shown at its place/],
    ["a pick of nothing", ({ draws }) => (draws[0].of = []), /draw 1 is none/],
    ["no draw", ({ draws }) => (draws[0] = null), /draw 1 is none/],
    ["another kind", ({ draws }) => (draws[0].kind = "guess"), /draw 1 is none/],
    ["a roll of no sides", ({ draws }) => (draws[0] = { ...draws[0], kind: "roll", of: 0 }), /draw 1 is none/],
    ["another purpose", ({ draws }) => (draws[0].purpose = "dealt.deal"), /not shown at its place/],
    ["another event", ({ draws }) => (draws[0].purpose = "round_began"), /not shown at its place/],
    ["no such place", ({ draws }) => (draws[1].at = ["/0/hands/7"]), /not shown at its place/],
    ["no place at all", ({ draws }) => (draws[1].at = []), /not shown at its place/],
    ["no list there", ({ draws }) => (draws[1].at = ["/0/deal"]), /another outcome than the events show/],
    ["other cards dealt", ({ events }) => events[0].pile.reverse(), /another outcome than the events show/],
    [
      "another dealer",
      ({ events }) => (events[0].dealer_seat = 1 - events[0].dealer_seat),
      /draw 1 \(pick, dealt.dealer_seat\)/,
    ],
    [
      "another outcome beside the events",
      ({ draws }) => {
        delete draws[0].at;
        draws[0].outcome = 7;
      },
      /another outcome than recorded/,
    ],
    ["no list of draws", (first) => (first.draws = { all: first.draws }), /not a list/],
  ];
  for (const [name, change, text] of bends) {
    const { fault } = await verify(await relinked(bent((_, [first]) => void change(first))));
    assert.deepEqual([fault?.kind, fault?.version], ["draws", 1], name);
    assert.match(fault?.text ?? "", text, name);
  }
});

test("draws in a match that notes none are refused", async () => {
  const copy = bent((_, [first, second]) => {
    second.draws = [];
    delete first.draws;
  });
  assert.deepEqual(await place(await relinked(copy)), ["draws", 2]);
});

test("what no event shows is noted itself, and held to that, in a game that shows not all", async () => {
  const copy = bent((whole, [first]) => {
    const [pick] = first.draws;
    delete pick.at;
    pick.outcome = first.events[0].dealer_seat;
    whole.game = first.cause.game = "somebody-elses";
  });
  assert.deepEqual(await place(await relinked(copy)), null);
  const lie = bent((whole, [first]) => {
    const [pick] = first.draws;
    delete pick.at;
    pick.outcome = 1 - first.events[0].dealer_seat;
    whole.game = first.cause.game = "somebody-elses";
  });
  assert.deepEqual(await place(await relinked(lie)), ["draws", 1]);
});

test("a game that shows whatever it draws notes nothing beside its events, where they could say something else", async () => {
  const copy = bent((_, [first]) => {
    const [pick] = first.draws;
    delete pick.at;
    pick.outcome = first.events[0].dealer_seat;
    first.events[0].dealer_seat = 1 - pick.outcome;
  });
  assert.deepEqual(await place(await relinked(copy)), ["draws", 1]);
});

test("an index of a pointer is digits that do not begin with 0, and the length of a list is no place", async () => {
  for (const end of ["length", "00", "+0", " 0", "0x0", ""]) {
    const copy = bent((whole, [first]) => {
      const [pick] = first.draws;
      first.events[0].dealer_seat = Array.from({ length: first.events[0].dealer_seat }, () => pick.of);
      pick.at = [`/0/dealer_seat/${end}`];
      whole.game = first.cause.game = "somebody-elses";
    });
    assert.deepEqual(await place(await relinked(copy)), ["draws", 1], end);
  }
});
