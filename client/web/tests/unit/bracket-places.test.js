import assert from "node:assert/strict";
import { test } from "node:test";
import { bracketOf } from "../../src/screens/bracket-places.js";

/** A tournament of these players, the strongest first, with the pairings of its rounds as [part, players]. @param {string} format @param {string} players @param {[string, string][][]} rounds @returns {any} */
function tournament(format, players, rounds, cut = "") {
  return {
    summary: { format },
    cut: [...cut],
    entrants: [...players].map((id, at) => ({ player: { id }, number: at + 1 })).reverse(),
    rounds: rounds.map((pairings) => ({ pairings: pairings.map(([part, who]) => ({ part, players: [...who] })) })),
  };
}

/** @param {any} of */
function drawn(of) {
  return bracketOf(of).map(({ part, columns }) => [
    part,
    ...columns.map(({ round, cells }) => `${round}: ${cells.map((each) => each?.players.join("") ?? "-").join(" ")}`),
  ]);
}

test("matches stand beside those that lead to them, and future ones are open", () => {
  const first = /** @type {[string, string][]} */ ([
    ["winners", "CF"],
    ["winners", "DE"],
    ["winners", "A"],
    ["winners", "B"],
  ]);
  assert.deepEqual(drawn(tournament("single_elimination", "ABCDEF", [first])), [
    ["winners", "1: A DE B CF", "2: - -", "3: -"],
  ]);
  const second = /** @type {[string, string][]} */ ([
    ["winners", "EA"],
    ["winners", "BC"],
  ]);
  const third = /** @type {[string, string][]} */ ([
    ["final", "CE"],
    ["third_place", "AB"],
  ]);
  assert.deepEqual(drawn(tournament("single_elimination", "ABCDEF", [first, second, third])), [
    ["winners", "1: A DE B CF", "2: EA BC", "3: CE"],
    ["third_place", "3: AB"],
  ]);
});

test("a cut seeds its bracket by the standings, and its rounds follow", () => {
  const swiss = /** @type {[string, string][]} */ ([["", "AB"]]);
  const cut = /** @type {[string, string][]} */ ([
    ["winners", "BC"],
    ["winners", "DA"],
  ]);
  assert.deepEqual(drawn(tournament("swiss", "ABCD", [swiss, cut], "DBCA")), [["winners", "2: DA BC", "3: -"]]);
  assert.deepEqual(drawn(tournament("swiss", "ABCD", [swiss])), []);
});

test("a double knockout has a part for one loss", () => {
  const rounds = /** @type {[string, string][][]} */ ([
    [
      ["winners", "AD"],
      ["winners", "BC"],
    ],
    [
      ["winners", "AB"],
      ["losers", "DC"],
    ],
    [["losers", "BC"]],
    [["final", "AB"]],
  ]);
  assert.deepEqual(drawn(tournament("double_elimination", "ABCD", rounds)), [
    ["winners", "1: AD BC", "2: AB"],
    ["losers", "2: DC", "3: BC"],
    ["final", "4: AB"],
  ]);
});
