import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { stillOpen, withNotice } from "../../src/notices/inbox.js";
import { isCurrent, noticePath, noticeText } from "../../src/notices/notice-text.js";
import { REASONS } from "../../src/operations/challenges.js";
import { learnt } from "../../src/words.js";

const EMPTY = {
  player: "1",
  notices: [],
  before: null,
  read: "5",
  unread: 0,
  received: [],
  sent: [],
  links: [],
  by: null,
  answered: {},
  put_off: [],
};

/** @param {string} id @param {object} [more] @returns {any} */
const notice = (id, more = {}) => ({ id, kind: "match_ended", at: 1, ...more });

test("a notice counts as unread once, however often it is delivered", () => {
  const once = withNotice(/** @type {any} */ (EMPTY), notice("7"));
  assert.deepEqual([once.unread, once.notices.length], [1, 1]);
  assert.equal(withNotice(once, notice("7")), once);
  assert.equal(withNotice(once, notice("4")).unread, 1);
});

test("the answer to a challenge is kept from its notice", () => {
  const challenge = { id: "c", stage: "declined" };
  const inbox = withNotice(/** @type {any} */ (EMPTY), notice("7", { kind: "challenge_answered", challenge }));
  assert.deepEqual(inbox.answered, { c: challenge });
});

test("a challenge is open until its time by the server's clock", () => {
  const challenge = /** @type {any} */ ({ stage: "open", expires_at: Date.now() + 1000 });
  assert.deepEqual(stillOpen([challenge], { ahead: 0 }), [challenge]);
  assert.deepEqual(stillOpen([challenge], { ahead: 5000 }), []);
});

test("a notice of an ended match leads to its replay, and any other to its match", () => {
  assert.equal(noticePath(notice("7", { match: "m" })), "/m/m?at=0");
  assert.equal(noticePath(notice("7", { kind: "challenge_answered", match: "m" })), "/m/m");
  assert.equal(noticePath(notice("7")), null);
  assert.equal(noticePath(notice("7", { kind: "tournament_ended", tournament: "a/b" })), "/tournaments/a%2Fb");
});

test("the page offers every reason of the protocol for declining, and has words for it", async () => {
  const schema = JSON.parse(await readFile(new URL("../../../../protocol/schema/v1.json", import.meta.url), "utf8"));
  const reasons = schema.$defs.DeclineReason.enum.filter((/** @type {string} */ each) => each !== "other");
  assert.deepEqual([...REASONS].sort(), reasons.sort());
});

const WORLD = /** @type {any} */ ({ welcome: null, me: { player: { id: "1" } }, ahead: 0, matches: {} });

test("every kind of notice of the protocol has a sentence", async () => {
  await learnt(["notices"]);
  globalThis.document = /** @type {any} */ ({ documentElement: { lang: "en" } });
  const schema = JSON.parse(await readFile(new URL("../../../../protocol/schema/v1.json", import.meta.url), "utf8"));
  const player = { id: "1", name: "Ada" };
  const challenge = { challenger: player, challenged: player, stage: "declined", reason: "later", game: "tiny" };
  for (const kind of schema.$defs.NoticeKind.enum) {
    const reason = kind === "sign_in_changed" ? "new_device" : "404.";
    const about = kind.startsWith("challenge") ? { challenge } : { club: { id: "c", name: "Readers" }, reason };
    const text = noticeText(WORLD, notice("7", { kind, game: "tiny", until: 1, match: "m", player, ...about }));
    assert.match(text, kind === "other" ? /./ : /^[A-Z].*[.]$|: Not now/, kind);
  }
  assert.equal(noticeText(WORLD, notice("7", { kind: "pack_granted", game: "tiny" })), "Pack granted: tiny");
  assert.match(noticeText(WORLD, notice("7", { kind: "round_paired", game: "tiny", round: 2 })), /^Round 2 .* bye[.]$/);
  assert.match(noticeText(WORLD, notice("7", { kind: "tournament_ended", game: "tiny", place: 3 })), /place: 3[.]$/);
  assert.match(
    noticeText(WORLD, notice("7", { kind: "tournament_admitted", game: "tiny" })),
    /waiting list .* tiny[.]$/i,
  );
});

test("a notice of a turn is of use until the turn is over", () => {
  const turn = notice("7", { kind: "your_turn", match: "m", until: Date.now() + 60_000 });
  const at = (/** @type {number} */ seat) => ({
    ...WORLD,
    matches: { m: { update: { seat: 0, waiting: [{ seat }] } } },
  });
  assert.deepEqual([isCurrent(WORLD, turn), isCurrent(at(0), turn), isCurrent(at(1), turn)], [true, true, false]);
  assert.equal(isCurrent({ ...WORLD, ahead: 90_000 }, turn), false);
});
