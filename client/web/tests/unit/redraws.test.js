import assert from "node:assert/strict";
import { test } from "node:test";
import { isSame, unchanged } from "../../src/state/store.js";
import { kept } from "../../src/ui/redraws.js";
import { speak } from "../../src/words.js";

/** Whether a part that was drawn of some properties is drawn anew of others. @param {any} before @param {any} now */
function isDrawnAnew(before, now) {
  /** @type {any} */
  const component = { props: before };
  kept(() => null).call(component, before);
  return component.shouldComponentUpdate(now);
}

const lit = { "data-at": "hand/red-5", "data-step": "", "data-lit": "", role: "button", "aria-label": "Discard red 5" };

test("a part is drawn anew when something that it is drawn of has another value, and only then", () => {
  const card = { colour: "red", power: 5 };
  const before = { card, place: { "data-at": "hand/red-5" }, count: 2 };
  assert.equal(isDrawnAnew(before, structuredClone(before)), false);
  for (const now of [
    { ...before, card: { colour: "red", power: 6 } },
    { ...before, place: lit },
    { ...before, count: 3 },
    { ...before, more: null },
    { card, place: before.place },
  ]) {
    assert.equal(isDrawnAnew(before, now), true, JSON.stringify(now));
  }
});

test("what is lit no more, is called otherwise, or was picked is drawn anew", () => {
  for (const place of [{}, { ...lit, "aria-label": "Discard it" }, { ...lit, "data-picked": "" }]) {
    assert.equal(isDrawnAnew({ place: lit }, { place }), true, JSON.stringify(place));
  }
});

test("another phrasing is no other part, another description that it is made of is", () => {
  const before = { phrasing: {}, description: { phrases: {} } };
  assert.equal(isDrawnAnew(before, { ...before, phrasing: { other: true } }), false);
  assert.equal(isDrawnAnew(before, { phrasing: {}, description: { phrases: { things: {} } } }), true);
  assert.equal(isDrawnAnew({ book: before }, { book: { ...before, phrasing: {}, description: undefined } }), true);
});

test("in another language all parts are drawn anew", async () => {
  globalThis.document = /** @type {any} */ ({ documentElement: {} });
  /** @type {any} */
  const component = { props: { n: 1 } };
  const Part = kept(() => null);
  Part.call(component, component.props);
  assert.equal(component.shouldComponentUpdate({ n: 1 }), false);
  await speak("de");
  assert.equal(component.shouldComponentUpdate({ n: 1 }), true);
  Part.call(component, component.props);
  assert.equal(component.shouldComponentUpdate({ n: 1 }), false);
  await speak("en");
});

/** Numbers as chance has them, the same in each run. @param {number} seed */
function chance(seed) {
  let state = seed;
  return (/** @type {number} */ below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

/** @param {(below: number) => number} draw @param {number} depth @returns {any} */
function someValue(draw, depth) {
  const kind = draw(depth > 0 ? 5 : 3);
  if (kind === 0) return draw(3);
  if (kind === 1) return ["a", "b", null, true][draw(4)];
  if (kind === 2) return {};
  if (kind === 3) return Array.from({ length: draw(4) }, () => someValue(draw, depth - 1));
  return Object.fromEntries(Array.from({ length: draw(4) }, () => ["xyz"[draw(3)], someValue(draw, depth - 1)]));
}

/** A copy in which some parts are others. @param {(below: number) => number} draw @param {any} value @returns {any} */
function changed(draw, value) {
  if (draw(5) === 0) return someValue(draw, 2);
  if (Array.isArray(value)) return value.map((each) => changed(draw, each));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, changed(draw, each)]));
}

test("what is unchanged is the same object as before, and everything says what was told", () => {
  const draw = chance(14);
  let shared = 0;
  for (let round = 0; round < 3_000; round += 1) {
    const before = someValue(draw, 4);
    const now = changed(draw, before);
    const [first, second] = [structuredClone(before), structuredClone(now)];
    const made = unchanged(before, now);
    assert.deepEqual(made, second);
    assert.deepEqual(before, first);
    assert.deepEqual(now, second);
    assert.equal(made === before, isSame(first, second));
    shared += isShared(before, made);
  }
  assert.ok(shared > 500);
});

/** How many parts of the one stand in the other at the same place, as the same; each that says the same has to. @param {any} before @param {any} made @returns {number} */
function isShared(before, made) {
  if (typeof made !== "object" || made === null || typeof before !== "object" || before === null) return 0;
  if (isSame(before, made)) assert.equal(made, before);
  if (before === made) return 1;
  if (Array.isArray(before) !== Array.isArray(made)) return 0;
  return Object.keys(made).reduce((sum, name) => sum + isShared(before[name], made[name]), 0);
}
