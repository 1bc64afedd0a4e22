import assert from "node:assert/strict";
import { test } from "node:test";
import { back, click, plan, stepKey, still } from "../../src/table/plan.js";

/** @param {string} at @returns {import("../../src/table/plan.js").Step} */
const place = (at) => ({ at, label: at });
/** @param {string[]} places @returns {import("../../src/table/plan.js").Way} */
const way = (...places) => ({ steps: places.map(place), action: { places }, sentence: places.join(" then ") });

const WAYS = [way("hand/a", "zone/1"), way("hand/a", "zone/2"), way("hand/b", "forge", "zone/1"), way("pile")];

/** Every way that clicks lead to, from nothing picked. @param {readonly import("../../src/table/plan.js").Way[]} ways */
function leaves(ways) {
  /** @type {object[]} */
  const found = [];
  /** @param {readonly import("../../src/table/plan.js").Step[]} picked */
  const walk = (picked) => {
    const { lit, buttons } = plan(ways, picked);
    for (const step of [...lit.values(), ...buttons]) {
      const next = click(ways, picked, step);
      if ("way" in next) found.push(next.way.action);
      else walk(next.picked);
    }
  };
  walk([]);
  return found;
}

test("only first steps are lit until one is picked", () => {
  assert.deepEqual([...plan(WAYS, []).lit.keys()], ["hand/a", "hand/b", "pile"]);
  assert.deepEqual([...plan(WAYS, [place("hand/a")]).lit.keys()], ["zone/1", "zone/2"]);
});

test("clicks lead to every way, and to nothing else", () => {
  assert.deepEqual(
    leaves(WAYS),
    WAYS.map(({ action }) => action),
  );
});

test("a step that leaves nothing to choose takes itself, but never the last one", () => {
  const { picked, lit } = plan(WAYS, [place("hand/b")]);
  assert.deepEqual(picked.map(stepKey), ["hand/b", "forge"]);
  assert.deepEqual([...lit.keys()], ["zone/1"]);
});

test("what was picked stays as long as it leads somewhere", () => {
  const fewer = [way("hand/a", "zone/2"), way("pile")];
  assert.deepEqual(plan(fewer, [place("hand/a"), place("zone/9")]).picked.map(stepKey), ["hand/a"]);
  assert.deepEqual(plan([way("pile")], [place("hand/a")]).picked, []);
});

test("back undoes what a click did", () => {
  assert.deepEqual(back(WAYS, [place("hand/a")]), []);
  const deep = [way("a", "b", "c"), way("a", "b", "d"), way("a", "e", "f")];
  assert.deepEqual(back(deep, [place("a"), place("b")]).map(stepKey), ["a"]);
});

test("what leads nowhere any more is no longer picked, so that nothing is marked and there is nothing to go back from", () => {
  const picked = [place("hand/b"), place("forge")];
  assert.deepEqual(still(plan(WAYS, picked), picked), picked);
  const without = WAYS.filter(({ steps }) => steps[0]?.at !== "hand/b");
  assert.deepEqual(still(plan(without, picked), picked), []);
});
