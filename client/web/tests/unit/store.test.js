import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { Store } from "../../src/state/store.js";

/** @type {any} */
const page = globalThis;

test("a page whose frames do not come is drawn by a timer, once for all changes", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  page.document = { hidden: false };
  page.requestAnimationFrame = () => 1;
  page.cancelAnimationFrame = () => {};
  /** @type {number[]} */
  const drawn = [];
  const store = new Store(0, (state) => drawn.push(state));
  for (const expected of [[2], [2, 4]]) {
    store.change((number) => number + 1);
    store.change((number) => number + 1);
    mock.timers.tick(1000);
    assert.deepEqual(drawn, expected);
  }
});
