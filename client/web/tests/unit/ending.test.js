import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as amfibido from "../../src/games/amfibido/index.js";
import * as amiibart from "../../src/games/amiibart/index.js";
import * as densityDeck from "../../src/games/density-deck/index.js";
import * as myacards from "../../src/games/myacards/index.js";
import { Ended } from "../../src/table/ended.js";
import { isQuiet } from "../../src/table/log.js";
import { Phrasing } from "../../src/table/phrasing.js";
import { textIn, tree } from "./tree.js";
import "./english.js";

const MODULES = { amfibido, amiibart, "density-deck": densityDeck, myacards };

/** @param {string} game */
const schemaOf = (game) =>
  JSON.parse(readFileSync(new URL(`../../../../protocol/schema/games/${game}.json`, import.meta.url), "utf8")).$defs;

/**
 * @param {readonly number[]} places
 * @param {string} reason
 * @param {number | null} seat
 * @param {any} module
 * @param {readonly any[]} history what was known before
 */
function ended(places, reason, seat, module = amfibido, history = []) {
  const names = ["Ann", "Ben", "Cleo", "Dan"].slice(0, Math.max(places.length, 2));
  const players = /** @type {any} */ (names.map((name) => ({ id: name, name, kind: "person", bot: null })));
  const update = /** @type {any} */ ({ result: { places, reason }, seat });
  const said = Ended({
    update,
    history: [...history, update],
    phrasing: new Phrasing(undefined, players, {}),
    reasons: module.reasons,
  });
  return typeof said === "string" ? said : tree(said).flatMap(textIn).join("");
}

test("every reason of every game's schema for an end is said in words", () => {
  for (const [game, module] of Object.entries(MODULES)) {
    const reasons = schemaOf(game).Reason.enum.filter((/** @type {string} */ each) => each !== "left");
    assert.deepEqual(Object.keys(module.reasons).sort(), reasons.sort(), game);
  }
});

test("whoever has won, lost or drawn is told so first, and then why", () => {
  assert.equal(ended([1, 2], "four_rounds", 0), "You win. Ann has won four rounds.");
  assert.equal(ended([1, 2], "left", 1), "You lose. Ben left the match.");
  assert.equal(ended([1, 1], "round_cap", 0), "A draw. The last round is over: more rounds won decide.");
  assert.equal(ended([2, 1], "four_rounds", null), "Won by Ben. Ben has won four rounds.");
  assert.equal(
    ended([2, 1, 3, 4], "last_standing", 0, densityDeck),
    "You finish in place 2 of 4. Only Ben has lives left. 1. Ben, 2. Ann, 3. Cleo, 4. Dan",
  );
});

test("somebody who resigned is told from somebody who was away, where that is known", () => {
  const waits = (/** @type {boolean} */ absent) => [
    { result: null, waiting: [{ seat: 1, until: 0, bank: 0, absent }] },
  ];
  assert.equal(ended([1, 2], "left", 0, amfibido, waits(false)), "You win. Ben resigned.");
  assert.equal(ended([1, 2], "left", 0, amfibido, waits(true)), "You win. Ben was away for too long.");
  const others = [...waits(true), { result: null, waiting: [{ seat: 0, until: 0, bank: 0, absent: false }] }];
  assert.equal(ended([1, 2], "left", 0, amfibido, others), "You win. Ben was away for too long.");
  assert.equal(ended([1, 2], "left", 0), "You win. Ben left the match.");
});

test("a match that was given up is said to count for nobody, and a reason that is not known is left out", () => {
  assert.match(ended([], "void", 0), /counts for nobody/);
  assert.equal(ended([1, 2], "by_moonlight", 0), "You win.");
});

test("what the log makes small is an event of the game, and never the end", () => {
  for (const [game, module] of Object.entries(MODULES)) {
    const types = Object.values(schemaOf(game)).map(
      (each) =>
        /** @type {any} */ (each).properties?.type?.enum?.[0] ?? /** @type {any} */ (each).properties?.type?.const,
    );
    for (const type of module.quiet) assert.ok(types.includes(type), `${game}: ${type}`);
    assert.equal(isQuiet({ type: "match_ended" }, /** @type {any} */ (module)), false);
  }
});
