import assert from "node:assert/strict";
import { test } from "node:test";
import { startOf, summed } from "../../src/table/sky.js";

/** @param {number} x @param {number} y @param {number} width @param {number} height @returns {any} */
const rect = (x, y, width, height) => ({ x, y, width, height });

test("a card begins to fly in the middle of where it lay, as large as it was there", () => {
  assert.equal(startOf(rect(0, 0, 40, 56), rect(100, 100, 80, 112)), "translate(-120px, -128px) scale(0.5)");
});

test("a card out of somebody's whole panel is no larger than a card", () => {
  assert.equal(startOf(rect(0, 0, 300, 200), rect(100, 150, 60, 84)), "translate(20px, -92px) scale(1)");
});

test("what a place loses is one number, and what it gains another", () => {
  const hurt = /** @type {const} */ ({ floats: "piece/a", tone: "less" });
  const healed = /** @type {const} */ ({ floats: "piece/a", tone: "more", by: 300 });
  const found = summed([{ ...hurt, by: -200 }, { leaves: "piece/b" }, healed, { ...hurt, by: -300 }]);
  assert.deepEqual(found, [{ ...hurt, by: -500 }, healed]);
});
