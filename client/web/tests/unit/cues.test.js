import assert from "node:assert/strict";
import test from "node:test";
import { DEFAULTS } from "../../src/settings.js";
import { cues } from "../../src/state/cues.js";
import { initial } from "../../src/state/initial.js";

const at = { screen: "match", params: { match: "m" }, query: {}, path: "/m/m" };

/** @param {object} update @param {object} [more] @returns {any} */
function after(update, more = {}) {
  const match = { update: { version: 1, events: [], choices: [], result: null, ...update } };
  return { ...initial(at, DEFAULTS), matches: { m: match }, ...more };
}

test("the heaviest of what has happened at once is heard, and only in the match that is looked at", () => {
  const events = [{ type: "drew" }, { type: "damaged" }];
  assert.deepEqual(cues(after({}), after({ version: 2, events })), ["blow"]);
  assert.deepEqual(cues(after({}), after({ version: 2, events: [{ type: "drew" }] })), ["card"]);
  assert.deepEqual(cues(after({}), after({ version: 2, events: [{ type: "hand_dealt" }, { type: "drew" }] })), [
    "deal",
  ]);
  assert.deepEqual(cues(after({}), after({ version: 2, events: [...events, { type: "died" }] })), ["death"]);
  assert.deepEqual(cues(after({}), after({ version: 2, events: [{ type: "healed" }] })), ["heal"]);
  const home = { route: { ...at, params: {} } };
  assert.deepEqual(cues(after({}, home), after({ version: 2, events }, home)), []);
});

test("one is called once when one is asked, and nothing is heard twice", () => {
  const asked = after({ version: 2, choices: [{}] });
  assert.deepEqual(cues(after({}), asked), ["turn"]);
  assert.deepEqual(cues(asked, asked), []);
  assert.deepEqual(cues(asked, after({ version: 3, choices: [{}] })), []);
});

test("a match that ends is heard wherever one is, and a ready check goes before everything that is asked", () => {
  assert.deepEqual(cues(after({}), after({ version: 2, result: { places: [1] } })), ["end"]);
  const offer = { stage: "open" };
  assert.deepEqual(cues(after({}), after({ version: 2, choices: [{}] }, { offer })), ["check"]);
  assert.deepEqual(cues(after({}, { offer }), after({}, { offer })), []);
});

test("a match that has just been opened is silent: what happened before is no news", () => {
  assert.deepEqual(cues(initial(at, DEFAULTS), after({ version: 9, events: [{ type: "damaged" }] })), []);
});
