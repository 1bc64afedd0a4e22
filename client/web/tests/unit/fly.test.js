import assert from "node:assert/strict";
import { test } from "node:test";
import { startOf } from "../../src/table/fly.js";

/** @param {number} x @param {number} y @param {number} width @param {number} height @returns {any} */
const rect = (x, y, width, height) => ({ x, y, width, height });

test("a card begins to fly in the middle of where it lay, as large as it was there", () => {
  assert.equal(startOf(rect(0, 0, 40, 56), rect(100, 100, 80, 112)), "translate(-120px, -128px) scale(0.5)");
});

test("a card out of somebody's whole panel is no larger than a card", () => {
  assert.equal(startOf(rect(0, 0, 300, 200), rect(100, 150, 60, 84)), "translate(20px, -92px) scale(1)");
});
