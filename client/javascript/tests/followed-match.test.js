import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
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
