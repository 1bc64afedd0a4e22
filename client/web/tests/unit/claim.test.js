import assert from "node:assert/strict";
import { test } from "node:test";
import { Claim } from "../../src/connection/claim.js";

/** What the windows of a browser have in common; it does not keep this program running. */
class Windows extends BroadcastChannel {
  /** @param {string} name */
  constructor(name) {
    super(name);
    /** @type {any} */ (this).unref();
  }
}

/** @param {string} name */
const opened = (name) => new Windows(name);

test("one window has the line, a second one is told that it has not, and may take it", async () => {
  const { locks } = /** @type {any} */ (navigator);
  const [first, second] = [new Claim(locks, opened), new Claim(locks, opened)];
  assert.equal(await first.taken(), true);
  assert.equal(await second.taken(), false);
  assert.equal(await second.taken({ steal: true }), true);
});

test("a window that takes it while another one lets go has it, however long that takes", async () => {
  const { locks } = /** @type {any} */ (navigator);
  const held = Promise.withResolvers();
  const letGo = Promise.withResolvers();
  const gone = locks.request("quarterdeck/line", { steal: true }, () => {
    held.resolve(undefined);
    return letGo.promise; // a window that is being closed says nothing any more
  });
  await held.promise;
  const taken = new Claim(locks, opened).taken();
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  letGo.resolve(undefined);
  await gone;
  assert.equal(await taken, true);
});

test("where the browser has no locks every window takes the line", async () => {
  assert.equal(await new Claim(null).taken(), true);
});

test("where the browser forbids locks and channels every window takes the line, and asks for them no more", async () => {
  let asked = 0;
  const forbidden = /** @type {any} */ ({
    async request() {
      asked += 1;
      throw new DOMException("denied", "SecurityError");
    },
  });
  const claim = new Claim(forbidden, () => null);
  assert.equal(await claim.taken(), true);
  assert.equal(await claim.taken({ steal: true }), true);
  assert.equal(asked, 1);
});
