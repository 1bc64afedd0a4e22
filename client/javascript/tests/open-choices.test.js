import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { completeActions, FollowedMatch } from "../src/followed-match.js";

const example = JSON.parse(readFileSync(new URL("../../../protocol/examples/v1/update.json", import.meta.url), "utf8"));
const open = { type: "place", card: "lion", zones: ["0.3.0", "0.3.1"], one_of: "zones" };
const parts = [
  { type: "place", card: "lion", zones: ["0.3.0"] },
  { type: "place", card: "lion", zones: ["0.3.1"] },
];
const end = { type: "end_turn" };

/** @param {Record<string, unknown>} said */
function update(said) {
  return { ...example, result: null, choices: [open, end], ...said };
}

test("a choice that leaves something open is one action for each that it lists", () => {
  assert.deepEqual(completeActions(open), parts);
});

test("a choice that leaves nothing open is the choice itself, whatever its words are", () => {
  for (const choice of [end, { type: "say", text: "one_of" }, { one_of: "zones" }, { one_of: ["x"], x: [1] }]) {
    assert.equal(completeActions(choice)[0], choice);
    assert.equal(completeActions(choice).length, 1);
  }
});

test("a match that is followed offers complete actions, each with its outlook, and sends one as it is", async () => {
  /** @type {any[]} */
  const asked = [];
  const first = update({ outlooks: [{ power: 1, against: 2 }, null] });
  const match = new FollowedMatch(async (command) => {
    asked.push(command);
    return /** @type {any} */ (update({}));
  }, first);
  const { value: turn } = await match.turns().next();
  assert.ok(turn);
  assert.deepEqual(turn.choices, [...parts, end]);
  assert.deepEqual(turn.outlooks, [{ power: 1, against: 2 }, { power: 1, against: 2 }, null]);
  assert.ok(await turn.act(turn.choices[1]));
  assert.deepEqual(asked[0].action, parts[1]);
  match.receive(update({ version: first.version + 1, outlooks: undefined }));
  assert.deepEqual(match.latest.choices, [...parts, end]);
  assert.equal(match.latest.outlooks, undefined);
});

test("an update in which nothing is open stays the same object", () => {
  const plain = update({ choices: [end] });
  assert.equal(new FollowedMatch(async () => assert.fail(), plain).latest, plain);
});
