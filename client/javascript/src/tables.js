import { answered } from "./answers.js";
import { GoneError } from "./errors.js";
import { bound, entropyHash } from "./notes.js";
import { News } from "./pauses.js";

/** @import { FromServer, LobbyChanged, LobbySnapshot, Place, Table, TableChanged } from "../types/v1.js" */
/** @import { Ask, Command, Fields } from "./answers.js" */
/** @import { ClientError } from "./errors.js" */
/** @import { Notes } from "./notes.js" */

/**
 * What a client does at tables, with the fields of the protocol's commands. What is followed is followed again after a
 * reconnect. Everything rejects with what `Client.ask` rejects with.
 */
export class TableRequests {
  #ask;
  #notes;
  /** @type {Map<string, TableChanged>} */
  #tables = new Map();
  /** How to come again to the tables that took a code or a password. @type {Map<string, Command>} */
  #entered = new Map();
  /** The matches whose entropy is being revealed. @type {Set<string>} */
  #revealing = new Set();
  #news = new News();
  #ownId;
  /** @type {LiveList | null} */
  #lobby = null;
  /** @type {ClientError | null} */
  #lost = null;

  /**
   * @param {Ask} ask
   * @param {Notes} notes take what is known before a deal
   * @param {() => string | undefined} ownId returns the player of this client, if there is one
   */
  constructor(ask, notes, ownId) {
    this.#ask = ask;
    this.#notes = notes;
    this.#ownId = ownId;
  }

  /**
   * Open a table and sit down. An `unlisted` one has an invite code in `code`; one with a `password` needs that said.
   * `deck`, here and below, is a ready deck's name, a code or a list, in games that players bring decks to;
   * `CommandRefused.faults` says everything that is wrong with it.
   * @param {string} game
   * @param {Partial<Omit<Fields<"open_table">, "game">>} [fields]
   */
  open(game, fields = {}) {
    return this.#table({ type: "open_table", game, ...fields });
  }

  /**
   * List the tables, of one game or of all.
   * @param {string} [game]
   */
  async list(game) {
    return (await answered(this.#ask, { type: "list_tables", ...(game !== undefined && { game }) }, "tables")).tables;
  }

  /**
   * Follow the list of tables. A list that was followed before ends with that.
   * @param {Partial<Fields<"watch_lobby">>} [filters]
   */
  async watchLobby(filters = {}) {
    /** @type {Command} */
    const wanted = { type: "watch_lobby", ...filters };
    const followed = new LiveList(wanted);
    const before = this.#lobby;
    this.#lobby = followed; // before it is answered: changes may follow at once
    try {
      await answered(this.#ask, wanted, "lobby_snapshot");
    } catch (error) {
      this.#lobby = before;
      throw error;
    }
    before?.end();
    return followed;
  }

  /** Follow the list no longer. */
  async unwatchLobby() {
    this.#lobby?.end();
    this.#lobby = null;
    await answered(this.#ask, { type: "unwatch_lobby" }, "lobby_unwatched");
  }

  /**
   * Take a seat, or change to another one; the first that is free without `seat`. The `code` of an unlisted table says
   * which one it is.
   * @param {Partial<Fields<"sit">>} fields
   */
  sit(fields) {
    return this.#enter({ type: "sit", ...fields }, fields);
  }

  /**
   * Give the own seat up, or, with a bot's `seat`, as the host, take that bot away.
   * @param {string} table
   * @param {number} [seat]
   */
  stand(table, seat) {
    return this.#table({ type: "stand", table, ...(seat !== undefined && { seat }) });
  }

  /**
   * As the host, take whoever sits there away from the seat.
   * @param {string} table
   * @param {number} seat
   */
  kick(table, seat) {
    return this.#table({ type: "kick", table, seat });
  }

  /**
   * As the host, let somebody else who sits there be the host.
   * @param {string} table
   * @param {string} player
   */
  transferHost(table, player) {
    return this.#table({ type: "transfer_host", table, player });
  }

  /**
   * Judge a deck without a table: what it is, its code, and everything that is wrong with it.
   * @param {Fields<"read_deck">} fields
   */
  readDeck(fields) {
    return answered(this.#ask, { type: "read_deck", ...fields }, "deck_read");
  }

  /**
   * As the host, let a bot of the house sit down; on the first seat that is free without `seat`.
   * @param {string} table
   * @param {Partial<Omit<Fields<"add_bot">, "table">>} [fields]
   */
  addBot(table, fields = {}) {
    return this.#table({ type: "add_bot", table, ...fields });
  }

  /**
   * Be ready; said once more with another `deck`, until the match begins, it changes the deck.
   *
   * Without `entropy` it is drawn here, once for each commitment: a connection that breaks in between does not shuffle anew.
   * The server is told its hash, and when everybody is ready it is revealed by itself. It is noted in `Client.notes`, to
   * hold the transcript against.
   *
   * Where spectators see hands while they are played, `perspectives` `during` agrees to that; without it that is refused there
   * with `not_agreed`.
   * @param {string} table
   * @param {{ entropy?: string | null, deck?: string | null, perspectives?: "during" | "after" | null }} [fields]
   */
  async ready(table, { entropy, deck, perspectives } = {}) {
    const known = this.#tables.get(table)?.table ?? (await this.watch({ table }));
    const share = await bound(() => this.#notes.entropy(known.match, known.commitment, entropy ?? null));
    const said = { ...(deck !== undefined && { deck }), ...(perspectives && { perspectives }) };
    return this.#table({ type: "ready", table, ...share, ...said });
  }

  /**
   * Set the table up for another match after one that has ended, with seats moved on by one. Decks stay with their players.
   * @param {string} table
   */
  rematch(table) {
    return this.#table({ type: "rematch", table });
  }

  /**
   * Return a table as it stands now, and keep being told of its changes.
   * @param {Partial<Fields<"watch_table">>} fields
   */
  watch(fields) {
    return this.#enter({ type: "watch_table", ...fields }, fields);
  }

  /**
   * Return a table as it stands now and after every change. Rejects with `GoneError` when it is closed.
   * @param {string} table
   * @returns {AsyncGenerator<Table, never, undefined>}
   */
  async *changes(table) {
    let changed = -1;
    if (!this.#tables.has(table)) {
      await this.watch({ table });
    }
    for (;;) {
      const newest = this.#tables.get(table);
      if (newest === undefined || newest.gone) {
        const isBroken = newest?.table.stage === "revealing";
        throw new GoneError(isBroken ? "the server could not start the match" : "the table was closed");
      }
      if (newest.table.changed > changed) {
        changed = newest.table.changed;
        yield newest.table;
      } else if (this.#lost !== null) {
        throw this.#lost;
      } else {
        await this.#news.next();
      }
    }
  }

  /**
   * Whether the host has kicked this player, as far as was told last.
   * @param {string} table
   */
  wasKicked(table) {
    return this.#tables.get(table)?.kicked ?? false;
  }

  /** @param {FromServer} message what the server says */
  tell(message) {
    if (message.type === "table_changed") {
      const known = this.#tables.get(message.table.id);
      if (known === undefined || message.gone || message.table.changed >= known.table.changed) {
        this.standAt(message);
      }
    } else if (message.type === "lobby_snapshot" || message.type === "lobby_changed") {
      this.#lobby?.tell(message);
    }
  }

  /**
   * Return what to say when the connection is up again: go on with every table, and the list, that is followed.
   * @returns {Iterable<Command>}
   */
  *resume() {
    for (const [id, changed] of this.#tables) {
      if (!changed.gone) {
        yield this.#entered.get(id) ?? { type: "watch_table", table: id };
      }
    }
    if (this.#lobby !== null) {
      yield this.#lobby.wanted;
    }
  }

  /**
   * Take in how a table stands after a reconnect, though what was known may be newer: the store may forget.
   * @param {TableChanged} answer
   */
  standAt(answer) {
    this.#tables.set(answer.table.id, answer);
    this.#news.tell();
    void this.#reveal(answer.table);
  }

  /**
   * Note to what all seats are bound, and reveal what this player has bound, if it is time for it.
   * @param {Table} table
   */
  async #reveal(table) {
    const { id, match, stage, commitment, places } = table;
    const note = this.#notes.get(match);
    if (stage !== "revealing" || note?.commitment !== commitment || this.#revealing.has(match)) {
      return;
    }
    this.#revealing.add(match);
    // At one's own place alone: a server could show the hash at an accomplice's and another one here.
    const own = places.find((place) => place.player?.id === this.#ownId());
    if (own === undefined || own.revealed === true || own.entropy_hash !== (await entropyHash(note.entropy))) {
      this.#revealing.delete(match);
      return;
    }
    this.#notes.bind(table);
    // nobody waits for it: what becomes of it is told at the table
    await this.#table({ type: "reveal", table: id, entropy: note.entropy }).catch(() => undefined);
    this.#revealing.delete(match); // a store that forgets asks once more
  }

  /**
   * Take in that the server, after a reconnect, does not have this table any more.
   * @param {string} table
   */
  part(table) {
    const known = this.#tables.get(table);
    if (known !== undefined) {
      this.standAt({ ...known, gone: true });
    }
  }

  /** @param {ClientError} error why nothing will be told any more */
  fail(error) {
    this.#lost = error;
    this.#news.tell();
    this.#lobby?.fail(error);
  }

  /**
   * @param {Command} command
   * @param {{ code?: string | null, password?: string | null }} key
   */
  async #enter(command, { code, password }) {
    const table = await this.#table(command);
    if ((code ?? password ?? null) !== null) {
      this.#entered.set(table.id, {
        type: "watch_table",
        table: table.id,
        ...(code && { code }),
        ...(password && { password }),
      });
    }
    return table;
  }

  /** @param {Command} command */
  async #table(command) {
    return (await answered(this.#ask, command, "table_changed")).table;
  }
}

/**
 * Whether this match is being gathered for at the table still, or entropy for it revealed. Throws `GoneError` if its deal was
 * refused.
 * @param {string} match
 * @param {Table} table
 */
export function beginsWith(match, table) {
  if (table.refused?.match === match) {
    const names = table.refused.missing.map((seat) => table.refused?.players[seat]?.name).join(", ");
    const why = names === "" ? "the server could not deal as announced" : `entropy was not revealed in time: ${names}`;
    throw new GoneError(`the deal was cancelled, because ${why}`);
  }
  return table.match === match && (table.stage === "gathering" || table.stage === "revealing");
}

/**
 * Return the place of a player at a table, if they sit there.
 * @param {string} player
 * @param {Table} table
 * @returns {Place | undefined}
 */
export function placeOf(player, table) {
  return table.places.find((place) => place.player?.id === player);
}

/** The tables that were asked for, as they stand now. */
export class LiveList {
  /** @type {Map<string, Table>} */
  #tables = new Map();
  #news = new News();
  /** @type {ClientError | null} */
  #lost = null;
  #isOver = false;

  /** @param {Command} wanted what to ask for again after a reconnect */
  constructor(wanted) {
    this.wanted = wanted;
    /** About how many players were signed in when the server said something last. */
    this.online = 0;
  }

  /** All of them, those that have changed last first. */
  get tables() {
    return [...this.#tables.values()].reverse();
  }

  /**
   * Return all tables as they stand now and after every change, until the list is followed no more or another one has
   * replaced it. Rejects with `LostError` when the connection is gone for good.
   * @returns {AsyncGenerator<Table[], void, undefined>}
   */
  async *changes() {
    while (!this.#isOver) {
      if (this.#lost !== null) {
        throw this.#lost;
      }
      const next = this.#news.next();
      yield this.tables;
      await next;
    }
  }

  /** @param {LobbySnapshot | LobbyChanged} told what the server tells */
  tell(told) {
    this.online = told.online ?? 0;
    if (told.type === "lobby_snapshot") {
      this.#tables = new Map([...told.tables].reverse().map((table) => [table.id, table]));
    } else {
      for (const table of told.gone ?? []) {
        this.#tables.delete(table);
      }
      for (const changed of told.tables ?? []) {
        this.#tables.delete(changed.id);
        this.#tables.set(changed.id, changed);
      }
    }
    this.#news.tell();
  }

  /** Take in that it is not followed any more. */
  end() {
    this.#isOver = true;
    this.#news.tell();
  }

  /** @param {ClientError} error why nothing more will be told */
  fail(error) {
    this.#lost = error;
    this.#news.tell();
  }
}
