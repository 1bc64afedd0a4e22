import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { optionFields } from "../../src/screens/option-fields.js";

/** @param {string} game */
async function fieldsOf(game) {
  const file = new URL(`../../../../protocol/schema/games/${game}.json`, import.meta.url);
  return optionFields(JSON.parse(await readFile(file, "utf8")));
}

test("numbers have their bounds, enumerations a sentence each, and booleans are switches", async () => {
  const lives = (await fieldsOf("density-deck")).find((field) => field.name === "lives");
  assert.deepEqual(lives?.kind === "number" && [lives.least, lives.most, lives.usual], [1, 100, 10]);
  const colours = (await fieldsOf("density-deck")).find((field) => field.name === "off_colour");
  assert.ok(colours?.kind === "choice" && colours.choices.every((each) => each.title && each.description));
  assert.equal((await fieldsOf("amfibido")).find((field) => field.name === "sensei")?.kind, "switch");
});

test("every option of every shipped game has a field", async () => {
  for (const game of ["density-deck", "amfibido", "amiibart", "myacards"]) {
    const file = new URL(`../../../../protocol/schema/games/${game}.json`, import.meta.url);
    const { $defs } = JSON.parse(await readFile(file, "utf8"));
    assert.deepEqual(
      (await fieldsOf(game)).map((field) => field.name),
      Object.keys($defs.Options.properties),
    );
  }
});

test("what a form cannot ask for is left out", () => {
  const odd = { tree: { type: "object" }, many: { type: "integer" } };
  assert.deepEqual(optionFields({ $defs: { Options: { properties: odd } } }), []);
  assert.deepEqual(optionFields(undefined), []);
});
