import assert from "node:assert/strict";
import { test } from "node:test";
import { notedIn } from "../../src/table/noted.js";
import { learnt } from "../../src/words.js";

await learnt(["verified"]);

const LINK = "AB".repeat(32);

test("what somebody had noted is taken as it was typed, and what was left empty is not held against the match", () => {
  assert.deepEqual(notedIn({ version: " 12 ", link: `${LINK} ` }, 1), { links: { 12: LINK.toLowerCase() } });
  assert.deepEqual(notedIn({ entropy: " mine " }, 1), { entropy: { 1: " mine " } });
  assert.deepEqual(notedIn({ entropy: "mine", seat: "2" }, null), { entropy: { 2: "mine" } });
  assert.deepEqual(notedIn({}, null), {});
});

test("half a note, or one that is none, is said to be none", () => {
  assert.throws(() => notedIn({ link: LINK }, 0), /version must be a number/);
  assert.throws(() => notedIn({ version: "0", link: LINK }, 0), /version must be a number/);
  assert.throws(() => notedIn({ version: "3" }, 0), /64 digits/);
  assert.throws(() => notedIn({ version: "3", link: LINK.slice(1) }, 0), /64 digits/);
});
