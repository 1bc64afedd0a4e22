import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { ForkedError } from "../src/errors.js";
import { FollowedMatch } from "../src/followed-match.js";
import { FollowedMatches } from "../src/followed-matches.js";
import { Links, MOST_LINKS, Notes } from "../src/notes.js";

const first = JSON.parse(readFileSync(new URL("../../../protocol/examples/v1/update.json", import.meta.url), "utf8"));

/**
 * @param {number} epoch
 * @param {number} version
 * @param {string} link
 * @returns {any}
 */
function update(epoch, version, link) {
  return { ...first, epoch, version, link, result: null, ref: null };
}

/**
 * @param {number} epoch
 * @param {number} version
 * @param {number} was
 * @returns {any}
 */
function rewound(epoch, version, was) {
  return { type: "rewound", match: first.match, epoch, version, was, refs: [], text: "" };
}

const nobody = async () => assert.fail("nothing is asked");

/** @param {FollowedMatch} match which is told no more than what came before another story */
async function faultOf(match) {
  /** @type {unknown} */
  let fault = null;
  try {
    for await (const _ of match.updates()) {
      // what was told before
    }
  } catch (error) {
    fault = error;
  }
  assert.ok(fault instanceof ForkedError);
  assert.equal(fault.match, first.match);
  return fault;
}

for (const way of /** @type {const} */ (["receive", "standAt"])) {
  test(`another link of a version ends the match: ${way}`, async () => {
    const match = new FollowedMatch(nobody, update(0, 4, "a"));
    match.receive(update(0, 5, "b"));
    match[way](update(0, 5, "c"));
    match.receive(update(0, 6, "d"));
    assert.deepEqual([match.latest.version, match.latest.link], [5, "b"]);
    const { version, message } = await faultOf(match);
    assert.equal(version, 5);
    assert.match(message, /had the link b, and now has c/);
  });
}

test("an older version has the link that it had", async () => {
  const match = new FollowedMatch(nobody, update(0, 4, "a"));
  match.receive(update(0, 5, "b"));
  match.receive(update(0, 4, "a"));
  assert.equal(match.latest.version, 5);
  match.receive(update(0, 4, "b"));
  await faultOf(match);
});

test("a turn that is answered by another match is none", async () => {
  /** @type {any} */
  const answer = { ...update(0, 4, "b"), ref: "a" };
  const match = new FollowedMatch(
    async () => {
      match.receive(answer);
      return answer;
    },
    update(0, 4, "a"),
  );
  await assert.rejects(match.act({ type: "draw" }), ForkedError);
});

test("a told rewind voids what it says and no more", async () => {
  const match = new FollowedMatch(nobody, update(0, 3, "a"));
  for (const [version, link] of /** @type {const} */ ([
    [4, "b"],
    [5, "c"],
    [6, "d"],
  ])) {
    match.receive(update(0, version, link));
  }
  match.receiveRewound(rewound(1, 4, 6));
  match.receive(update(1, 5, "e"));
  match.receive(update(0, 6, "d")); // on its way since before
  match.receive(update(1, 6, "f"));
  assert.deepEqual([match.latest.version, match.latest.link], [6, "f"]);
  assert.deepEqual(
    [...match.links],
    [
      [3, "a"],
      [5, "e"],
      [6, "f"],
    ],
  );
  match.receive(update(1, 3, "g"));
  await faultOf(match);
});

test("who hears of a rewind only on coming back believes no link of before", async () => {
  const match = new FollowedMatch(nobody, update(0, 3, "a"));
  for (const version of [4, 5, 6]) {
    match.receive(update(0, version, "b"));
  }
  match.receiveRewound(rewound(1, 5, 6));
  match.standAt(update(1, 5, "c"));
  assert.deepEqual([...match.links], [[5, "c"]]);
  match.receive(update(1, 6, "d"));
  match.standAt(update(1, 6, "d"));
  assert.deepEqual([...match.links.keys()], [5, 6], "a reconnect by itself voids nothing");
});

test("a rewind that was not told is no excuse", async () => {
  const match = new FollowedMatch(nobody, update(0, 5, "a"));
  match.receive(update(1, 5, "b"));
  await faultOf(match);
});

test("who follows a match again says what was told before, and is shown the same", async () => {
  const notes = new Notes();
  notes.links(first.match).note(update(0, 5, "a"));
  /** @type {any[]} */
  const said = [];
  const answers = [update(0, 5, "a"), update(0, 5, "b"), update(1, 5, "c")];
  /** @type {(command: any) => Promise<any>} */
  const ask = async (command) => {
    said.push(command);
    if (command.type === "unwatch_match") return { type: "match_unwatched", match: first.match };
    const answer = { ...answers.shift(), ref: command.ref };
    matches.receive(answer);
    return answer;
  };
  const refs = ["r1", "r2", "r3"];
  const matches = new FollowedMatches(ask, () => refs.pop() ?? "", notes);
  assert.equal((await matches.watch(first.match, null)).latest.link, "a");
  await matches.unwatch(first.match);
  await assert.rejects(matches.watch(first.match, null), ForkedError);
  assert.equal(
    (await matches.watch(first.match, 0)).latest.link,
    "c",
    "what was lost while nobody followed is no other match",
  );
  assert.deepEqual(
    said.filter(({ type }) => type === "watch_match").map(({ since, link }) => [since, link]),
    [
      [5, "a"],
      [5, "a"],
      [0, null],
    ],
  );
});

test("a rewind is taken in also while nobody follows the match", () => {
  const notes = new Notes();
  notes.links(first.match).note(update(0, 5, "a"));
  new FollowedMatches(nobody, () => "r", notes).receive(rewound(1, 4, 5));
  assert.equal(notes.links(first.match).size, 0);
});

test("no more links are noted than are of use", () => {
  const links = new Links();
  for (let version = 0; version < MOST_LINKS + 5; version += 1) {
    links.note(update(0, version, "a"));
  }
  assert.deepEqual([links.size, Math.min(...links.keys())], [MOST_LINKS, 5]);
});

for (const kept of [
  "null",
  "5",
  "true",
  "{}",
  "[null]",
  '[["m"]]',
  '[["m", null]]',
  '[[1, {"commitment": "c"}]]',
  "[",
  "",
]) {
  test(`notes that cannot be read are dropped: ${kept}`, () => {
    assert.equal(new Notes({ getItem: () => kept, setItem: () => {} }).size, 0);
  });
}

test("notes that can be read are kept beside those that cannot", () => {
  const kept = '[null, ["m", {"commitment": "c", "entropy": "e"}]]';
  assert.deepEqual(
    [...new Notes({ getItem: () => kept, setItem: () => {} })],
    [["m", { commitment: "c", entropy: "e" }]],
  );
});
