import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { CommandRefused } from "../src/errors.js";
import { FollowedMatch, Turn } from "../src/followed-match.js";

const example = JSON.parse(readFileSync(new URL("../../../protocol/examples/v1/update.json", import.meta.url), "utf8"));

/**
 * @param {Record<string, unknown>} said
 */
function turn(said) {
  const update = { ...example, result: null, choices: [{ type: "draw" }, { type: "pass" }], ...said };
  return new Turn(new FollowedMatch(async () => assert.fail("nothing is asked"), update), update);
}

test("a turn has an outlook for each choice, or nothing for any", () => {
  const told = [{ power: 8, against: 7 }, null];
  assert.deepEqual(turn({ outlooks: told }).outlooks, told);
  assert.deepEqual(turn({ outlooks: undefined }).outlooks, [null, null]);
  assert.deepEqual(turn({ outlooks: [] }).outlooks, [null, null]);
});

/**
 * @param {import("../src/followed-match.js").FollowedMatch} match
 * @param {number} times
 * @param {(turn: Turn) => Promise<unknown>} play
 */
async function versionsOf(match, times, play) {
  const versions = [];
  for await (const each of match.turns()) {
    versions.push(each.update.version);
    await play(each);
    if (versions.length === times) {
      break;
    }
  }
  return versions;
}

const standing = { ...example, result: null, version: 10, choices: [{ type: "draw" }] };

test("a turn comes again after an action that failed", async () => {
  const refused = { type: "refused", ref: null, code: "illegal", text: "No.", where: null, rule: null, retry_in: null };
  const match = new FollowedMatch(async () => {
    throw new CommandRefused(/** @type {any} */ (refused));
  }, standing);
  const failed = (/** @type {Turn} */ each) => assert.rejects(each.act({ type: "fight" }), CommandRefused);
  assert.deepEqual(await versionsOf(match, 3, failed), [10, 10, 10]);
});

test("a new loop begins with the turn that stands", async () => {
  const match = new FollowedMatch(async () => assert.fail("nothing is asked"), standing);
  assert.deepEqual(await versionsOf(match, 1, async () => {}), [10]);
  assert.deepEqual(await versionsOf(match, 1, async () => {}), [10]);
});
