import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { entropyHash } from "../../../javascript/src/notes.js";
import { Claim } from "../../src/connection/claim.js";
import { Session, UNSAID } from "../../src/connection/session.js";
import { act, mayChoose } from "../../src/operations/matches.js";
import { route } from "../../src/router.js";
import { DEFAULTS } from "../../src/settings.js";
import { initial } from "../../src/state/initial.js";
import { Store } from "../../src/state/store.js";
import { learnt } from "../../src/words.js";
import { words } from "../../words/en/match.js";

await learnt(["match"]);

/** A line of the page's, of which the test says what happens on it and when. */
class Socket extends EventTarget {
  /** @type {Socket[]} */
  static all = [];
  OPEN = 1;
  readyState = 0;
  extensions = "";
  /** @type {any[]} */
  said = [];

  constructor() {
    super();
    Socket.all.push(this);
  }

  /** @param {string} frame */
  send(frame) {
    assert.equal(this.readyState, this.OPEN);
    this.said.push(JSON.parse(frame));
  }

  open() {
    this.readyState = 1;
    this.dispatchEvent(new Event("open"));
  }

  /** @param {object} message */
  tell(message) {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) }));
  }

  /** Answer what was said last of this kind. @param {string} type @param {object} message */
  answer(type, message) {
    this.tell({ ref: this.said.findLast((each) => each.type === type)?.ref, ...message });
  }

  /** @param {number} code */
  end(code) {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event("close"), { code, reason: "" }));
  }

  close() {
    this.readyState = 2;
  }

  static get newest() {
    return /** @type {Socket} */ (Socket.all.at(-1));
  }
}

const WELCOME = { type: "welcome", now: 0, limits: { message_bytes: 65_536 }, games: [] };
const SIGNED_IN = { type: "signed_in", player: { id: "p", name: "Ada", kind: "guest" }, token: "t", seats: [] };
const WAY = { steps: [], action: { type: "draw" }, sentence: "" };

/** @param {number} version @param {object} [more] */
function update(version, more = {}) {
  const told = { match: "m", seat: 0, version, since: 0, epoch: 0, at: 0, now: 0, link: String(version), events: [] };
  return {
    type: "update",
    ...told,
    waiting: [{ seat: 0, until: null }],
    choices: [WAY.action],
    result: null,
    view: {},
    ...more,
  };
}

/** Let everything happen that waits for nothing. */
async function settled() {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** A page that plays a match, and what it says in passing. */
async function playing() {
  const store = new Store(
    initial(route("/"), DEFAULTS),
    () => {},
    () => {},
  );
  /** @type {string[]} */
  const noted = [];
  /** @type {unknown[]} */
  const failed = [];
  const session = new Session(store, "http://server", { claim: new Claim(null) });
  const page = {
    store,
    session,
    noted: (/** @type {string} */ text) => void noted.push(text),
    failed: (/** @type {unknown} */ error) => void failed.push(error),
  };
  const opened = session.open();
  await settled();
  const line = Socket.newest;
  line.open();
  await settled();
  line.answer("hello", WELCOME);
  await opened;
  const somebody = session.withPlayer();
  await settled();
  line.answer("sign_in", SIGNED_IN);
  await somebody;
  const followed = session.client.watchMatch("m", 0);
  await settled();
  line.answer("watch_match", update(1));
  await followed;
  const match = () => /** @type {import("../../src/state/initial.js").MatchState} */ (store.state.matches.m);
  const click = () => act(page, match(), WAY);
  return { store, session, line, match, click, noted, failed };
}

/** What happens between the moment in which a line is lost and the one in which all is as before. @type {Record<string, () => void>} */
const HAPPENS = {
  "the socket is closing, and nobody has heard of it": () => Socket.newest.close(),
  "the line is lost": () => Socket.newest.end(1011),
  "another one is asked for": () => mock.timers.tick(250),
  "that takes so long that the page says so": () => mock.timers.tick(UNSAID),
  "it is there, and hello is said": () => Socket.newest.open(),
  "the server says welcome": () => Socket.newest.answer("hello", WELCOME),
  "the player is signed in": () => Socket.newest.answer("sign_in", SIGNED_IN),
  "the match is told as it was": () => Socket.newest.answer("watch_match", update(1)),
  "somebody else has moved": () => Socket.newest.tell(update(2)),
};

/** @returns {Storage} an empty one */
function emptyStorage() {
  /** @type {Map<string, string>} */
  const values = new Map();
  return /** @type {any} */ ({
    getItem: (/** @type {string} */ key) => values.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => values.set(key, value),
    removeItem: (/** @type {string} */ key) => values.delete(key),
  });
}

/** @type {Storage} */
let storage;

beforeEach(() => {
  Socket.all = [];
  storage = emptyStorage();
  Object.assign(globalThis, { WebSocket: Socket });
  for (const name of ["localStorage", "sessionStorage"]) {
    Object.defineProperty(globalThis, name, { value: storage, configurable: true });
  }
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
});

/** Wait until this has been said on a line, and return it. @param {Socket} line @param {string} type */
async function said(line, type) {
  for (;;) {
    const found = line.said.findLast((each) => each.type === type);
    if (found !== undefined) return found;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** A table at which Ada sits. @param {string} stage @param {string | null} [bound] by which hash her entropy */
function gathered(stage, bound = null) {
  const place = {
    player: SIGNED_IN.player,
    ready: bound !== null,
    entropy_hash: bound,
    revealed: false,
    has_deck: false,
  };
  const table = { id: "t", game: "tiny", match: "m", stage, commitment: "c", changed: 1, places: [place], options: {} };
  return { type: "table_changed", table, gone: false, kicked: false };
}

test("who goes on in another window reveals there what was bound in this one", { timeout: 60_000 }, async () => {
  Object.defineProperty(globalThis, "sessionStorage", { value: emptyStorage(), configurable: true });
  const { session, line } = await playing();
  const ready = session.client.tables.ready("t");
  await said(line, "watch_table");
  line.answer("watch_table", gathered("gathering"));
  const bound = (await said(line, "ready")).entropy_hash;
  line.answer("ready", gathered("gathering", bound));
  await ready;
  line.end(4001);
  Object.defineProperty(globalThis, "sessionStorage", { value: emptyStorage(), configurable: true });
  const other = new Session(
    new Store(
      initial(route("/"), DEFAULTS),
      () => {},
      () => {},
    ),
    "http://server",
    { claim: new Claim(null) },
  );
  const opened = other.open();
  await settled();
  const next = Socket.newest;
  next.open();
  await said(next, "hello");
  next.answer("hello", WELCOME);
  await said(next, "sign_in");
  next.answer("sign_in", { ...SIGNED_IN, token: "u" });
  await opened;
  next.tell(gathered("revealing", bound));
  assert.equal(await entropyHash((await said(next, "reveal")).entropy), bound);
});

for (const [clicked, name] of ["nothing has happened yet", ...Object.keys(HAPPENS)].entries()) {
  test(`a click is carried out once that comes when ${name}`, async () => {
    const { store, session, line, match, click, noted, failed } = await playing();
    const happens = Object.values(HAPPENS);
    for (const happen of happens.slice(0, clicked)) {
      happen();
      await settled();
    }
    assert.ok(mayChoose(store.state, match()));
    const done = click();
    assert.deepEqual(match().sent, { action: WAY.action });
    assert.ok(!mayChoose(store.state, match()));
    await click(); // twice, before anything of it is drawn
    for (const happen of happens.slice(clicked)) {
      happen();
      await settled();
      assert.deepEqual(match().sent, { action: WAY.action });
    }
    assert.notEqual(Socket.newest, line);
    const types = Socket.newest.said.map(({ type }) => type);
    assert.deepEqual(types.toSorted(), ["act", "hello", "sign_in", "watch_match"]);
    assert.ok(types.indexOf("act") > types.indexOf("watch_match"));
    const acts = Socket.all.flatMap(({ said }) => said.filter(({ type }) => type === "act"));
    assert.equal(new Set(acts.map(({ ref }) => ref)).size, 1);
    assert.equal(acts.length, clicked === 0 ? 2 : 1);
    Socket.newest.answer("act", update(3));
    await done;
    assert.equal(match().sent, null);
    assert.equal(match().update.version, 3);
    assert.ok(mayChoose(store.state, match()));
    assert.deepEqual([noted, failed], [[], []]);
    session.client.close();
  });
}

for (const code of ["stale", "not_your_turn"]) {
  test(`of a click that came too late is said so: ${code}`, async () => {
    const { store, session, match, click, noted, failed } = await playing();
    const done = click();
    Socket.newest.tell(update(2));
    Socket.newest.answer("act", { type: "refused", code, text: "It is not on offer any more." });
    await done;
    assert.deepEqual([noted, failed], [[words["match.passed"]], []]);
    assert.ok(mayChoose(store.state, match()));
    session.client.close();
  });
}

test("of a click whose line never comes back is said so", async () => {
  const { store, session, match, click, failed } = await playing();
  Socket.newest.end(1011);
  await settled();
  const done = click();
  mock.timers.tick(250);
  await settled();
  Socket.newest.end(4003);
  await settled();
  mock.timers.tick(500);
  await settled();
  Socket.newest.open();
  await settled();
  Socket.newest.answer("hello", WELCOME);
  await settled();
  Socket.newest.end(4003);
  await done;
  assert.equal(failed.length, 1);
  assert.equal(match().sent, null);
  assert.equal(store.state.connection.state, "shut");
  assert.ok(!mayChoose(store.state, match()));
  session.client.close();
});

test("a line that comes back soon is without a word, however often it is lost", async () => {
  const { store, session } = await playing();
  for (let times = 0; times < 3; times += 1) {
    Socket.newest.end(1012);
    await settled();
    mock.timers.tick(UNSAID - 1);
    await settled();
    assert.equal(store.state.connection.state, "lost");
    assert.equal(store.state.connection.isLong, false);
    Socket.newest.open();
    await settled();
    Socket.newest.answer("hello", WELCOME);
    await settled();
    Socket.newest.answer("sign_in", SIGNED_IN);
    await settled();
    assert.equal(store.state.connection.state, "open");
    mock.timers.tick(2);
    assert.equal(store.state.connection.isLong, false);
  }
  session.client.close();
});

test("a line that does not come back soon is said to be lost, and tries that fail do not put that off", async () => {
  const { store, session } = await playing();
  for (let away = 0; away < UNSAID; away += 300) {
    assert.equal(store.state.connection.isLong ?? false, false);
    Socket.newest.end(1006);
    await settled();
    mock.timers.tick(300);
    await settled();
  }
  assert.equal(store.state.connection.isLong, true);
  Socket.newest.end(1006);
  await settled();
  assert.equal(store.state.connection.isLong, true);
  session.client.close();
});
