import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { ClientError, LostError, MisunderstoodError } from "../src/errors.js";
import { TradeRequests } from "../src/trades.js";

/** @import { Trade, Trades } from "../types/v1.js" */
/** @import { Command } from "../src/answers.js" */

const example = JSON.parse(readFileSync(new URL("../../../protocol/examples/v1/trades.json", import.meta.url), "utf8"));
const [first, second] = example.ended;

/**
 * Return a trade that is open, as it stands since then.
 * @param {string} id
 * @param {number} changedAt
 * @param {Record<string, unknown>} [said]
 * @returns {Trade}
 */
function trade(id, changedAt, said = {}) {
  return { ...first, id, stage: "open", cancelled_by: null, changed_at: changedAt, ...said };
}

/**
 * Return how all trades stand.
 * @param {Trade[]} open
 * @param {Trade[]} [ended]
 * @returns {Trades}
 */
function standing(open, ended = []) {
  return { ...example, open, ended };
}

/** A server that answers what it was given to answer, one after the other, and what it was asked. */
function scripted(/** @type {unknown[]} */ ...answers) {
  /** @type {Command[]} */
  const asked = [];
  const trades = new TradeRequests(
    async (command) => {
      asked.push(command);
      const answer = answers.shift();
      assert.ok(answer !== undefined, `nothing is answered to ${command.type}`);
      if (answer instanceof Error) throw answer;
      return /** @type {any} */ (answer);
    },
    () => /** @type {any} */ ({ capabilities: ["trades"] }),
  );
  return { trades, asked };
}

/**
 * Begin to read changes, and return how the next is asked for, once the first is waited for.
 * @param {TradeRequests} trades
 */
async function begun(trades) {
  const changes = trades.changes();
  const next = changes.next();
  await new Promise((done) => setImmediate(done)); // all that is answered by now has been taken in
  return { changes, next };
}

/**
 * Return everything that is told until the line is lost.
 * @param {TradeRequests} trades
 * @param {Awaited<ReturnType<typeof begun>>} reader
 */
async function allOf(trades, { changes, next }) {
  trades.fail(new LostError("gone"));
  const told = [];
  try {
    for (let each = await next; !each.done; each = await changes.next()) told.push(each.value);
  } catch (error) {
    assert.ok(error instanceof LostError);
    return told;
  }
  return assert.fail("it goes on without a line");
}

/**
 * @param {TradeRequests} trades
 * @param {Trade[]} changed
 */
function tell(trades, ...changed) {
  for (const each of changed) trades.receive({ type: "trade_changed", ref: null, trade: each, now: each.changed_at });
}

test("each change is yielded once, as it stands, in the order in which it was told", async () => {
  const { trades, asked } = scripted(standing([trade("a", 1)]));
  const reader = await begun(trades);
  assert.deepEqual(asked, [{ type: "get_trades" }]);
  const [countered, offered] = [trade("a", 2, { revision: 2 }), trade("b", 3)];
  const done = trade("a", 4, { stage: "done" });
  tell(trades, countered, countered, offered, done, done, offered);
  assert.deepEqual(await allOf(trades, reader), [countered, offered, done]);
});

test("what stood so when one began to read is no change", async () => {
  const { trades } = scripted(standing([trade("a", 1)], [second]));
  const reader = await begun(trades);
  tell(trades, trade("a", 1), second);
  assert.deepEqual(await allOf(trades, reader), []);
});

test("a change that comes while one waits is yielded at once", async () => {
  const { trades } = scripted(standing([]));
  const { changes, next } = await begun(trades);
  tell(trades, trade("a", 1));
  assert.deepEqual(await next, { done: false, value: trade("a", 1) });
  await changes.return(/** @type {never} */ (undefined));
});

test("after a reconnect those are yielded of which something has become meanwhile, the oldest change first", async () => {
  const { trades } = scripted(standing([trade("a", 1), trade("b", 2)], [second]));
  const reader = await begun(trades);
  tell(trades, trade("a", second.changed_at + 1));
  assert.deepEqual([...trades.resume()], [{ type: "get_trades" }]);
  const offered = trade("c", second.changed_at + 2);
  const cancelled = trade("b", second.changed_at + 3, { stage: "cancelled" });
  const now = standing([offered, trade("a", second.changed_at + 1)], [cancelled, second]);
  trades.standAt(now);
  trades.standAt(now);
  tell(trades, offered, cancelled);
  assert.deepEqual(await allOf(trades, reader), [trade("a", second.changed_at + 1), offered, cancelled]);
});

test("who reads nothing asks nothing after a reconnect", async () => {
  const { trades } = scripted(standing([]));
  assert.deepEqual([...trades.resume()], []);
  const { changes, next } = await begun(trades);
  tell(trades, trade("a", 1));
  await next;
  await changes.return(/** @type {never} */ (undefined));
  assert.deepEqual([...trades.resume()], []);
});

test("it rejects when the line is lost, after what was told before", async () => {
  const { trades } = scripted(standing([]));
  const reader = await begun(trades);
  tell(trades, trade("a", 1));
  assert.deepEqual(await allOf(trades, reader), [trade("a", 1)]);
});

test("who waits for a change is rejected with why the line is lost", async () => {
  const { trades } = scripted(standing([]));
  const { next } = await begun(trades);
  const lost = new LostError("gone");
  trades.fail(lost);
  await assert.rejects(next, lost);
});

test("it rejects when the line is lost before it is known how trades stand", async () => {
  const lost = new LostError("gone");
  const { trades } = scripted(lost);
  await assert.rejects(trades.changes().next(), lost);
});

test("two who read are each told of each change, though one begins while it happens", async () => {
  const changed = trade("a", 2, { revision: 2 });
  const { trades } = scripted(standing([trade("a", 1)]), standing([changed]));
  const early = await begun(trades);
  const late = await begun(trades);
  tell(trades, changed, trade("b", 3));
  assert.deepEqual(await early.next, { done: false, value: changed });
  assert.deepEqual(await early.changes.next(), { done: false, value: trade("b", 3) });
  assert.deepEqual(await late.next, { done: false, value: trade("b", 3) }, "that stood so when it began");
});

test("an answer that does not fit is misunderstood, and where nobody trades nothing is asked", async () => {
  const { trades } = scripted({ type: "pong" });
  await assert.rejects(trades.changes().next(), MisunderstoodError);
  const nowhere = new TradeRequests(
    async () => assert.fail("nothing is asked"),
    () => /** @type {any} */ ({ capabilities: [] }),
  );
  await assert.rejects(nowhere.changes().next(), ClientError);
});
