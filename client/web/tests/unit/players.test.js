import assert from "node:assert/strict";
import { test } from "node:test";
import { readable, withPlayer } from "../../src/settings.js";

/** @param {number} at */
const player = (at) => ({ id: `p${at}`, name: `Player ${at}`, kind: "guest", token: `t${at}` });

test("whoever plays now comes first, once, with their newest token; only so many are kept", () => {
  const known = [player(1), player(2)];
  assert.deepEqual(withPlayer(known, { ...player(2), token: "new" }), [{ ...player(2), token: "new" }, player(1)]);
  const many = Array.from({ length: 10 }, (_, at) => player(at));
  assert.deepEqual(withPlayer(many, player(10)), [player(10), ...many.slice(0, 9)]);
});

test("what is no player in a kept list is as if it were not there", () => {
  assert.deepEqual(readable([player(1), null, "p2", { id: "p3" }, { ...player(4), token: 4 }]), [player(1)]);
});
