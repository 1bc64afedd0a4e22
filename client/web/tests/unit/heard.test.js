import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import { route } from "../../src/router.js";
import { DEFAULTS } from "../../src/settings.js";
import { heard } from "../../src/state/heard.js";
import { initial } from "../../src/state/initial.js";

const examples = new URL("../../../../protocol/examples/v1/", import.meta.url);
const nothing = initial(route("/"), DEFAULTS);

test("every recorded message is taken in", async () => {
  const names = await readdir(examples);
  assert.ok(names.length > 50);
  for (const name of names) {
    const message = JSON.parse(await readFile(new URL(name, examples), "utf8"));
    assert.ok(heard(nothing, message), name);
  }
});

test("an unknown message changes nothing", () => {
  assert.equal(heard(nothing, /** @type {any} */ ({ type: "of_tomorrow" })), nothing);
});

test("of two updates the higher epoch and version wins", () => {
  /** @param {number} version @param {number} epoch @returns {any} */
  const update = (version, epoch = 0) => ({
    type: "update",
    match: "m",
    version,
    epoch,
    now: 0,
    events: [],
    choices: [],
  });
  const newest = [update(3), update(2), update(1, 1), update(9)].reduce((state, each) => heard(state, each), nothing);
  assert.equal(newest.matches.m?.update.version, 1);
  assert.equal(newest.matches.m?.update.epoch, 1);
});

/** @param {object} rest @returns {any} */
function message(rest) {
  return { match: "m", now: 0, events: [], choices: [], ...rest };
}

test("what a server has lost of a match is kept beside it, and forgotten with it", () => {
  const told = message({ type: "rewound", epoch: 1, version: 2, was: 5, refs: [], text: "" });
  assert.equal(heard(nothing, told), nothing);
  const after = [message({ type: "update", version: 5 }), told, message({ type: "update", version: 2, epoch: 1 })];
  const stands = after.reduce((state, each) => heard(state, each), nothing);
  assert.deepEqual([stands.matches.m?.rewound, stands.matches.m?.update.version], [told, 2]);
  const gone = heard(stands, message({ type: "match_unwatched" }));
  assert.equal(gone.matches.m, undefined);
});

test("a match that was put back in the epoch it had stands as it is told right after that", () => {
  const told = message({ type: "rewound", epoch: 0, version: 2, was: 5, refs: [], text: "" });
  const older = message({ type: "update", version: 2, epoch: 0 });
  const known = heard(nothing, message({ type: "update", version: 5, epoch: 0 }));
  assert.equal(heard(known, older).matches.m?.update.version, 5);
  const stands = [told, older].reduce((state, each) => heard(state, each), known);
  assert.deepEqual([stands.matches.m?.update.version, stands.matches.m?.history.length], [2, 1]);
  const late = heard(stands, message({ type: "update", version: 1, epoch: 0 }));
  assert.equal(late.matches.m?.update.version, 2);
});

test("a line that was heard already is not heard twice", () => {
  const said = /** @type {any} */ ({ type: "said", where: "lobby", id: null, line: { id: "1", text: "Hello" } });
  assert.equal(heard(heard(nothing, said), said).chat.lobby?.length, 1);
});
