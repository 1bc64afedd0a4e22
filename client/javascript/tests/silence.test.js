import assert from "node:assert/strict";
import { test } from "node:test";
import { Silence, TURNS } from "../src/socket.js";

/**
 * @param {Silence} silence
 * @param {number} turns
 */
const verdicts = (silence, turns, isDue = true) => Array.from({ length: turns }, () => silence.turn(isDue));

test("it is asked when half has passed and left when all of it has", () => {
  assert.deepEqual(verdicts(new Silence(), TURNS), ["nothing", "nothing", "ask", "nothing", "nothing", "leave"]);
});

test("whatever is heard begins it anew, and so does that no word is due", () => {
  const silence = new Silence();
  verdicts(silence, TURNS - 1);
  silence.received();
  assert.ok(!verdicts(silence, TURNS - 1).includes("leave"));
  assert.deepEqual(verdicts(silence, 1, false), ["nothing"]);
  assert.ok(!verdicts(silence, TURNS - 1).includes("leave"));
});
