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
 * Connect to a server and sign in. Rejects with `LostError` if the server cannot be reached, with `CommandRefused` if
 * it does not accept this player, with `UsageError` for an invalid address or a Node.js older than 22.
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
 * One player's connection to a server. A broken connection is replaced, and nothing is lost by it.
 *
 * All requests reject with `CommandRefused` if the server refuses them, and then nothing has changed; with `LostError`
 * when the connection is lost for good; with `MisunderstoodError` for an answer of the wrong kind; with `UsageError`
 * before the client is connected.
 *
 * The client is an event target: `message` is sent for every message of the server (`detail`), `connection` when the
 * state of the connection has changed (`detail` has `state` and `why`). `on` adds listeners with their types.
 */
export class Client extends EventTarget {
  #connection;
  #matches;
  /** @type {Search | null} */
  #search = null;
  /** Requests about the player's cards, once they are loaded. @type {CollectionRequests | null} */
  #collection = null;
  /** @type {import("./notices.js").NoticeRequests | null} */
  #notices = null;

  /** Notes about recent matches from before their deal. */
  notes;
  /** Requests about the player's account: name, programs, avoided players. */
  account;
  /** Requests about ratings, ladders and played matches. */
  standings;
  /** Requests about tables, and the table list. */
  tables;
  /** Chat in the lobby, at tables and in matches. */
  chat;
  /** Requests over plain HTTP. */
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

  /** Connect and sign in. `connect` calls this. */
  async open() {
    await this.#connection.open();
  }

  /** Close the connection. Commands without an answer are rejected with `LostError`. */
  close() {
    this.#connection.close();
  }

  /** The address of the server. */
  get url() {
    return this.#connection.url;
  }

  /** The server's `welcome`: games and limits. */
  get welcome() {
    const { welcome } = this.#connection;
    if (welcome === null) {
      throw new UsageError("the client is not connected: use `await connect(…)`");
    }
    return welcome;
  }

  /**
   * True if no match begins for now; running matches go on. It follows the server's last message. A change arrives as a
   * `message` of type `pause_changed`.
   */
  get isPaused() {
    return this.welcome.paused ?? false;
  }

  /** This player's public id and name. The id never changes. */
  get player() {
    return this.signedIn.player;
  }

  /** The server's answer to the last sign-in. */
  get signedIn() {
    const { signedIn } = this.#connection;
    if (signedIn === null) {
      throw new UsageError("the client is not signed in: it is not connected, or it uses `signIn: false`");
    }
    return signedIn;
  }

  /** The secret that signs in as this player again. Store it. `renewed` is called with each new one. */
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

  /** Number of reconnects. */
  get reconnects() {
    return this.#connection.reconnects;
  }

  /** Reconnect at once, without the remaining pause. */
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

  /** Return the player's seats, ticket and offer: all that a new device has to know. */
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
   * Open a table, add bots of the house, be ready, and return the match when all players are ready. `bot` names the
   * bot; by default it is the game's usual one. A table with bots has just the seats that are taken, unless `seats`
   * says otherwise. The match of a shipped game has its types: `turn.choices` of `play("density-deck")` are its
   * actions.
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
   * Sit down at a table, be ready, and return the match when all players are ready.
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
   * Be ready at the player's table, and return the match when all players are ready. `ready` is sent again after a
   * reconnect and when the table has changed: a program that calls this agrees to every opponent that the table admits.
   * Use `tables.ready` and `tables.changes` to check the opponents first.
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
   * Follow a match, from the player's own seat if there is one. Ended matches are dropped first if too many are
   * followed. The first update has the events since version `since`, as far back as the server keeps them.
   * @template {string} [Name=string] the game, for its types: `watchMatch<"amfibido">(match)`
   * @param {string} match
   * @param {number | null} [since]
   * @param {{ seat?: number | null }} [eyes] the seat whose view a spectator wants, if all players have agreed to that
   * @returns {Promise<FollowedMatch<TypesOf<Name>>>}
   */
  watchMatch(match, since = null, { seat = null } = {}) {
    return /** @type {Promise<FollowedMatch<any>>} */ (this.#matches.watch(match, since, seat));
  }

  /**
   * Stop following a match.
   * @param {string} match
   */
  unwatchMatch(match) {
    return this.#matches.unwatch(match);
  }

  // Over plain HTTP

  /**
   * Return the description of a game: offer, phrases and schema.
   * @param {string} game
   * @param {number} [rules] a version of its rules, such as `rules` of an update
   */
  game(game, rules) {
    return this.http.get(`/v1/games/${segment(game)}${ofRules(rules)}`);
  }

  /**
   * Return all cards of a game. Rejects with `CommandRefused` if the game has no list of cards.
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
   * Return the rule book of a game as Markdown.
   * @param {string} game
   * @param {number} [rules]
   * @returns {Promise<string>}
   */
  rules(game, rules) {
    return this.http.get(`/v1/games/${segment(game)}/rules${ofRules(rules)}`, { text: true });
  }

  /**
   * Return the transcript of a finished match. That of a private match is only for its players.
   * @param {string} match
   * @returns {Promise<Transcript>}
   */
  transcript(match) {
    return this.http.get(`/v1/matches/${segment(match)}`, { signed: this.token !== null });
  }

  /**
   * Check the transcript of a finished match against the player's notes, and repeat every draw. Return the findings.
   * Rejects with `ForkedError` if the transcript does not follow.
   * @param {string | Pick<FollowedMatch, "match">} of the match: its id, or the result of `play` or `watchMatch`
   * @param {{ transcript?: Transcript, noted?: import("./verify.js").Noted }} [more] a transcript from elsewhere, and
   *   notes from elsewhere, which count before those of this client
   */
  async verify(of, { transcript: given, noted = {} } = {}) {
    const match = typeof of === "string" ? of : of.match;
    const transcript = given ?? (await this.transcript(match));
    if (transcript.match !== match) {
      // a server could otherwise show any other valid match in the place of this one
      throw new ForkedError(match, null, `this is the transcript of another match, ${transcript.match}`);
    }
    const { checkTranscript } = await import("./transcript-check.js"); // most pages never need it
    return checkTranscript(transcript, this.notes, this.#matches.seatIn(match), noted);
  }

  /**
   * Return a replay of a finished match, as a seat saw it, or without a seat as spectators did: a list of moments, each
   * complete by itself.
   * @param {string} match
   * @param {number} [seat]
   */
  replay(match, seat) {
    const whose = seat === undefined ? "" : `?seat=${seat}`;
    return this.http.get(`/v1/matches/${segment(match)}/replay${whose}`, { signed: this.token !== null });
  }

  /** Return the requests about owned cards, packs and trades. */
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

  /** Return the requests about private messages. */
  async conversations() {
    const { ConversationRequests } = await import("./private-messages.js");
    return new ConversationRequests(
      (command) => this.ask(command),
      () => this.welcome,
    );
  }

  /** Return the requests about the players whom this player follows. */
  async following() {
    const { FollowingRequests } = await import("./follow-lists.js");
    return new FollowingRequests(
      (command) => this.ask(command),
      () => this.welcome,
    );
  }

  /** Return the requests about the player's webhooks. */
  async webhooks() {
    const { WebhookRequests } = await import("./webhooks.js");
    return new WebhookRequests(
      (command) => this.ask(command),
      () => this.welcome,
    );
  }

  /** Return the requests about clubs. */
  async clubs() {
    const { ClubRequests } = await import("./clubs.js");
    return new ClubRequests(
      (command) => this.ask(command),
      () => this.welcome,
    );
  }

  /** Return the requests about tournaments. */
  async tournaments() {
    const { TournamentRequests } = await import("./tournaments.js");
    return new TournamentRequests(
      (command) => this.ask(command),
      () => this.welcome,
    );
  }

  /** Return the requests about claim codes. */
  async codes() {
    const { CodeRequests } = await import("./claim-codes.js");
    return new CodeRequests(
      (command) => this.ask(command),
      () => this.welcome,
    );
  }

  /** @param {FromServer} message */
  #received(message) {
    this.chat.receive(message);
    this.tables.receive(message);
    this.#collection?.trades.receive(message);
    this.#notices?.receive(message);
    this.#matches.receive(message);
    switch (message.type) {
      case "ticket_changed":
      case "offer_changed":
        this.#search?.receive(message);
        break;
      case "account": {
        const { signedIn } = this.#connection;
        if (signedIn?.player.id === message.player.id) {
          const { player, terms_accepted: accepted = [] } = message;
          const isAccepted = accepted.at(-1)?.version === signedIn.terms_due;
          this.#connection.signedIn = { ...signedIn, player, ...(isAccepted && { terms_due: null }) }; // the name may be new
        }
        break;
      }
      default:
    }
    this.dispatchEvent(new CustomEvent("message", { detail: message }));
  }

  /**
   * Return the commands to send after a reconnect, for every table and match that is followed.
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
   * Handle the answer to such a command: the present state, or that the server no longer has the table or match.
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
 * Return a name as a segment of a path. A name with an unpaired surrogate cannot exist: it is refused as unknown.
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
