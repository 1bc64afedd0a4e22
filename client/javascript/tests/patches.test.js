import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { PatchError, patched, WholeUpdates } from "../src/patches.js";

const before = { view: { hand: [1, 2, 3], "a/b": { "m~n": null }, "": 0 }, choices: [], result: null };

/** @type {[string, import("../src/patches.js").Operation[], object][]} */
const fitting = [
  ["nothing", [], before],
  ["the whole", [{ op: "replace", path: "", value: { view: 1 } }], { view: 1 }],
  [
    "a field replaced",
    [{ op: "replace", path: "/result", value: { places: [1] } }],
    { ...before, result: { places: [1] } },
  ],
  [
    "an element appended",
    [{ op: "add", path: "/view/hand/3", value: 4 }],
    { ...before, view: { ...before.view, hand: [1, 2, 3, 4] } },
  ],
  [
    "an element put in",
    [{ op: "add", path: "/view/hand/0", value: 4 }],
    { ...before, view: { ...before.view, hand: [4, 1, 2, 3] } },
  ],
  [
    "an element taken out",
    [{ op: "remove", path: "/view/hand/1" }],
    { ...before, view: { ...before.view, hand: [1, 3] } },
  ],
  [
    "escaped keys",
    [{ op: "replace", path: "/view/a~1b/m~0n", value: 1 }],
    { ...before, view: { ...before.view, "a/b": { "m~n": 1 } } },
  ],
  [
    "a field removed",
    [{ op: "remove", path: "/view/" }],
    { ...before, view: { hand: [1, 2, 3], "a/b": { "m~n": null } } },
  ],
];

test("a patch that fits makes the next value and leaves the one before as it was", () => {
  for (const [name, patch, after] of fitting) {
    const copy = structuredClone(before);
    assert.deepEqual(patched(copy, patch), after, name);
    assert.deepEqual(copy, before, name);
  }
});

test("what has not changed is shared with the value before", () => {
  const after = patched(before, [{ op: "replace", path: "/result", value: 1 }]);
  assert.equal(after.view, before.view);
});

test("a patch that does not fit is an error", () => {
  /** @type {any[]} */
  const misfits = [
    { op: "replace", path: "/nothing", value: 1 },
    { op: "remove", path: "/view/hand/3" },
    { op: "add", path: "/view/hand/4", value: 1 },
    { op: "replace", path: "/view/hand/01", value: 1 },
    { op: "replace", path: "/view/hand/-", value: 1 },
    { op: "add", path: "/result/x", value: 1 },
    { op: "replace", path: "view", value: 1 },
    { op: "replace", path: "/view/toString", value: 1 },
    { op: "move", path: "/view", from: "/result" },
  ];
  for (const operation of misfits) {
    assert.throws(() => patched(before, [operation]), PatchError, JSON.stringify(operation));
  }
});

test("a key may be called like what every object has", () => {
  const after = patched({}, [{ op: "add", path: "/__proto__", value: { bad: true } }]);
  assert.equal(/** @type {any} */ ({}).bad, undefined);
  assert.deepEqual(Object.keys(after), ["__proto__"]);
});

test("patches of a match make whole updates, one after the other", () => {
  const updates = new WholeUpdates();
  const first = {
    type: "update",
    ref: "a",
    match: "m",
    game: "tiny",
    version: 1,
    seat: 0,
    view: { heap: 5 },
    choices: [1],
    result: null,
  };
  assert.equal(updates.whole(first), first);
  const patch = [{ op: "replace", path: "/view/heap", value: 4 }];
  const next = updates.whole({
    type: "update_patch",
    ref: null,
    match: "m",
    version: 2,
    since: 1,
    events: ["e"],
    patch,
  });
  assert.deepEqual(next, { ...first, ref: null, version: 2, since: 1, events: ["e"], view: { heap: 4 } });
  assert.throws(() => updates.whole({ type: "update_patch", match: "m", version: 9, since: 7, patch: [] }), PatchError);
  assert.throws(() => updates.whole({ type: "update_patch", match: "m", version: 3, since: 2, patch: [] }), PatchError);
});

test("patches do what the protocol's vectors say", () => {
  const file = new URL("../../../protocol/patch-vectors.json", import.meta.url);
  const vectors = JSON.parse(readFileSync(file, "utf8"));
  assert.ok(vectors.patches.length > 10);
  for (const { name, before, patch, fits, after } of vectors.patches) {
    if (fits) {
      assert.deepEqual(patched(before, patch), after, name);
    } else {
      assert.throws(() => patched(before, patch), PatchError, name);
    }
  }
});
