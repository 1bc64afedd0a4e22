// Everything that this package can ask of a server, once; run with the server's address by
// tests/client/test_javascript_client.py.
import assert from "node:assert/strict";
import {
  CommandRefused,
  codeOf,
  connect,
  deckOf,
  ForkedError,
  isNewer,
  LostError,
  UsageError,
  verify,
} from "../src/index.js";

const [url = ""] = process.argv.slice(2);
const password = "a long walk by the sea";
const connectTimeout = 300_000; // however busy the machine is

/** @type {(string | null)[]} */
const tokens = [];
const ada = await connect(url, { connectTimeout, name: "Ada", renewed: (_, now) => tokens.push(now) });
/** @type {string[]} */
const heard = [];
const stop = ada.on("message", (message) => heard.push(message.type));
const bo = await connect(url, { connectTimeout, name: "Bo" });

// A table with the list of tables, a chat, and where one sits
const lobby = await bo.tables.watchLobby({ games: ["density-deck"], open_seats: 1 });
const table = await ada.tables.open("density-deck", { seats: 2, options: { lives: 1 } });
for await (const tables of lobby.changes()) {
  if (tables.some(({ id }) => id === table.id)) {
    break;
  }
}
await bo.tables.unwatchLobby();
assert.ok((await bo.tables.list("density-deck")).some(({ id }) => id === table.id));
assert.deepEqual(
  (await ada.seats()).seats.map((seat) => [seat.table, seat.seat]),
  [[table.id, 0]],
);
assert.deepEqual(await bo.chat.join("lobby"), []);
const line = await ada.chat.say("lobby", "hello");
for await (const { id, text } of bo.chat.lines("lobby")) {
  assert.deepEqual([id, text], [line.id, "hello"]);
  break;
}
await bo.chat.leave("lobby");

// A match, played and watched, its replay and its transcript
const beginning = ada.begin(table.id);
const match = await bo.join(table.id);
const seats = [await beginning, match];
const watcher = await connect(url, { connectTimeout, signIn: false });
const watched = await watcher.watchMatch(match.match, 0);
/** @type {Record<number, string>} */
const links = {};
const watching = (async () => {
  let before = null;
  for await (const update of watched.updates()) {
    assert.ok(update.seat === null && update.choices.length === 0 && (before === null || isNewer(update, before)));
    links[update.version] = update.link;
    before = update;
  }
})();
await Promise.all(
  seats.map(async (each) => {
    for await (const turn of each.turns()) {
      assert.equal(turn.update.seat, each.seat);
      await turn.act(turn.choices.at(-1));
    }
  }),
);
await watching;
assert.deepEqual(watched.result, match.result);
const note = bo.notes.get(match.match);
const transcript = await bo.transcript(match.match);
const { fault, noted } = await verify(transcript, { commitment: note.commitment, entropy: { 1: note.entropy }, links });
assert.deepEqual([fault, noted], [null, Object.keys(links).length + 2]);
assert.deepEqual((await verify(transcript, { entropy: { 0: note.entropy } })).fault?.kind, "note");
const beside = 7 + Object.keys(note.entropyHashes).length; // commitment, share, options, players, rules, time, rated, each seat's hash
assert.equal(beside, 9);
assert.equal((await bo.verify(match.match)).noted, bo.notes.links(match.match).size + beside);
await assert.rejects(bo.verify(match.match, { transcript: { ...transcript, match: "0" } }), /another match, 0/);
bo.notes.links(match.match).set(2, "00");
await assert.rejects(bo.verify(match.match), (error) => error instanceof ForkedError && error.version === 2);
const replay = await bo.replay(match.match, 1);
assert.equal(replay.frames.at(-1).version, transcript.entries.length);
assert.deepEqual((await match.rated()).unrated, "too_short");

// What is refused
await assert.rejects(
  ada.tables.sit({ table: "nowhere" }),
  (error) =>
    error instanceof CommandRefused && error.code === "unknown_table" && error.where === "$.table" && error.text !== "",
);
await assert.rejects(
  ada.transcript("nothing"),
  (error) => error instanceof CommandRefused && error.code === "unknown_match",
);

// Decks and cards
const catalogue = await ada.cards("amiibart");
assert.equal(await ada.cards("amiibart").then(({ sets }) => sets.length), catalogue.sets.length);
const read = await ada.tables.readDeck({ game: "amiibart", deck: "vigil" });
assert.ok(read.code && read.deck);
assert.equal(codeOf(deckOf(read.code, catalogue), "AB", catalogue), read.code);
assert.match(await ada.rules("amiibart"), /How to play/);

// An account, and how its player stands
const account = await ada.account.register("Ada Lovelace", password);
assert.equal(account.recovery_codes?.length, 8);
assert.equal(ada.player.name, "Ada Lovelace");
assert.equal((await ada.standings.profile()).player.id, ada.player.id);
assert.equal((await ada.standings.ladder("density-deck")).page, 1);
for await (const played of ada.standings.matches()) {
  assert.equal(played.match, match.match);
}
const keptDeck = await ada.decks.keep({ game: "amiibart", name: "Vigil, mine", deck: "vigil" });
assert.deepEqual([keptDeck.faults, keptDeck.deck.text], [[], read.code]);
assert.deepEqual(await ada.decks.list("amiibart"), [keptDeck.deck]);
assert.deepEqual(await ada.decks.list("myacards"), []);
await ada.decks.drop({ game: "amiibart", name: "Vigil, mine" });
assert.deepEqual(await ada.decks.list(), []);
const collection = await ada.collection();
assert.ok(collection.isKeptHere);
assert.deepEqual(await collection.owned("amiibart"), []);
assert.deepEqual((await collection.movements()).movements, []);
assert.deepEqual((await collection.packs()).packs, []);
await assert.rejects(collection.claimPacks("amiibart"), { code: "too_new" });
await assert.rejects(collection.openPack("none"), { code: "unknown_pack" });
assert.ok(collection.wishes.areKeptHere);
const wish = { game: "amiibart", card: "trip-wire" };
const wished = await collection.wishes.change({ adds: [wish] });
assert.deepEqual([wished.wishes.map(({ card }) => card), wished.found_by], [["trip-wire"], "nobody"]);
assert.equal((await collection.wishes.beFound("traders")).found_by, "traders");
assert.deepEqual((await collection.wishes.list()).wishes, wished.wishes);
assert.deepEqual((await collection.wishes.change({ removes: [wish] })).wishes, []);
await assert.rejects(collection.wishes.find("has", "amiibart", "trip-wire"), { code: "too_new" });
const cy = await connect(url, { connectTimeout, name: "Cy" });
await cy.account.register("Cyrus", password);
const following = await ada.following();
assert.ok(following.isOfferedHere);
assert.equal((await following.follow(cy.player.id)).player.id, cy.player.id);
assert.equal((await following.setSeenBy("everybody")).players.length, 1);
const conversations = await ada.conversations();
assert.ok(conversations.areOfferedHere);
await assert.rejects(conversations.send(cy.player.id, "Hello!"), { code: "not_accepting" });
await (await cy.following()).follow(ada.player.id);
const written = await conversations.send(cy.player.id, "Hello!");
const his = await cy.conversations();
assert.equal((await his.list()).conversations[0]?.unread, 1);
assert.deepEqual((await his.get(ada.player.id)).messages, [written]);
assert.equal((await his.read(ada.player.id, written.id)).read, written.id);
await his.delete(ada.player.id);
assert.deepEqual((await his.list()).conversations, []);
await following.unfollow(cy.player.id);
assert.deepEqual((await following.list()).players, []);
cy.close();
const tournaments = await ada.tournaments();
assert.ok(tournaments.arePlayedHere);
const friday = (await tournaments.create({ name: "Friday", game: "tiny", rounds: 2 })).summary.id;
assert.deepEqual(
  (await tournaments.list()).map(({ id }) => id),
  [friday],
);
assert.equal((await tournaments.join(friday)).entrants[0]?.stage, "in");
assert.equal((await tournaments.leave(friday)).entrants[0]?.stage, "out");
assert.equal((await tournaments.page(friday, 0)).part?.rows, 1);
await assert.rejects(tournaments.beginRound(friday, 1), { code: "tournament_closed" });
await assert.rejects(tournaments.rule(friday, "none", [100, 0], "a slip"), { code: "unknown_match" });
await assert.rejects(tournaments.remove(friday, "none", "a slip"), { code: "unknown_player" });
await assert.rejects(tournaments.invite(friday, "none"), { code: "unknown_player" });
await assert.rejects(tournaments.appoint(friday, "none"), { code: "unknown_player" });
await assert.rejects(tournaments.reinstate(friday, "none", "a slip"), { code: "unknown_player" });
await assert.rejects(tournaments.appeal(friday, "a slip"), { code: "tournament_closed" });
await assert.rejects(tournaments.answerAppeal(friday, 1, "a slip", true), { code: "tournament_closed" });
await assert.rejects(tournaments.checkIn(friday), { code: "tournament_closed" });
assert.equal((await tournaments.end(friday, "rain")).summary.stage, "cancelled");
assert.equal((await tournaments.get(friday)).summary.stage, "cancelled");
const clubs = await ada.clubs();
assert.ok(clubs.areKeptHere);
const readers = (await clubs.create({ name: "The Readers", access: "open" })).summary.id;
assert.deepEqual(
  ((await clubs.list()).mine ?? []).map(({ id }) => id),
  [readers],
);
assert.equal((await clubs.list("1-none")).mine?.length, 0);
assert.equal((await clubs.change(readers, { about: "We read." })).about, "We read.");
assert.equal((await clubs.join(readers)).summary.role, "owner");
await assert.rejects(clubs.invite(readers, "none"), { code: "unknown_player" });
await assert.rejects(clubs.setRole(readers, "none", "member"), { code: "unknown_player" });
assert.equal((await clubs.announce(readers, "Friday!")).announcements?.[0]?.text, "Friday!");
assert.equal((await clubs.get(readers)).summary.members, 1);
const here = await ada.tables.open("tiny", { club: readers, sit: false });
assert.equal(here.club, readers);
await clubs.leave(readers);
await clubs.delete(readers);
const challenges = await ada.challenges();
assert.ok(challenges.areTakenHere);
assert.equal((await challenges.setChallengers("everybody")).challenged_by, "everybody");
assert.deepEqual((await challenges.listBots("density-deck")).bots, []);
await assert.rejects(challenges.declareBot(["density-deck"]), { code: "unknown_bot" });
const linked = await (await bo.challenges()).createLink({ game: "density-deck" });
const token = linked.token ?? assert.fail("a new link has a token");
assert.equal((await challenges.getLink(token)).link.id, linked.link.id);
assert.equal((await (await bo.challenges()).cancelLink(linked.link.id)).link.stage, "cancelled");
await assert.rejects(challenges.acceptLink(token), { code: "challenge_over" });
const challenged = await (await bo.challenges()).create({ player: ada.player.id, game: "density-deck", rated: false });
assert.deepEqual((await challenges.list()).received, [challenged]);
const declined = await challenges.decline(challenged.id, "later");
assert.deepEqual([declined.stage, declined.reason], ["declined", "later"]);
const second = await (await bo.challenges()).create({ player: ada.player.id, game: "density-deck", rated: false });
assert.equal((await (await bo.challenges()).cancel(second.id)).stage, "cancelled");
const received = challenges.received();
const third = await (await bo.challenges()).create({ player: ada.player.id, game: "density-deck", rated: false });
assert.deepEqual((await received.next()).value, third);
const fourth = await (await bo.challenges()).create({ player: ada.player.id, game: "tiny" }).catch(() => null);
assert.equal(fourth, null, "one open challenge to the same player");
const answer = (await bo.challenges()).answer(third.id);
const inMatch = await challenges.play(third.id);
assert.deepEqual([(await answer).match, (await answer).stage], [inMatch.match, "accepted"]);
assert.equal(inMatch.recess, null);
await assert.rejects(inMatch.recessMatch("resume"), { code: "recess_over" });
await assert.rejects(inMatch.askUndo(), UsageError);
inMatch.latest = { ...inMatch.latest, undo: { seat: 1, action: 1, state: "asked", agreed: [], missing: [] } };
await assert.rejects(inMatch.askUndo(), { code: "undo_over" });
await assert.rejects(inMatch.answerUndo("agree"), { code: "undo_over" });
await inMatch.resign();
const fifth = await (await bo.challenges()).create({ player: ada.player.id, game: "density-deck", rated: false });
assert.deepEqual((await received.next()).value, fifth);
await received.return();
await challenges.decline(fifth.id, "busy");
const notices = await ada.notices();
assert.ok(notices.areKeptHere);
for await (const notice of notices.follow()) {
  assert.deepEqual([notice.kind, notice.match], ["match_ended", match.match]);
  const inbox = await notices.list();
  assert.deepEqual([inbox.notices.at(-1), inbox.unread], [notice, inbox.notices.length]);
  assert.equal((await notices.read(inbox.notices[0]?.id ?? "")).unread, 0);
  break;
}
const codes = await ada.codes();
assert.ok(codes.areTakenHere);
await assert.rejects(codes.claim("0000-0000"), { code: "too_new" });
const gift = { copies: [{ game: "amiibart", card: "trip-wire" }] };
await assert.rejects(codes.make({ label: "The fair", gift, ref: "fair" }), { code: "missing_role" });
await assert.rejects(codes.batches(), { code: "missing_role" });
await assert.rejects(codes.revoke("none", "a slip"), { code: "missing_role" });
await assert.rejects(codes.history({ code: "0000-0000" }), { code: "missing_role" });
const made = await ada.account.makeToken({ scopes: ["play"], label: "laptop" });
assert.equal((await ada.account.tokens()).length, 1);
assert.equal((await ada.account.revokeToken(made.made.id)).length, 0);
const [own] = await ada.account.sessions();
assert.ok(own?.is_present && own.used_on <= Date.now());
assert.deepEqual(await ada.account.endOtherSessions(), [own]);
assert.deepEqual(await ada.account.setEmail(null), { verified: null, waiting: null, notices: [] });
assert.deepEqual(await ada.account.email(), { verified: null, waiting: null, notices: [] });
await assert.rejects(ada.account.endSession("none"), { code: "unknown_token" });
await assert.rejects(ada.account.proveIdentity({ password: "wrong one" }), { code: "wrong_password" });
assert.match((await ada.account.beginSecondFactor()).secret, /^[A-Z2-7]{32}$/);
await assert.rejects(ada.account.confirmSecondFactor("000 000 0"), { code: "wrong_second_factor" });
await assert.rejects(ada.account.removeSecondFactor("0000000"), { code: "wrong_second_factor" });
await assert.rejects(ada.account.deviceRequest("BCDF-GHJK"), { code: "unknown_device_code" });
await assert.rejects(ada.account.answerDeviceRequest("BCDF-GHJK", true), { code: "unknown_device_code" });
assert.deepEqual((await ada.account.acceptTerms("2026-11")).terms_accepted ?? [], []); // nothing is in force here

// The same player on another connection: the first does not come back
/** @type {Promise<number | null>} */
const elsewhere = new Promise((resolve) => {
  ada.on("line", ({ why }) => resolve(why instanceof LostError ? why.code : null));
});
const again = await connect(url, { connectTimeout, token: ada.token ?? "" });
assert.equal(again.player.id, ada.player.id);
assert.equal(await elsewhere, 4001);
assert.equal(ada.connectionState, "shut");
await assert.rejects(ada.account.get(), LostError);
assert.equal(tokens.length, 1);
const signedIn = await connect(url, { connectTimeout, name: "Ada Lovelace", password });
assert.equal(signedIn.player.id, again.player.id);
await assert.rejects(connect(url, { connectTimeout, name: "Ada Lovelace", password: "not that one" }), CommandRefused);
await assert.rejects(connect("http://127.0.0.1:9"), LostError);
await signedIn.account.signOut();

stop();
assert.ok(heard.includes("update") && heard.includes("table_changed"));
for (const client of [again, signedIn, bo, watcher]) {
  client.close();
}
console.log("whole");
