import assert from "node:assert/strict";
import { test } from "node:test";
import { useAnswer } from "../../src/screens/answer.js";
import { h, render } from "../../vendor/preact.js";
import { nowhere } from "./renders.js";

/**
 * A page that asks for what it is told to, and what came of it.
 * @param {import("node:test").TestContext} context
 */
function pageIn({ mock }) {
  mock.timers.enable({ apis: ["setTimeout"] });
  const place = nowhere();
  /** @type {{ of: string, answer: (value: string) => void, fail: () => void }[]} */
  const asked = [];
  /** @type {string[]} */
  const happened = [];
  function Page(/** @type {{ of: string | null }} */ { of }) {
    const ask = () =>
      new Promise((answer, reject) => asked.push({ of: of ?? "", answer, fail: () => reject(new Error(of ?? "")) }));
    const keep = (/** @type {unknown} */ answer) => happened.push(`kept ${answer}`);
    const failed = (/** @type {any} */ error) => happened.push(`${error.message} failed`);
    useAnswer(of === null ? null : ask, { keep, failed }, [of]);
    return null;
  }
  const Screens = (/** @type {{ of: string | null, isHere: boolean }} */ { of, isHere }) =>
    isHere ? h(Page, { of }) : null;
  const settle = () => new Promise((done) => setImmediate(done));
  return {
    asked,
    happened,
    /** Let it want this from now on; nothing with `null`. @param {string | null} of */
    async wants(of) {
      render(h(Screens, { of, isHere: true }), place);
      mock.timers.tick(100); // effects run when the page was painted
      await settle();
    },
    /** Let the last question come to nothing, and so many milliseconds go by. @param {number} after */
    async loses(after) {
      asked.at(-1)?.fail();
      await settle();
      mock.timers.tick(after);
      await settle();
    },
    async answers(/** @type {number} */ number, /** @type {string} */ value) {
      asked[number]?.answer(value);
      await settle();
    },
    async leaves() {
      render(h(Screens, { of: null, isHere: false }), place);
      mock.timers.tick(100);
      await settle();
    },
  };
}

test("a question that came to nothing is asked again, later each time, and complained of once", async (context) => {
  const page = pageIn(context);
  await page.wants("one");
  for (const pause of [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
    const before = page.asked.length;
    await page.loses(pause - 1);
    assert.equal(page.asked.length, before);
    context.mock.timers.tick(1);
    assert.equal(page.asked.length, before + 1);
  }
  await page.answers(7, "it");
  assert.deepEqual(page.happened, ["one failed", "kept it"]);
  context.mock.timers.tick(60_000);
  assert.equal(page.asked.length, 8);
});

test("another question is complained of as well, and asked again as soon as the first was", async (context) => {
  const page = pageIn(context);
  await page.wants("one");
  for (const pause of [1000, 2000, 4000]) await page.loses(pause);
  await page.wants("two");
  await page.loses(1000);
  assert.deepEqual(page.happened, ["one failed", "two failed"]);
  assert.deepEqual(
    page.asked.map(({ of }) => of),
    ["one", "one", "one", "one", "two", "two"],
  );
});

test("what comes late, when something else is wanted, or nothing, or the screen was left, is not kept", async (context) => {
  const page = pageIn(context);
  await page.wants("one");
  await page.wants("two");
  await page.wants(null);
  await page.wants("three");
  await page.answers(0, "late");
  await page.answers(1, "late as well");
  await page.leaves();
  await page.answers(2, "when nobody is there");
  context.mock.timers.tick(60_000);
  assert.deepEqual(page.happened, []);
  assert.equal(page.asked.length, 3);
});
