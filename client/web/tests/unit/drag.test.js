import assert from "node:assert/strict";
import { test } from "node:test";
import { arrowTo } from "../../src/table/drag.js";

test("an arrow begins at its card, and its head points away from it", () => {
  assert.equal(arrowTo(10, 20, 110, 20), "M10 20L110 20M94 11L110 20L94 29");
});
