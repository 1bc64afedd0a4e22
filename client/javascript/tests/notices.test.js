import assert from "node:assert/strict";
import { test } from "node:test";
import { NoticeRequests } from "../src/notices.js";

test("a notice that comes with the answer to the subscription is not lost", async () => {
  const [first, second] = ["1", "2"].map((id) => ({ id, kind: "match_ended", at: 1 }));
  const ask = async () => {
    notices.receive(/** @type {any} */ ({ type: "noticed", notice: second }));
    return /** @type {any} */ ({ type: "notices", notices: [first], read: "0", unread: 1 });
  };
  const welcome = () => /** @type {any} */ ({ capabilities: ["notices"] });
  const notices = new NoticeRequests(ask, welcome);
  const followed = notices.follow();
  assert.deepEqual([(await followed.next()).value, (await followed.next()).value], [first, second]);
});
