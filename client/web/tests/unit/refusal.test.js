import assert from "node:assert/strict";
import { test } from "node:test";
import { CommandRefused, LostError } from "../../../javascript/src/errors.js";
import { refusalText, refusedUntil, useWait } from "../../src/ui/refusal.js";
import { learnt } from "../../src/words.js";
import { words } from "../../words/en/page.js";
import { renders } from "./renders.js";

await learnt(["page", "match"]);

test("a refusal is said in the page's words where it has some, and in the server's where it has none", () => {
  const text = "Expected `int` at `$.page`.";
  assert.equal(refusalText(new CommandRefused({ code: "malformed", text })), words["refused.malformed"]);
  assert.equal(refusalText({ code: "slow_down", text }), words["refused.slow_down"]);
  assert.equal(refusalText({ code: "illegal", text: "It has attacked." }), "It has attacked.");
  const limit = { code: /** @type {const} */ ("too_many"), text: "You direct 5 tournaments.", remaining: 0 };
  assert.equal(refusalText(new CommandRefused(limit)), limit.text);
  assert.equal(refusalText(new CommandRefused({ ...limit, retry_in: 900 })), words["refused.too_many"]);
  assert.equal(refusalText(new LostError("the line broke")), "the line broke");
  assert.equal(refusalText("anything"), "anything");
});

test("it may be tried again when the server says so, and nothing is counted where it does not", () => {
  const before = Date.now();
  const until = refusedUntil(new CommandRefused({ code: "slow_down", text: "", retry_in: 5_000 })) ?? 0;
  assert.ok(until >= before + 5_000);
  assert.equal(refusedUntil(new CommandRefused({ code: "illegal", text: "" })), null);
  assert.equal(refusedUntil(new Error("other")), null);
});

test("a wait is there from the first render on, and gone with its refusal", ({ mock }) => {
  mock.timers.enable({ apis: ["Date", "setInterval", "setTimeout"], now: 1_000_000 });
  const wait = renders(({ until }) => useWait(until));
  for (const until of [null, 1_060_000, null]) wait.with({ until });
  assert.deepEqual(wait.results, [0, 60, 0]);
});
