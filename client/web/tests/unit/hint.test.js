import assert from "node:assert/strict";
import { test } from "node:test";
import { HINTS, hintOf } from "../../src/table/hint.js";
import { words } from "../../words/en/hints.js";

test("each hint of a game has its words, and a game has a handful", () => {
  const said = Object.keys(words).flatMap((key) => /^hint\.([a-z-]+\.[a-z_]+)$/.exec(key)?.[1] ?? []);
  const kept = Object.entries(HINTS).flatMap(([game, kinds]) => kinds.map((kind) => `${game}.${kind}`));
  assert.deepEqual(kept.toSorted(), said.toSorted());
  for (const kinds of Object.values(HINTS)) assert.ok(kinds.length <= 5);
});

test("a hint is about a choice that there is, and not known yet", () => {
  const update = { game: "myacards", choices: [{ type: "place" }, { type: "play" }, { type: "end_turn" }] };
  const known = new Set();
  const next = () => hintOf(update, (id) => known.has(id));
  assert.equal(next(), "myacards.place");
  known.add("myacards.place");
  assert.equal(next(), "myacards.play");
  known.add("myacards.play");
  assert.equal(next(), null);
  assert.equal(
    hintOf({ ...update, game: "chess" }, () => false),
    null,
  );
});
