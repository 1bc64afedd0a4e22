import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { areSame, finds, folded, searchable, speltOut } from "../src/folding.js";

const file = new URL("../../../protocol/folding-vectors.json", import.meta.url);
const vectors = JSON.parse(readFileSync(file, "utf8"));

test("texts are folded as the server folds them", () => {
  assert.ok(vectors.texts.length > 30);
  for (const { text, folded: plain, spelt_out, searchable: searched } of vectors.texts) {
    const found = { plain: folded(text), spelt_out: speltOut(text), searched: searchable(text) };
    assert.deepEqual(found, { plain, spelt_out, searched }, JSON.stringify(text));
  }
});

test("a question finds what it finds on the server", () => {
  const texts = vectors.texts.map((/** @type {{ text: string }} */ { text }) => text);
  for (const { question, finds: expected } of vectors.questions) {
    const found = texts.filter((/** @type {string} */ text) => finds(question, searchable(text)));
    assert.deepEqual(found, expected, JSON.stringify(question));
  }
});

test("two names are the same however somebody types them", () => {
  for (const typed of ["löwe", "LOEWE", "lowe", "Lo\u0308we", "Löwe!"]) assert.ok(areSame("Löwe", typed), typed);
  assert.ok(areSame("Loewe", "Löwe"));
  assert.ok(!areSame("Löwe", "Lowen"));
});
