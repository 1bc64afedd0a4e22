import assert from "node:assert/strict";
import { test } from "node:test";
import { route } from "../../src/router.js";
import { DEFAULTS } from "../../src/settings.js";
import { heard } from "../../src/state/heard.js";
import { initial } from "../../src/state/initial.js";

const ADA = { id: "ada", name: "Ada" };
const signedIn = heard(
  initial(route("/"), DEFAULTS),
  /** @type {any} */ ({ type: "signed_in", player: ADA, token: "" }),
);

/** @param {object} [fields] @param {object} [more] @returns {any} */
const told = (fields = {}, more = {}) => ({
  type: "table_changed",
  table: {
    id: "t",
    match: "m",
    game: "tiny",
    stage: "gathering",
    changed: 1,
    places: [{ player: null }, { player: ADA, ready: false }],
    ...fields,
  },
  ...more,
});

test("a table at which one sits is where one sits, until one stands up", () => {
  const seated = heard(signedIn, told());
  assert.deepEqual(
    seated.seats.map(({ table, seat, asked }) => [table, seat, asked]),
    [["t", 1, true]],
  );
  const stood = heard(seated, told({ changed: 2, places: [{ player: null }, { player: null }] }));
  assert.deepEqual(stood.seats, []);
});

test("an update says whether one is asked, and until when", () => {
  const playing = heard(heard(signedIn, told()), told({ changed: 2, stage: "playing" }));
  const update = { type: "update", match: "m", version: 1, now: 0, since: 0, events: [], result: null, view: {} };
  const asked = heard(playing, /** @type {any} */ ({ ...update, choices: [{}], waiting: [{ seat: 1, until: 9 }] }));
  assert.deepEqual([asked.seats[0]?.asked, asked.seats[0]?.until], [true, 9]);
});

test("who was sent away from a table knows it from a table that was closed", () => {
  assert.equal(heard(signedIn, told({}, { kicked: true })).parted.t, "kicked");
  assert.equal(heard(signedIn, told({}, { gone: true })).parted.t, "closed");
  assert.deepEqual(heard(heard(signedIn, told({}, { gone: true })), told({ changed: 2 })).parted, {});
});

test("a rematch is known by the table of the match before", () => {
  const next = heard(heard(signedIn, told()), told({ changed: 2, match: "n" }));
  assert.deepEqual(next.tableOf, { m: "t", n: "t" });
  assert.equal(next.tables.t?.match, "n");
});

test("the same moment told twice keeps what happened before it", () => {
  const update = { type: "update", match: "m", version: 5, now: 0, choices: [], waiting: [], result: null, view: {} };
  const whole = heard(signedIn, /** @type {any} */ ({ ...update, since: 0, events: [{ type: "drew" }] }));
  const again = heard(whole, /** @type {any} */ ({ ...update, since: 5, events: [] }));
  assert.equal(again.matches.m?.history.at(-1)?.events.length, 1);
});
