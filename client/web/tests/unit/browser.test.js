import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { afterEach, beforeEach, test } from "node:test";
import { fileURLToPath } from "node:url";
import { transformSync } from "esbuild";
import { browserStorage, channel, isCopied, isShared, locks, windowStorage } from "../../src/browser.js";

const SRC = fileURLToPath(new URL("../../src/", import.meta.url));

/** What a browser may forbid, or may not have: to name it may throw. */
const FORBIDDEN = [
  "localStorage",
  "sessionStorage",
  "indexedDB",
  "caches",
  "cookie",
  "cookieStore",
  "navigator",
  "BroadcastChannel",
  "SharedWorker",
  "Notification",
  "AudioContext",
  "randomUUID",
  "subtle",
];
const NAMED = new RegExp(`\\b(?:${FORBIDDEN.join("|")})\\b`, "g");

/** Return which of them a module names outside of comments and texts. @param {string} code */
function namedIn(code) {
  const plain = transformSync(code, { minifyWhitespace: true, minifySyntax: true, format: "esm" }).code;
  return plain.replace(/"(?:[^"\\]|\\.)*"/g, '""').match(NAMED) ?? [];
}

test("no module but one names what a browser may forbid", () => {
  const modules = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".js"));
  const named = modules.flatMap((path) => namedIn(readFileSync(SRC + path, "utf8")).map((name) => `${path}: ${name}`));
  const own = named.filter((each) => each.startsWith("browser.js: "));
  assert.deepEqual(
    named.filter((each) => !own.includes(each)),
    [],
  );
  assert.ok(own.includes("browser.js: localStorage"));
  assert.ok(modules.length > 100);
});

test("a name is found however it is reached, and not in comments or texts", () => {
  assert.deepEqual(namedIn("const x = globalThis.localStorage; // sessionStorage"), ["localStorage"]);
  assert.deepEqual(namedIn('export const x = window["caches"] ?? "indexedDB"; /** @type {Notification} */'), [
    "caches",
  ]);
});

/** @type {Record<string, PropertyDescriptor | undefined>} */
let before = {};

/** Have each of them be like this. @param {PropertyDescriptor} how @param {readonly string[]} [names] */
function made(how, names = FORBIDDEN) {
  for (const name of names) {
    before[name] ??= Object.getOwnPropertyDescriptor(globalThis, name);
    Object.defineProperty(globalThis, name, { ...how, configurable: true });
  }
}

beforeEach(() => {
  before = {};
});
afterEach(() => {
  for (const [name, how] of Object.entries(before)) {
    if (how === undefined) delete (/** @type {any} */ (globalThis)[name]);
    else Object.defineProperty(globalThis, name, how);
  }
});

for (const [what, how] of Object.entries({
  "is forbidden": {
    get() {
      throw new DOMException("denied", "SecurityError");
    },
  },
  "is not there": { value: undefined },
})) {
  test(`where everything ${what}, a page keeps for itself what it is told to keep`, async () => {
    made(how);
    for (const storage of [browserStorage, windowStorage]) {
      storage.setItem("a", "1");
      assert.equal(storage.getItem("a"), "1");
      assert.equal(storage.isForgetting("a"), true);
      storage.removeItem("a");
      assert.equal(storage.getItem("a"), null);
      assert.equal(storage.isForgetting("a"), false);
    }
    assert.equal(locks(), null);
    assert.equal(channel("x"), null);
    assert.equal(await isCopied("x"), false);
    assert.equal(await isShared({ url: "x" }), false);
  });
}

test("a full storage is read, and what does not go into it is kept for this page", () => {
  /** @type {Map<string, string>} */
  const kept = new Map([["a", "old"]]);
  let isFull = true;
  const full = {
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem(/** @type {string} */ key, /** @type {string} */ value) {
      if (isFull) throw new DOMException("full", "QuotaExceededError");
      kept.set(key, value);
    },
    removeItem: (/** @type {string} */ key) => kept.delete(key),
  };
  made({ value: full }, ["localStorage"]);
  assert.equal(browserStorage.getItem("a"), "old");
  browserStorage.setItem("a", "new");
  assert.equal(browserStorage.getItem("a"), "new");
  assert.equal(browserStorage.isForgetting("a"), true);
  isFull = false;
  browserStorage.setItem("a", "newer");
  assert.equal(kept.get("a"), "newer");
  assert.equal(browserStorage.isForgetting("a"), false);
});
