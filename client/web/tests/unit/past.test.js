import assert from "node:assert/strict";
import { test } from "node:test";
import { look, lookedAt, stepInTime } from "../../src/operations/matches.js";
import { route } from "../../src/router.js";
import { DEFAULTS } from "../../src/settings.js";
import { heard } from "../../src/state/heard.js";
import { initial } from "../../src/state/initial.js";
import { Store } from "../../src/state/store.js";

/** @param {number} version @param {number} [epoch] @returns {any} */
const update = (version, epoch = 0) => ({
  type: "update",
  match: "m",
  game: "density-deck",
  epoch,
  version,
  since: version - 1,
  now: 0,
  seat: 0,
  players: [],
  waiting: [],
  events: [],
  view: { version },
  choices: [],
  result: null,
});

/** A page that has seen these moments of a match. @param {readonly number[]} versions */
function seen(versions) {
  const store = new Store(
    initial(route("/m/m"), DEFAULTS),
    () => {},
    () => {},
  );
  const tell = (/** @type {any} */ message) => store.change((state) => heard(state, message, 0));
  for (const version of versions) tell(update(version));
  const past = () => {
    const match = store.state.matches.m;
    assert.ok(match);
    return lookedAt(match)?.version ?? null;
  };
  return { page: { store }, tell, past };
}

test("one steps back through the moments that this window has seen, and on to now", () => {
  const { page, past } = seen([4, 5, 7]);
  assert.equal(past(), null);
  for (const expected of [5, 4, 4]) {
    stepInTime(page, "m", -1);
    assert.equal(past(), expected);
  }
  for (const expected of [5, null, null]) {
    stepInTime(page, "m", 1);
    assert.equal(past(), expected);
  }
});

test("what happens meanwhile moves nobody from the moment that they look at", () => {
  const { page, tell, past } = seen([1, 2, 3]);
  look(page, "m", 2);
  tell(update(4));
  tell({ ...update(5), result: { places: [1, 2], reason: "left" } });
  assert.equal(past(), 2);
  look(page, "m", null);
  assert.equal(past(), null);
});

test("the newest moment is now, and stays so when another comes", () => {
  const { page, tell, past } = seen([1, 2]);
  look(page, "m", 2);
  tell(update(3));
  assert.equal(past(), null);
});

test("a moment that was lost with a server is none to look at", () => {
  const { page, tell, past } = seen([1, 2, 3]);
  look(page, "m", 2);
  tell(update(1, 1));
  assert.equal(past(), null);
});

test("of a match that is not known nothing is looked at", () => {
  const { page } = seen([1]);
  look(page, "other", 1);
  stepInTime(page, "other", -1);
  assert.deepEqual(Object.keys(page.store.state.matches), ["m"]);
});
