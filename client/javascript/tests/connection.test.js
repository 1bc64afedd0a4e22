import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { PendingCommands } from "../src/answers.js";
import { Client, ClientError, CommandRefused, connect, LostError, UsageError } from "../src/index.js";

/** A server in this process: it says welcome, signs everybody in, and answers what else is said with `answers`. */
class Socket extends EventTarget {
  /** @type {Socket[]} */
  static all = [];
  /** @type {(said: any) => object | null} */
  static answers = () => null;
  static extensions = "";
  static opens = true;
  static silence = 0;
  /** @type {string[]} */
  static unknown = [];
  /** True if no sign-in is answered. */
  static isMute = false;
  /** Whether it answers nothing, not even that somebody hangs up. */
  isFrozen = false;
  extensions = Socket.extensions;
  OPEN = 1;
  readyState = 1;
  /** @type {any[]} */
  said = [];

  constructor() {
    super();
    Socket.all.push(this);
    if (Socket.opens) {
      queueMicrotask(() => this.dispatchEvent(new Event("open")));
    }
  }

  /** @param {string} frame */
  send(frame) {
    const said = JSON.parse(frame);
    this.said.push(said);
    if (this.isFrozen || (Socket.isMute && said.type === "sign_in")) {
      return;
    }
    const token = `token ${Socket.all.length}`;
    const answer = {
      hello: { type: "welcome", limits: { message_bytes: 300, silence: Socket.silence }, games: [] },
      sign_in: { type: "signed_in", player: { id: "p", name: "Ada" }, token },
    }[/** @type {string} */ (said.type)];
    const isUnknown = Socket.unknown.includes(said.token);
    const told = isUnknown
      ? { type: "refused", code: "unknown_token", text: "Nobody." }
      : (answer ?? Socket.answers(said));
    if (told !== null) {
      queueMicrotask(() => this.tell({ ref: said.ref, ...told }));
    }
  }

  /** @param {object} message */
  tell(message) {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) }));
  }

  /** @param {number} code */
  close(code = 1000) {
    if (this.isFrozen) {
      return;
    }
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event("close"), { code, reason: "" }));
  }

  static get newest() {
    return /** @type {Socket} */ (Socket.all.at(-1));
  }
}

const options = { name: "Ada", WebSocket: /** @type {any} */ (Socket), chance: () => 1 };

/** @param {() => boolean} happens */
async function soon(happens) {
  for (let turns = 0; !happens(); turns += 1) {
    assert.ok(turns < 1000, "it does not happen");
    await new Promise((resolve) => setImmediate(resolve));
  }
}

beforeEach(() => {
  Socket.all = [];
  Socket.answers = () => null;
  Socket.extensions = "";
  Socket.opens = true;
  Socket.silence = 0;
  Socket.unknown = [];
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
});

test("a broken line is taken up after a quarter of a second, with the newest token", async () => {
  const me = await connect("http://server", options);
  Socket.newest.close(1006);
  await soon(() => me.connectionState === "lost");
  mock.timers.tick(249);
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(Socket.all.length, 1);
  mock.timers.tick(1);
  await soon(() => me.connectionState === "open");
  assert.deepEqual(Socket.newest.said[1].token, "token 1");
  assert.equal(me.token, "token 2");
  me.close();
});

for (const [extensions, chosen, form] of /** @type {const} */ ([
  ["", {}, "patch"],
  ["permessage-deflate; client_max_window_bits=12", {}, "whole"],
  ["permessage-deflate", { updates: "patch" }, "patch"],
  ["", { updates: "whole" }, "whole"],
])) {
  test(`on a line with "${extensions}" matches are told as ${form} to ${JSON.stringify(chosen)}`, async () => {
    Socket.extensions = extensions;
    const me = await connect("http://server", { ...options, ...chosen });
    assert.equal(Socket.newest.said[0].updates, form);
    me.close();
  });
}

test("each line is asked by itself: another server may compress nothing", async () => {
  Socket.extensions = "permessage-deflate";
  const me = await connect("http://server", options);
  Socket.extensions = "";
  Socket.newest.close(1012);
  await soon(() => me.reconnects === 1 && me.connectionState === "open");
  assert.deepEqual(
    Socket.all.map(({ said }) => said[0].updates),
    ["whole", "patch"],
  );
  me.close();
});

const half = "😀".slice(0, 1);
for (const [what, where, command] of /** @type {const} */ ([
  ["a line of talk", "$.text", { type: "say", where: "lobby", text: `half ${half}` }],
  ["a deck", "$.deck", { type: "read_deck", game: "amiibart", deck: `4 caf${half}\n` }],
  ["options", "$.options.note", { type: "open_table", game: "tiny", options: { note: half } }],
  ["the name of an option", "$.options", { type: "open_table", game: "tiny", options: { [half]: 1 } }],
  ["a list", "$.games[1].deck", { type: "seek", games: ["tiny", { game: "amiibart", deck: half }] }],
  ["its ref", "$.ref", { type: "list_tables", ref: half }],
  ["a ref that is no text", "$.ref", { type: "list_tables", ref: 7 }],
  ["a ref that is too long", "$.ref", { type: "list_tables", ref: "r".repeat(65) }],
])) {
  test(`what no server could answer is refused before it is sent: ${what}`, async () => {
    const me = await connect("http://server", options);
    const before = Socket.newest.said.length;
    await assert.rejects(me.ask(/** @type {any} */ (command)), { name: "CommandRefused", code: "malformed", where });
    assert.equal(Socket.newest.said.length, before);
    Socket.answers = () => ({ type: "tables", tables: [] });
    assert.equal((await me.ask({ type: "list_tables" })).type, "tables");
    me.close();
  });
}

test("a name with half a character is refused before anybody signs in", async () => {
  await assert.rejects(connect("http://server", { ...options, name: half }), { code: "malformed", where: "$.name" });
});

test("whole emoji are sent as they are", async () => {
  Socket.answers = (said) => ({ type: "said", where: said.where, line: { text: said.text } });
  const me = await connect("http://server", options);
  await me.ask({ type: "say", where: "lobby", text: "😀👩‍👩‍👧 whole" });
  assert.equal(Socket.newest.said.at(-1).text, "😀👩‍👩‍👧 whole");
  me.close();
});

const unread = { type: "refused", ref: null, code: "not_json", text: "This is not JSON." };

test("a refusal that names no command is of the only one that waits", async () => {
  const me = await connect("http://server", options);
  Socket.answers = () => unread;
  await assert.rejects(me.ask({ type: "list_tables" }), { name: "CommandRefused", code: "not_json" });
  Socket.answers = () => ({ type: "tables", tables: [] });
  assert.equal((await me.ask({ type: "list_tables" })).type, "tables");
  me.close();
});

test("a refusal that names no command waits until it is known whose it is", async () => {
  const me = await connect("http://server", options);
  const settled = /** @type {string[]} */ ([]);
  /** @param {string} ref */
  const asked = (ref) =>
    me.ask({ type: "list_tables", ref }).then(
      () => settled.push(ref),
      ({ code }) => settled.push(`${ref} ${code}`),
    );
  const first = ["first", "second", "third"].map(asked);
  await soon(() => Socket.newest.said.length === 5);
  Socket.newest.tell(unread);
  const later = asked("later");
  await soon(() => Socket.newest.said.length === 6);
  Socket.newest.tell(unread);
  Socket.newest.tell({ type: "tables", ref: "second", tables: [] });
  await first[1];
  assert.deepEqual(settled, ["second"]);
  Socket.newest.tell({ type: "tables", ref: "later", tables: [] });
  await Promise.all([...first, later]);
  assert.deepEqual(settled.toSorted(), ["first not_json", "later", "second", "third not_json"]);
  me.close();
});

test("after a line has broken nobody answers for a refusal that was told on it", async () => {
  const me = await connect("http://server", options);
  const both = [me.ask({ type: "list_tables" }), me.ask({ type: "get_seats" })];
  await soon(() => Socket.newest.said.length === 4);
  Socket.newest.tell(unread);
  Socket.answers = (said) => ({ type: said.type === "get_seats" ? "seats" : "tables" });
  Socket.newest.close(1012);
  assert.deepEqual(await Promise.all(both.map((each) => each.then(({ type }) => type))), ["tables", "seats"]);
  me.close();
});

test("after 1012 the client comes back at once", async () => {
  const me = await connect("http://server", options);
  Socket.newest.close(1012);
  await soon(() => me.reconnects === 1 && me.connectionState === "open");
  me.close();
});

test("a sign-in that a busy server carries out late does not end the session", async () => {
  const me = await connect("ws://localhost", options);
  Socket.isMute = true;
  Socket.newest.close(1012);
  await soon(() => Socket.newest.said.at(-1)?.type === "sign_in" && Socket.all.length === 2);
  Socket.isMute = false;
  Socket.newest.close(1006); // the sign-in has no answer
  await pass(1000);
  await soon(() => me.reconnects === 1 && me.connectionState === "open");
  Socket.newest.close(4001); // for the sign-in of the earlier connection
  await soon(() => me.connectionState === "lost");
  await pass(1000);
  await soon(() => me.reconnects === 2 && me.connectionState === "open");
  Socket.newest.close(4001);
  await assert.rejects(me.tables.list(), { name: "LostError", code: 4001 });
});

test("the client comes back at once when there is a network again", async () => {
  const world = new EventTarget();
  const listening = {
    addEventListener: world.addEventListener.bind(world),
    removeEventListener: world.removeEventListener.bind(world),
  };
  Object.assign(globalThis, listening);
  const me = await connect("http://server", options);
  Socket.newest.close(1006);
  await soon(() => me.connectionState === "lost");
  await new Promise((resolve) => setImmediate(resolve));
  world.dispatchEvent(new Event("online"));
  await soon(() => me.connectionState === "open");
  me.close();
  Reflect.deleteProperty(globalThis, "addEventListener");
  Reflect.deleteProperty(globalThis, "removeEventListener");
});

test("what has no answer goes out again under its ref, after what is followed", async () => {
  const me = await connect("http://server", options);
  Socket.answers = ({ type }) =>
    type === "join_chat" ? { type: "chat_joined", where: "lobby", id: null, lines: [] } : null;
  await me.chat.join("lobby");
  const asked = me.ask({ type: "get_account" });
  const { ref } = Socket.newest.said.at(-1);
  Socket.newest.close(1012);
  await soon(() => me.reconnects === 1 && me.connectionState === "open");
  const [, , join, again] = Socket.newest.said;
  assert.deepEqual([join.type, again.type, again.ref], ["join_chat", "get_account", ref]);
  Socket.newest.tell({ type: "account", ref, player: { id: "p", name: "Ada" } });
  assert.equal((await asked).type, "account");
  me.close();
});

test("a line that says nothing is asked whether anybody is there, and given up if not", async () => {
  const me = await connect("http://server", options);
  const first = Socket.newest;
  first.send = (frame) => first.said.push(JSON.parse(frame)) && undefined;
  mock.method(performance, "now", () => 40_000 + Number.MAX_SAFE_INTEGER / 2, { times: 1 });
  mock.timers.tick(30_000);
  assert.equal(first.said.at(-1).type, "hello");
  mock.timers.tick(10_000);
  await soon(() => me.connectionState === "lost");
  mock.timers.tick(250);
  await soon(() => me.connectionState === "open");
  me.close();
});

for (const [url, why] of /** @type {const} */ ([
  ["not an address", /`not an address` is not the address of a server/],
  ["", /is not the address of a server/],
  ["http://", /is not the address of a server/],
  ["http://a:99999", /is not the address of a server/],
  ["ftp://127.0.0.1", /ftp: is not supported/],
])) {
  test(`\`${url}\` is no address, which is a mistake of the program`, async () => {
    await assert.rejects(connect(url, options), (error) => error instanceof UsageError && why.test(error.message));
  });
}

for (const [name, value] of Object.entries({
  "a circle": (() => {
    /** @type {unknown[]} */
    const circle = [];
    circle.push(circle);
    return circle;
  })(),
  "a BigInt": 1n,
  "a nesting too deep": Array.from({ length: 100_000 }).reduce((inner) => [inner], 0),
  "a toJSON that throws": {
    toJSON() {
      throw new Error("no");
    },
  },
})) {
  test(`${name} in a command is a mistake of the program`, () => {
    const pending = new PendingCommands();
    assert.throws(() => pending.add(/** @type {any} */ ({ type: "act", action: value })), UsageError);
    assert.equal(pending.size, 0);
  });
}

test("a command that is no object is a mistake of the program", () => {
  for (const said of [null, undefined, "ping", 3]) {
    assert.throws(() => new PendingCommands().add(/** @type {any} */ (said)), UsageError);
  }
});

test("half a character from a `toJSON` is refused with its place", () => {
  const note = { toJSON: () => ({ note: "\ud83d" }) };
  assert.throws(
    () => new PendingCommands().add(/** @type {any} */ ({ type: "act", action: note })),
    (error) => error instanceof CommandRefused && error.where === "$.action.note",
  );
});

test("a client that is not connected is used wrongly, and nobody is to try again", () => {
  const me = new Client("http://server", options);
  for (const name of /** @type {const} */ (["welcome", "player", "signedIn", "isPaused"])) {
    assert.throws(
      () => me[name],
      (error) => error instanceof UsageError && /not (connected|signed in)/.test(error.message),
    );
  }
  assert.ok(!(new UsageError("") instanceof LostError));
  assert.ok(new UsageError("") instanceof ClientError);
});

test("a Node.js that is too old is said to be that", async () => {
  const { WebSocket: own, ...others } = options;
  const here = globalThis.WebSocket;
  const old = /needs Node\.js 22 or newer.*; this is Node\.js \d/;
  try {
    Reflect.deleteProperty(globalThis, "WebSocket");
    await assert.rejects(
      connect("http://server", others),
      (error) => error instanceof UsageError && old.test(error.message),
    );
    const me = await connect("http://server", options); // who brings a WebSocket needs none
    me.close();
  } finally {
    globalThis.WebSocket = here;
  }
  const { withResolvers } = Promise;
  try {
    Reflect.deleteProperty(Promise, "withResolvers");
    await assert.rejects(
      connect("http://server", options),
      (error) => error instanceof UsageError && old.test(error.message),
    );
  } finally {
    Promise.withResolvers = withResolvers;
  }
});

test("who has no more patience hears that the server cannot be reached", async () => {
  const me = await connect("http://server", { ...options, patience: 0 });
  const asked = me.ask({ type: "get_account" });
  Socket.newest.close(1006);
  await assert.rejects(asked, LostError);
  assert.equal(me.connectionState, "shut");
});

test("a command that may be sent again too late is refused at once, and one that may be soon is put off", async () => {
  const refusals = [
    { type: "refused", code: "too_many", text: "Too many.", retry_in: 3000 },
    { type: "refused", code: "too_many", text: "Too many.", retry_in: 3001 },
  ];
  Socket.answers = () => refusals.shift() ?? null;
  const me = await connect("http://server", { ...options, patience: Infinity, longestPause: 3000 });
  const asked = me.ask({ type: "get_account" });
  asked.catch(() => {});
  await soon(() => refusals.length === 1);
  await new Promise((resolve) => setImmediate(resolve));
  mock.timers.tick(3000);
  await soon(() => refusals.length === 0);
  await assert.rejects(asked, (error) => error instanceof CommandRefused && error.retryIn === 3001);
  me.close();
});

test("a command that may be sent again when patience has run out, or beyond a limit, is refused at once", async () => {
  for (const more of [{ retry_in: 60_001 }, { remaining: 0 }]) {
    Socket.answers = () => ({ type: "refused", code: "too_many", text: "Too many.", ...more });
    const me = await connect("http://server", options);
    await assert.rejects(me.ask({ type: "get_account" }), CommandRefused);
    me.close();
  }
});

for (const [chosen, milliseconds] of /** @type {const} */ ([
  [{}, 10_000],
  [{ connectTimeout: 300_000 }, 300_000],
  [{ connectTimeout: Infinity }, 2 ** 31 - 1],
])) {
  test(`a server that does not answer is given up after ${milliseconds} milliseconds`, async () => {
    Socket.opens = false;
    const [connecting] = await Promise.allSettled([
      connect("http://server", { ...options, ...chosen }),
      (async () => {
        await soon(() => Socket.all.length === 1);
        mock.timers.tick(milliseconds - 1);
        await new Promise((resolve) => setImmediate(resolve));
        assert.equal(Socket.newest.readyState, 1);
        mock.timers.tick(1);
        await soon(() => Socket.newest.readyState === 3);
      })(),
    ]);
    assert.match(String(connecting.status === "rejected" && connecting.reason), /LostError.*does not answer/);
  });
}

test("who signs in may be given longer, too", async () => {
  Socket.answers = () => null;
  const signing = connect("http://server", { ...options, token: "held", connectTimeout: 300_000 });
  Socket.newest.send = () => {};
  await new Promise((resolve) => setImmediate(resolve));
  mock.timers.tick(299_999);
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(Socket.newest.readyState, 1);
  mock.timers.tick(1);
  await assert.rejects(signing, /does not answer/);
});

test("a command that is larger than the server reads is refused before it is sent", async () => {
  const me = await connect("http://server", options);
  await assert.rejects(me.chat.say("lobby", "a".repeat(400)), { code: "too_large" });
  assert.equal(Socket.newest.said.length, 2);
  me.close();
});

test("what is waited for when the client is closed is rejected", async () => {
  const me = await connect("http://server", options);
  const asked = me.ask({ type: "get_account" });
  me.close();
  await assert.rejects(asked, /the client was closed/);
});

test("a server that keeps no decks is not asked about any", async () => {
  const client = await connect("http://localhost", options);
  assert.equal(client.decks.areKeptHere, false);
  assert.deepEqual(await client.decks.list("amiibart"), []);
  await assert.rejects(client.decks.keep({ game: "amiibart", name: "Mine", deck: "vigil" }), /does not save decks/);
  await assert.rejects(client.decks.drop({ game: "amiibart", name: "Mine" }), /does not save decks/);
  assert.deepEqual(
    Socket.newest.said.map(({ type }) => type),
    ["hello", "sign_in"],
  );
  client.close();
});

test("a pause is known as it was told last", async () => {
  const me = await connect("http://server", options);
  /** @type {string[]} */
  const told = [];
  me.on("message", ({ type }) => told.push(type));
  assert.equal(me.isPaused, false);
  Socket.newest.tell({ type: "pause_changed", ref: null, paused: true });
  assert.equal(me.isPaused, true);
  assert.deepEqual(told, ["pause_changed"]);
  Socket.newest.close(1012);
  await soon(() => me.reconnects === 1 && me.connectionState === "open");
  assert.equal(me.isPaused, false, "the newest welcome says so");
  me.close();
});

/** @param {number} milliseconds in turns of the client, each of which does what follows from it */
async function pass(milliseconds) {
  for (let passed = 0; passed < milliseconds; passed += 100) {
    mock.timers.tick(100);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test("the terms that are due are those of the host until they are accepted", async () => {
  Socket.answers = (said) =>
    said.type === "accept_terms"
      ? { type: "account", player: { id: "p", name: "Ada" }, terms_accepted: [{ version: said.terms, at: 1 }] }
      : null;
  const client = await connect("ws://here", options);
  const [socket] = Socket.all;
  socket?.tell({ type: "site_changed", ref: null, site: { name: "Here", terms: "2" } });
  assert.equal(client.signedIn.terms_due, "2");
  socket?.tell({ type: "pause_changed", ref: null, paused: null });
  assert.equal(client.signedIn.terms_due, "2");
  await client.account.acceptTerms("1");
  assert.equal(client.signedIn.terms_due, "2");
  await client.account.acceptTerms("2");
  assert.equal(client.signedIn.terms_due, null);
  client.close();
});

test("a line on which what was asked is not answered is asked whether anybody is there, and left", async () => {
  Socket.silence = 600;
  Socket.answers = ({ type }) => (type === "list_tables" ? { type: "tables", tables: [] } : { type: "pong" });
  const me = await connect("http://server", options);
  const first = Socket.newest;
  await pass(6000);
  assert.deepEqual(
    first.said.map(({ type }) => type),
    ["hello", "sign_in"],
    "no word is due",
  );
  first.isFrozen = true;
  const listing = me.ask({ type: "list_tables" });
  await pass(500);
  assert.deepEqual(first.said.map(({ type }) => type).slice(2), ["list_tables", "ping"]);
  assert.equal(me.connectionState, "open");
  await pass(100);
  assert.equal(me.connectionState, "lost");
  await pass(300);
  assert.equal((await listing).type, "tables");
  assert.equal(me.reconnects, 1);
  me.close();
});

test("who has left a line for its silence waits twice as long on the next one", async () => {
  Socket.silence = 600;
  const me = await connect("http://server", options);
  Socket.newest.isFrozen = true;
  const listing = me.ask({ type: "list_tables" }).catch(() => {});
  await pass(900);
  assert.equal(me.reconnects, 1);
  Socket.newest.isFrozen = true;
  await pass(1100);
  assert.equal(me.connectionState, "open");
  await pass(200);
  assert.equal(me.connectionState, "lost");
  me.close();
  await listing;
});

test("where the newest token is not known the one before is tried", async () => {
  const me = await connect("http://server", options);
  Socket.newest.close(1012);
  await soon(() => me.reconnects === 1 && me.connectionState === "open");
  Socket.unknown = ["token 2"];
  Socket.newest.close(1012);
  await soon(() => me.connectionState === "lost");
  await pass(500);
  assert.deepEqual(
    Socket.newest.said.filter(({ type }) => type === "sign_in").map(({ token }) => token),
    ["token 2", "token 1"],
  );
  assert.equal(me.token, "token 3");
  me.close();
});

test("the names of 0.1.0 still work", async () => {
  const me = await connect("http://server", options);
  assert.equal(me.line, me.connectionState);
  assert.equal(me.talk, me.chat);
  assert.equal(me.standing, me.standings);
});
