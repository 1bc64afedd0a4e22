import assert from "node:assert/strict";
import { test } from "node:test";
import { Phrasing } from "../../src/table/phrasing.js";
import { learnt, speak } from "../../src/words.js";

await learnt(["match"]);

/** @type {any} */
const PLAYERS = ["Ann", "Ben", "Cleo", "Dan"].map((name) => ({ id: name, name, kind: "person" }));

test("a result is said place by place, in the language of the page", async (told) => {
  const phrasing = new Phrasing(undefined, PLAYERS, {});
  assert.equal(phrasing.result({ places: [1, 2, 2, 4] }), "1. Ann, 2. Ben and Cleo, 4. Dan");
  assert.match(phrasing.result({ places: [] }), /counts for nobody/);
  /** @type {any} */ (globalThis).document = { documentElement: {} };
  told.after(() => Reflect.deleteProperty(globalThis, "document"));
  await speak("de");
  assert.equal(phrasing.result({ places: [1, 2, 2, 4] }), "1. Ann, 2. Ben und Cleo, 4. Dan");
  assert.match(phrasing.result({ places: [] }), /zählt für niemanden/);
});
