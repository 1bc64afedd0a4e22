import assert from "node:assert/strict";
import { test } from "node:test";
import { spoken } from "../../src/ui/clock.js";

test("a clock says minutes and seconds, and hours where there are any", () => {
  assert.equal(spoken(-1), "0:00");
  assert.equal(spoken(72_000), "1:12");
  assert.equal(spoken(3_599_000), "59:59");
  assert.equal(spoken(3_600_000), "1:00:00");
  assert.equal(spoken(86_520_000), "24:02:00");
});
