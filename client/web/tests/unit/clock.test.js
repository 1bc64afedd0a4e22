import assert from "node:assert/strict";
import { test } from "node:test";
import { Clock, duration, spoken } from "../../src/ui/clock.js";
import "./english.js";
import { renders } from "./renders.js";
import { textIn, tree } from "./tree.js";

test("a clock says minutes and seconds, and hours where there are any", () => {
  assert.equal(spoken(-1), "0:00");
  assert.equal(spoken(72_000), "1:12");
  assert.equal(spoken(3_599_000), "59:59");
  assert.equal(spoken(3_600_000), "1:00:00");
  assert.equal(spoken(86_520_000), "24:02:00");
});

test("a length of time is said to the second below ten minutes", () => {
  assert.equal(duration(30_000), "30 s");
  assert.equal(duration(60_000), "1 min");
  assert.equal(duration(90_000), "90 s");
  assert.equal(duration(330_000), "5 min 30 s");
  assert.equal(duration(600_000), "10 min");
  assert.equal(duration(86_400_000), "1 day");
});

/** What a clock says aloud in each render, and its classes. @param {import("node:test").TestContext} context @param {readonly any[]} turns */
function said({ mock }, turns) {
  mock.timers.enable({ apis: ["Date", "setInterval", "setTimeout"], now: 1_000_000 });
  const clock = renders(Clock);
  for (const { left, isMine } of turns) clock.with({ until: Date.now() + left, ahead: 0, isMine });
  return clock.results.map((drawn) => {
    const [shown, told] = tree(drawn);
    return [shown?.props["aria-label"], shown?.props.class, told === undefined ? "" : textIn(told).join("")];
  });
}

test("a turn of one's own is told with its own time from its first render on, not with that of the turn before", (context) => {
  const turns = [
    { left: 4_000, isMine: false },
    { left: 330_000, isMine: true },
    { left: 4_000, isMine: false },
    { left: 330_000, isMine: true },
  ];
  const mine = ["5:30", "clock clock-mine", "Your move, 5 min 30 s"];
  const theirs = ["0:04", "clock", ""];
  assert.deepEqual(said(context, turns), [theirs, mine, theirs, mine]);
});

test("a turn that is short from the beginning is told as short as it is", (context) => {
  assert.deepEqual(said(context, [{ left: 8_000, isMine: true }]), [["0:08", "clock clock-short", "Your move, 8 s"]]);
});
