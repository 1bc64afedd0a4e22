import assert from "node:assert/strict";
import { test } from "node:test";
import { says } from "../../src/screens/cards.js";
import { handOf } from "../../src/screens/sample-hand.js";

const penguin = { id: "adelie", name: "Pygoscelis adeliae", english: "Adélie penguin", kind: "active", cost: 3 };
const bat = { id: "bat", name: "Myotis daubentonii", english: "Daubenton’s bat", kind: "active", cost: 1 };
const lion = { id: "leo", name: "Panthera leo", english: "Löwe", kind: "active", taxa: ["FEI"] };
const mint = { id: "mint", name: "Mentha × piperita", kind: "support" };

/** @type {[any, string[], string[]][]} */
const CASES = [
  [penguin, ["adelie", "ADÉLIE", "Ade\u0301lie", "penguin adelie", "peng"], ["elie", "adelie bat"]],
  [bat, ["daubenton's", "Daubenton’s", "daubentons", "daubenton", "myotis"], ["dauben ton"]],
  [lion, ["löwe", "loewe", "lowe", "LÖWE", "pan"], ["lwe"]],
  [mint, ["mentha x piperita", "mentha piperita", "×", "Mentha ×"], ["minze"]],
  [penguin, ["cost=3 adelie", "COST=2..4", "kind=Active"], ["cost=4", "adelie kind=support"]],
];

test("a card is found as people type its name, and as the server finds it", () => {
  for (const [card, found, others] of CASES) {
    for (const sought of found) assert.ok(says(card, sought), sought);
    for (const sought of others) assert.ok(!says(card, sought), sought);
  }
});

test("a sample hand has a card of each kind before a second one of any", () => {
  assert.deepEqual(handOf([penguin, bat, lion, mint], 3), [penguin, mint, bat]);
  assert.deepEqual(handOf([mint], 5), [mint]);
});
