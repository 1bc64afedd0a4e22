import assert from "node:assert/strict";
import { test } from "node:test";
import { ALL, asked, isWanted } from "../../src/screens/table-filters.js";

/** @type {any} */
const table = {
  stage: "gathering",
  host: "p1",
  places: [{ player: { id: "p1", name: "Ada" } }, { player: { id: "p2", name: "Bo Adams" } }, { player: null }],
};

test("several games are asked for at once, and none is all of them", () => {
  assert.deepEqual(asked({ ...ALL, games: ["amfibido", "myacards"] }).games, ["amfibido", "myacards"]);
  assert.equal(asked(ALL).games, null);
  assert.deepEqual(asked({ ...ALL, stage: "open", rated: "unrated", time: ">60000" }), {
    games: null,
    open_seats: 1,
    rated: false,
    least_time_limit: 60_000,
  });
});

test("a name is looked for among all who sit there, or with the host alone", () => {
  assert.ok(isWanted(table, ALL));
  assert.ok(isWanted(table, { ...ALL, player: " adams " }));
  assert.ok(!isWanted(table, { ...ALL, player: "adams", isHost: true }));
  assert.ok(isWanted(table, { ...ALL, player: "ada", isHost: true }));
  assert.ok(!isWanted(table, { ...ALL, stage: "playing" }));
});
