import { AccountRequests, DeckRequests } from "./account.js";
import { answered } from "./answers.js";
import { ChatRequests } from "./chat.js";
import { Connection } from "./connection.js";
import { ClientError, ForkedError, GoneError, UsageError } from "./errors.js";
import { FollowedMatches } from "./followed-matches.js";
import { HttpRequests } from "./http.js";
import { Notes } from "./notes.js";
import { StandingsRequests } from "./standings.js";
import { beginsWith, placeOf, TableRequests } from "./tables.js";

/** @import { Catalogue, FromServer, Lesson, SoughtGame, Transcript } from "../types/v1.js" */
/** @import { Command, Fields } from "./answers.js" */
/** @import { CollectionRequests } from "./collection.js" */
/** @import { ConnectionState, Options } from "./connection.js" */
/** @typedef {{ state: ConnectionState, why: Error | null }} ConnectionChange */
/** @import { FollowedMatch, TypesOf } from "./followed-match.js" */
/** @import { Search } from "./search.js" */

const NO_QUOTA = new Set(["unavailable"]);

/**
 * Connect to a server and sign in. Rejects with `LostError` if it cannot be reached, with `CommandRefused` if it does not
 * let this player in, with `UsageError` for what is no address, and where Node.js is older than 22.
 *
 * @example
 * const me = await connect("http://127.0.0.1:8765", { name: "Ada" });
 * const match = await me.play("density-deck", { bots: 3 });
 * for await (const turn of match.turns()) {
 *   await turn.act(turn.choices[0]);
 * }
 * me.close();
 *
 * @param {string | URL} url the server's address, as a browser would open it
 * @param {Options} [options]
 * @returns {Promise<Client>}
 */
export async function connect(url, options = {}) {
  const client = new Client(url, options);
  await client.open();
  return client;
}

/**
 * One player's side of a server.
 *
 * A line that breaks is taken up again, and nothing is lost by it. Whatever asks the server something rejects with
 * `CommandRefused` when the server refuses it, and then nothing has changed; with `LostError` when the connection is gone for good;
 * with `MisunderstoodError` for an answer that does not fit; with `UsageError` before it is connected.
 *
 * It is an event target: `message` is told with every message of the server (`detail`), `line` when the connection has changed
 * (`detail` has `state` and `why`). `on` listens to them with their types.
 */
export class Client extends EventTarget {
  #connection;
  #matches;
  /** @type {Search | null} */
  #search = null;
  /** What is asked about cards that one owns, once it is wanted. @type {CollectionRequests | null} */
  #collection = null;
  /** @type {import("./notices.js").NoticeRequests | null} */
  #notices = null;

  /** What was known before the deal of the matches that began last. */
  notes;
  /** Who this player is: an account, programs, whom to keep away from. */
  account;
  /** Ratings, ladders and played matches. */
  standings;
  /** What is done at tables, and the list of them. */
  tables;
  /** Chat in the lobby, at tables and in matches. */
  chat;
  /** What the server gives over plain HTTP. */
  http;

  /**
   * @param {string | URL} url
   * @param {Options} [options]
   */
  constructor(url, options = {}) {
    super();
    this.#connection = new Connection(url, options, {
      received: (message) => this.#received(message),
      resume: () => this.#resume(),
      resumed: (command, answer) => this.#resumed(command, answer),
      isPlaying: () => this.#matches.isPlaying,
      failed: (error) => this.#failed(error),
      changed: (state, why) => {
        for (const name of ["connection", "line"])
          this.dispatchEvent(new CustomEvent(name, { detail: { state, why } }));
      },
    });
    /** @param {Command} command */
    const ask = (command) => this.ask(command);
    /** @param {Command} command */
    const askNow = (command) => this.#connection.ask(command, NO_QUOTA);
    this.account = new AccountRequests(ask);
    this.decks = new DeckRequests(ask, () => this.welcome);
    this.standings = new StandingsRequests(ask);
    this.notes = new Notes(options.noteStore ?? null);
    this.tables = new TableRequests(ask, this.notes, () => this.#connection.signedIn?.player.id);
    this.chat = new ChatRequests(ask, askNow);
    this.#matches = new FollowedMatches(ask, () => this.#connection.freshRef(), this.notes);
    this.http = new HttpRequests(this.#connection.url, {
      ...(options.fetch && { fetch: options.fetch }),
      ...(options.language && { language: options.language }),
      token: () => this.#connection.token,
    });
  }

  /** Connect and sign in; `connect` does. */
  async open() {
    await this.#connection.open();
  }

  /** Hang up. Whatever has no answer yet is rejected with `LostError`. */
  close() {
    this.#connection.close();
  }

  /** Where the server is. */
  get url() {
    return this.#connection.url;
  }

  /** What the server said of itself: games, limits. */
  get welcome() {
    const { welcome } = this.#connection;
    if (welcome === null) {
      throw new UsageError("the client is not connected: use `await connect(…)`");
    }
    return welcome;
  }

  /** Whether no match begins for now, as the server said last; those that run go on. `pause_changed` is told as a `message`. */
  get isPaused() {
    return this.welcome.paused ?? false;
  }

  /** Who this client is to others: an id that stays, and a name. */
  get player() {
    return this.signedIn.player;
  }

  /** What the server said when this client signed in last. */
  get signedIn() {
    const { signedIn } = this.#connection;
    if (signedIn === null) {
      throw new UsageError("the client is not signed in: it is not connected, or it uses `signIn: false`");
    }
    return signedIn;
  }

  /** The secret to be this player again later; keep it. `renewed` is told each new one. */
  get token() {
    return this.#connection.token;
  }

  /** State of the connection: `opening`, `open`, `lost` while the client reconnects, `shut` for good. */
  get connectionState() {
    return this.#connection.state;
  }

  /** @deprecated since 0.2.0: use `connectionState`. */
  get line() {
    return this.connectionState;
  }

  /** @deprecated since 0.2.0: use `chat`. */
  get talk() {
    return this.chat;
  }

  /** @deprecated since 0.2.0: use `standings`. */
  get standing() {
    return this.standings;
  }

  /** How often the connection was taken up again. */
  get reconnects() {
    return this.#connection.reconnects;
  }

  /** Try at once to take a broken line up again, rather than after a pause. */
  wake() {
    this.#connection.wake();
  }

  /**
   * Listen to messages or to the state of the connection; return a function that ends it. `line` is the former name of
   * `connection`, deprecated since 0.2.0.
   * @template {"message" | "connection" | "line"} Name
   * @param {Name} name
   * @param {(detail: { message: FromServer, connection: ConnectionChange, line: ConnectionChange }[Name]) => void} listener
   */
  on(name, listener) {
    /** @param {Event} event */
    const hear = (event) => listener(/** @type {CustomEvent} */ (event).detail);
    this.addEventListener(name, hear);
    return () => this.removeEventListener(name, hear);
  }

  /**
   * Send any command and return its answer, across reconnects.
   * @param {Command} command
   * @returns {Promise<FromServer>}
   */
  ask(command) {
    return this.#connection.ask(command);
  }

  /** Return where this player sits, what they seek, and what they are offered: all that a new device has to know. */
  seats() {
    return answered((command) => this.ask(command), { type: "get_seats" }, "seats");
  }

  // Quick match

  /**
   * Find opponents for the first of these games that has enough players.
   * @param {string | readonly (string | SoughtGame)[]} games
   * @param {Partial<Omit<Fields<"seek">, "games">>} [fields]
   */
  async seek(games, fields = {}) {
    const { Search, sought } = await import("./search.js"); // not everybody seeks, and a page waits for all that it imports
    const search = new Search(
      (command) => this.ask(command),
      this.tables,
      (match, since) => this.watchMatch(match, since),
      this.notes,
    );
    this.#search = search;
    await search.begin({ games: sought(typeof games === "string" ? [games] : games), time_limit: 30_000, ...fields });
    return search;
  }

  // Matches

  /**
   * Open a table, let bots of the house sit down, be ready, and return the match when everybody is. `bot` says which;
   * without it, it is the game's usual one. With bots, the table has just the seats that it takes, unless `seats` says
   * otherwise. The match of a shipped game has its types: `turn.choices` of `play("density-deck")` are its actions.
   * @template {string} Name
   * @param {Name} game
   * @param {Partial<Omit<Fields<"open_table">, "game">> & { bots?: number, bot?: string }} [fields]
   * @returns {Promise<FollowedMatch<TypesOf<Name>>>}
   */
  async play(game, { bots = 0, bot, ...fields } = {}) {
    const table = await this.tables.open(game, { ...(bots > 0 && { seats: bots + 1 }), ...fields });
    for (let number = 0; number < bots; number += 1) {
      await this.tables.addBot(table.id, bot === undefined ? {} : { bot });
    }
    return this.begin(table.id);
  }

  /**
   * Sit down at a table, be ready, and return the match when everybody is.
   * @template {string} [Name=string] the game, for its types: `join<"amfibido">(table)`
   * @param {string} table
   * @param {Partial<Fields<"sit">>} [fields]
   * @returns {Promise<FollowedMatch<TypesOf<Name>>>}
   */
  async join(table, fields = {}) {
    await this.tables.sit({ table, ...fields });
    return this.begin(table);
  }

  /**
   * Be ready at a table where one sits, and return the match when everybody is. `ready` is sent again when the connection
   * was lost and when the table has changed: a program that begins a match agrees to every opponent whom the table lets in.
   * Use `tables.ready` and `tables.changes` to look at them first.
   * @template {string} [Name=string] the game, for its types: `begin<"amfibido">(table)`
   * @param {string} table
   * @param {{ entropy?: string | null, deck?: string | null, perspectives?: "during" | "after" | null }} [fields]
   * @returns {Promise<FollowedMatch<TypesOf<Name>>>}
   */
  async begin(table, fields = {}) {
    const { match } = await this.tables.ready(table, fields);
    for await (const newest of this.tables.changes(table)) {
      if (!beginsWith(match, newest)) {
        break;
      }
      const own = placeOf(this.player.id, newest);
      if (own === undefined) {
        const wasKicked = this.tables.wasKicked(table);
        throw new GoneError(wasKicked ? "the host has kicked you from your seat" : "the seat was given up");
      }
      if (!own.ready && newest.stage === "gathering") {
        await this.tables.ready(table, fields.perspectives ? { perspectives: fields.perspectives } : {});
      }
    }
    return this.watchMatch(match, 0);
  }

  /**
   * Follow a match, from one's own seat if one has one there. Matches that have ended are let go for it. The first update
   * tells what has happened after version `since`, as far back as the server goes.
   * @template {string} [Name=string] the game, for its types: `watchMatch<"amfibido">(match)`
   * @param {string} match
   * @param {number | null} [since]
   * @param {{ seat?: number | null }} [eyes] as a spectator, through whose eyes, where all who play have agreed to that
   * @returns {Promise<FollowedMatch<TypesOf<Name>>>}
   */
  watchMatch(match, since = null, { seat = null } = {}) {
    return /** @type {Promise<FollowedMatch<any>>} */ (this.#matches.watch(match, since, seat));
  }

  /**
   * Follow a match no longer.
   * @param {string} match
   */
  unwatchMatch(match) {
    return this.#matches.unwatch(match);
  }

  // Over plain HTTP

  /**
   * Return a game's offer, phrases and schema.
   * @param {string} game
   * @param {number} [rules] under this version of its rules, as `rules` of an update says it
   */
  game(game, rules) {
    return this.http.get(`/v1/games/${segment(game)}${ofRules(rules)}`);
  }

  /**
   * Return all cards of a game. Rejects with `CommandRefused` if it has none to list.
   * @param {string} game
   * @param {number} [rules]
   * @returns {Promise<Catalogue>}
   */
  cards(game, rules) {
    return this.http.get(`/v1/games/${segment(game)}/cards${ofRules(rules)}`);
  }

  /**
   * Return the lesson of a game, a guided first match. Rejects with `CommandRefused` if it has none.
   * @param {string} game
   * @returns {Promise<Lesson>}
   */
  lesson(game) {
    return this.http.get(`/v1/games/${segment(game)}/lesson`);
  }

  /**
   * Return a game's rule book, as Markdown.
   * @param {string} game
   * @param {number} [rules]
   * @returns {Promise<string>}
   */
  rules(game, rules) {
    return this.http.get(`/v1/games/${segment(game)}/rules${ofRules(rules)}`, { text: true });
  }

  /**
   * Return the transcript of a match that has ended. One that was closed is for those who sat in it.
   * @param {string} match
   * @returns {Promise<Transcript>}
   */
  transcript(match) {
    return this.http.get(`/v1/matches/${segment(match)}`, { signed: this.token !== null });
  }

  /**
   * Hold the transcript of a match that has ended against what was noted and told of it, and make every draw again; gives what
   * was found. Rejects with `ForkedError` if it does not follow.
   * @param {string | Pick<FollowedMatch, "match">} of which match: its id, or what `play` and `watchMatch` have given
   * @param {{ transcript?: Transcript, noted?: import("./verify.js").Noted }} [more] a transcript from elsewhere; what was noted
   *   elsewhere, which counts before what this client noted
   */
  async verify(of, { transcript: given, noted = {} } = {}) {
    const match = typeof of === "string" ? of : of.match;
    const transcript = given ?? (await this.transcript(match));
    if (transcript.match !== match) {
      // or any match that follows could be shown for this one
      throw new ForkedError(match, null, `this is the transcript of another match, ${transcript.match}`);
    }
    const { checkTranscript } = await import("./transcript-check.js"); // most pages never need it
    return checkTranscript(transcript, this.notes, this.#matches.seatIn(match), noted);
  }

  /**
   * Return a match that has ended as one seat saw it, or, without a seat, as spectators did: a row of moments, each of which
   * stands alone.
   * @param {string} match
   * @param {number} [seat]
   */
  replay(match, seat) {
    const whose = seat === undefined ? "" : `?seat=${seat}`;
    return this.http.get(`/v1/matches/${segment(match)}/replay${whose}`, { signed: this.token !== null });
  }

  /** Return what is asked about the copies of cards that one owns, about packs and about trades. */
  async collection() {
    const { CollectionRequests } = await import("./collection.js"); // few pages need it, and a page waits for all it imports
    this.#collection ??= new CollectionRequests(
      (command) => this.ask(command),
      () => this.welcome,
    );
    return this.#collection;
  }

  /** Return the requests about the player's notices. */
  async notices() {
    const { NoticeRequests } = await import("./notices.js");
    this.#notices ??= new NoticeRequests(
      (command) => this.ask(command),
      () => this.welcome,
    );
    return this.#notices;
  }

  /** Return the requests about challenges. */
  async challenges() {
    const { ChallengeRequests } = await import("./challenges.js");
    return new ChallengeRequests(
      (command) => this.ask(command),
      () => this.welcome,
      () => this.notices(),
      (match) => this.watchMatch(match, 0),
    );
  }

  /** Return what is asked about claim codes. */
  async codes() {
    const { CodeRequests } = await import("./claim-codes.js");
    return new CodeRequests(
      (command) => this.ask(command),
      () => this.welcome,
    );
  }

  /** @param {FromServer} message */
  #received(message) {
    this.chat.tell(message);
    this.tables.tell(message);
    this.#collection?.trades.tell(message);
    this.#notices?.tell(message);
    this.#matches.tell(message);
    switch (message.type) {
      case "ticket_changed":
      case "offer_changed":
        this.#search?.tell(message);
        break;
      case "account": {
        const { signedIn } = this.#connection;
        if (signedIn?.player.id === message.player.id) {
          this.#connection.signedIn = { ...signedIn, player: message.player }; // it may have another name now
        }
        break;
      }
      default:
    }
    this.dispatchEvent(new CustomEvent("message", { detail: message }));
  }

  /**
   * Return what to say when the connection is up again: go on with every table and match that is followed.
   * @returns {Iterable<Command>}
   */
  *#resume() {
    yield* this.tables.resume();
    yield* this.#matches.resume();
    yield* this.chat.resume();
    yield* this.#collection?.trades.resume() ?? [];
    yield* this.#notices?.resume() ?? [];
  }

  /**
   * Take in how what was followed stands after a reconnect, or that the server does not have it any more.
   * @param {Command} command
   * @param {FromServer} answer
   */
  #resumed(command, answer) {
    if (answer.type === "refused" && command.type === "watch_table" && command.table) {
      this.tables.part(command.table);
    } else if (answer.type === "refused" && command.type === "watch_match") {
      this.#matches.part(command.match, answer.text);
    } else if (answer.type === "update") {
      this.#matches.standAt(answer);
    } else if (answer.type === "table_changed") {
      this.tables.standAt(answer);
    } else if (answer.type === "trades") {
      this.#collection?.trades.standAt(answer);
    } else if (answer.type === "notices") {
      this.#notices?.standAt(answer);
    }
  }

  /** @param {ClientError} error */
  #failed(error) {
    this.tables.fail(error);
    this.#search?.fail(error);
    this.chat.fail(error);
    this.#collection?.trades.fail(error);
    this.#notices?.fail(error);
    this.#matches.fail(error);
  }
}

/**
 * Return a name as a part of a path. Of half a character there is none: the server says that nothing is called so.
 * @param {string} name
 */
function segment(name) {
  return encodeURIComponent(String(name).toWellFormed());
}

/**
 * @param {number | undefined} rules
 */
function ofRules(rules) {
  return rules === undefined ? "" : `?rules=${rules}`;
}
