import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { afterEach, test } from "node:test";
import { whoseIs } from "../src/verify.js";

const { signatures } = JSON.parse(
  readFileSync(new URL("../../../protocol/fairness-vectors.json", import.meta.url), "utf8"),
);
const whole = Object.getOwnPropertyDescriptor(globalThis, "crypto");

afterEach(() => {
  Object.defineProperty(globalThis, "crypto", /** @type {PropertyDescriptor} */ (whole));
});

/**
 * Return what of a transcript is signed in a vector.
 * @param {any} vector
 * @returns {any}
 */
function signed({ statement, signature }) {
  const { match, game, rules, commitment, players, ended, link, result } = JSON.parse(statement);
  const entry = JSON.stringify({ version: 1, cause: { type: "opened", rules, players } });
  return { match, game, commitment, result, signature, entries: [{ entry }, { at: ended, link }] };
}

test("signatures are those of the vectors", async () => {
  for (const vector of signatures) {
    const found = await whoseIs(signed(vector), { keys: [vector.key] });
    assert.deepEqual(found, { signed: "by_key", key: vector.key.kid, fault: null });
  }
});

test("the signature of another match is refused, and that of another server is nobody's", async () => {
  const [one, other] = signatures;
  const swapped = { ...signed(one), signature: other.signature };
  const { fault } = await whoseIs(swapped, { keys: [one.key, other.key] });
  assert.deepEqual([fault?.kind, fault?.version], ["signature", 1]);
  assert.equal((await whoseIs(signed(one), { keys: [other.key] })).signed, "unknown_key");
});

test("what is not signed is said to be unsigned", async () => {
  const { signature: _, ...unsigned } = signed(signatures[0]);
  assert.deepEqual(await whoseIs(unsigned, { keys: [] }), { signed: "unsigned", key: null, fault: null });
});

test("where there is no Ed25519 it says that it cannot check", async () => {
  const [{ key }] = signatures;
  const { subtle } = crypto;
  const older = {
    digest: subtle.digest.bind(subtle),
    importKey: () => Promise.reject(new DOMException("Unrecognized name.", "NotSupportedError")),
  };
  Object.defineProperty(globalThis, "crypto", { value: { subtle: older }, configurable: true });
  const unchecked = { signed: "unchecked", key: key.kid, fault: null };
  assert.deepEqual(await whoseIs(signed(signatures[0]), { keys: [key] }), unchecked);
  Object.defineProperty(globalThis, "crypto", { value: {}, configurable: true });
  assert.deepEqual(await whoseIs(signed(signatures[0]), { keys: [key] }), unchecked);
});
