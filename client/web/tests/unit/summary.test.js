import assert from "node:assert/strict";
import { test } from "node:test";
import { sinceOwn } from "../../src/table/log.js";

/** @param {readonly string[]} events @param {number} choices @returns {any} */
const moment = (events, choices) => ({
  events: events.map((type) => ({ type })),
  choices: Array.from({ length: choices }, () => ({ type: "draw" })),
});
/** @param {readonly any[]} history */
const told = (history) =>
  sinceOwn(history, /** @type {any} */ ({ quiet: new Set(["turn_began"]) })).map(({ event }) => event.type);

test("what others did since one could act is told, without one's own move and what only says whose turn it is", () => {
  const history = [
    moment(["dealt"], 2),
    moment(["mine", "turn_began"], 0),
    moment(["theirs"], 0),
    moment(["theirs_too", "turn_began"], 1),
  ];
  assert.deepEqual(told(history), ["theirs", "theirs_too"]);
});

test("nothing is told while one waits, after a move of one's own alone, and where the page has not seen one's last turn", () => {
  assert.deepEqual(told([moment(["dealt"], 1), moment(["mine"], 0), moment(["theirs"], 0)]), []);
  assert.deepEqual(told([moment(["dealt"], 1), moment(["mine"], 1)]), []);
  assert.deepEqual(told([moment(["everything"], 1)]), []);
  assert.deepEqual(told([moment(["theirs"], 0), moment(["theirs"], 1)]), []);
});

test("what others did stays told while one is still asked the same, as in a draft", () => {
  const history = [
    moment(["dealt"], 2),
    moment(["mine"], 0),
    moment(["theirs"], 0),
    moment(["theirs_too"], 3),
    moment(["another"], 3),
  ];
  assert.deepEqual(told(history), ["theirs", "theirs_too", "another"]);
  assert.deepEqual(told([...history, moment(["mine_again"], 2)]), []);
});

test("who could act all the while is told of nothing, for they have seen it", () => {
  assert.deepEqual(told([moment(["dealt"], 2), moment(["theirs"], 2), moment(["theirs"], 2)]), []);
});
