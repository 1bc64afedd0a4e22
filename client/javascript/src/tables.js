import { answered } from "./answers.js";
import { GoneError } from "./errors.js";
import { bound, entropyHash } from "./notes.js";
import { News } from "./pauses.js";

/** @import { FromServer, LobbyChanged, LobbySnapshot, Place, Table, TableChanged } from "../types/v1.js" */
/** @import { Ask, Command, Fields } from "./answers.js" */
/** @import { ClientError } from "./errors.js" */
/** @import { Notes } from "./notes.js" */

/**
 * Requests about tables, with the fields of the protocol's commands. After a reconnect the client follows the same
 * tables again. All reject with the errors of `Client.ask`.
 */
export class TableRequests {
  #ask;
  #notes;
  /** @type {Map<string, TableChanged>} */
  #tables = new Map();
  /** The commands that enter again the tables with a code or a password. @type {Map<string, Command>} */
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
   * @param {Notes} notes store the knowledge from before a deal
   * @param {() => string | undefined} ownId returns the id of this client's player, if there is one
   */
  constructor(ask, notes, ownId) {
    this.#ask = ask;
    this.#notes = notes;
    this.#ownId = ownId;
  }

  /**
   * Open a table and sit down. An `unlisted` table has an invite code in `code`; one with a `password` needs that
   * password. `deck`, here and below, is the name of a ready deck, a code or a list, in games with decks of players;
   * `CommandRefused.faults` lists everything that is wrong with it.
   * @param {string} game
   * @param {Partial<Omit<Fields<"open_table">, "game">>} [fields]
   */
  open(game, fields = {}) {
    return this.#table({ type: "open_table", game, ...fields });
  }

  /**
   * List the tables, of one game or of all: those of a club, or those of none.
   * @param {string} [game]
   * @param {string} [club]
   */
  async list(game, club) {
    const wanted = { ...(game !== undefined && { game }), ...(club !== undefined && { club }) };
    return (await answered(this.#ask, { type: "list_tables", ...wanted }, "tables")).tables;
  }

  /**
   * Follow the list of tables. This ends an earlier list.
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

  /** Stop following the list. */
  async unwatchLobby() {
    this.#lobby?.end();
    this.#lobby = null;
    await answered(this.#ask, { type: "unwatch_lobby" }, "lobby_unwatched");
  }

  /**
   * Take a seat, or change to another one; without `seat`, the first free one. The `code` of an unlisted table names
   * the table.
   * @param {Partial<Fields<"sit">>} fields
   */
  sit(fields) {
    return this.#enter({ type: "sit", ...fields }, fields);
  }

  /**
   * Leave the player's seat. With a bot's `seat`, remove that bot, as the host.
   * @param {string} table
   * @param {number} [seat]
   */
  stand(table, seat) {
    return this.#table({ type: "stand", table, ...(seat !== undefined && { seat }) });
  }

  /**
   * Remove the player from this seat, as the host.
   * @param {string} table
   * @param {number} seat
   */
  kick(table, seat) {
    return this.#table({ type: "kick", table, seat });
  }

  /**
   * Make another seated player the host, as the host.
   * @param {string} table
   * @param {string} player
   */
  transferHost(table, player) {
    return this.#table({ type: "transfer_host", table, player });
  }

  /**
   * Check a deck without a table: return its form, its code, and everything that is wrong with it.
   * @param {Fields<"read_deck">} fields
   */
  readDeck(fields) {
    return answered(this.#ask, { type: "read_deck", ...fields }, "deck_read");
  }

  /**
   * Add a bot of the house, as the host; without `seat`, on the first free one.
   * @param {string} table
   * @param {Partial<Omit<Fields<"add_bot">, "table">>} [fields]
   */
  addBot(table, fields = {}) {
    return this.#table({ type: "add_bot", table, ...fields });
  }

  /**
   * Be ready. Sent again with another `deck` before the match begins, it changes the deck. Without `entropy` it is
   * drawn here, once for each commitment, so that a reconnect does not change the shuffle. The server gets its hash,
   * and when all players are ready the client reveals it. It is noted in `Client.notes`, to check the transcript. At a
   * table whose spectators see hands during the match, `perspectives` `during` agrees to that; without it the command
   * is refused with `not_agreed`.
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
   * Set the table up for another match after one has ended. Seats move on by one. Decks stay with their players.
   * @param {string} table
   */
  rematch(table) {
    return this.#table({ type: "rematch", table });
  }

  /**
   * Return the present state of a table, and follow its changes.
   * @param {Partial<Fields<"watch_table">>} fields
   */
  watch(fields) {
    return this.#enter({ type: "watch_table", ...fields }, fields);
  }

  /**
   * Yield the present state of a table, and each later one. Rejects with `GoneError` when it is closed, and when the
   * host has kicked this player from a table that is not public: the server sends no more of it.
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
      } else if (isShutOut(newest)) {
        throw new GoneError("the host has kicked you from the table");
      } else if (this.#lost !== null) {
        throw this.#lost;
      } else {
        await this.#news.next();
      }
    }
  }

  /**
   * True if the host has kicked this player, as far as the client knows.
   * @param {string} table
   */
  wasKicked(table) {
    return this.#tables.get(table)?.kicked ?? false;
  }

  /** @param {FromServer} message a message from the server */
  receive(message) {
    if (message.type === "table_changed") {
      const known = this.#tables.get(message.table.id);
      if (known === undefined || message.gone || message.table.changed >= known.table.changed) {
        this.standAt(message);
      }
    } else if (message.type === "lobby_snapshot" || message.type === "lobby_changed") {
      this.#lobby?.receive(message);
    }
  }

  /**
   * Return the commands to send after a reconnect, for every followed table and for the list.
   * @returns {Iterable<Command>}
   */
  *resume() {
    for (const [id, changed] of this.#tables) {
      if (!changed.gone && !isShutOut(changed)) {
        yield this.#entered.get(id) ?? { type: "watch_table", table: id };
      }
    }
    if (this.#lobby !== null) {
      yield this.#lobby.wanted;
    }
  }

  /**
   * Handle the state of a table after a reconnect. It may be older than the known one: the store may have lost changes.
   * @param {TableChanged} answer
   */
  standAt(answer) {
    this.#tables.set(answer.table.id, answer);
    this.#news.notify();
    void this.#reveal(answer.table);
  }

  /**
   * Note the bound hashes of all seats, and reveal this player's share, if it is time for it.
   * @param {Table} table
   */
  async #reveal(table) {
    const { id, match, stage, commitment, places } = table;
    const note = this.#notes.get(match);
    if (stage !== "revealing" || note?.commitment !== commitment || this.#revealing.has(match)) {
      return;
    }
    this.#revealing.add(match);
    // Only the player's own place counts: a server could show its hash at an accomplice's place and another hash here.
    const own = places.find((place) => place.player?.id === this.#ownId());
    if (own === undefined || own.revealed === true || own.entropy_hash !== (await entropyHash(note.entropy))) {
      this.#revealing.delete(match);
      return;
    }
    this.#notes.bind(table);
    // no caller waits for it: its outcome arrives with the table
    await this.#table({ type: "reveal", table: id, entropy: note.entropy }).catch(() => undefined);
    this.#revealing.delete(match); // a store that forgets asks once more
  }

  /**
   * Handle that the server, after a reconnect, no longer has this table.
   * @param {string} table
   */
  part(table) {
    const known = this.#tables.get(table);
    if (known !== undefined) {
      this.standAt({ ...known, gone: true });
    }
  }

  /** @param {ClientError} error the reason why no more messages will come */
  fail(error) {
    this.#lost = error;
    this.#news.notify();
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
 * True if this match is still to begin at the table, or its entropy is being revealed. Throws `GoneError` if its deal
 * was refused.
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
 * Return the place of a player at a table; `undefined` without one.
 * @param {string} player
 * @param {Table} table
 * @returns {Place | undefined}
 */
export function placeOf(player, table) {
  return table.places.find((place) => place.player?.id === player);
}

/** The present state of the requested tables. */
export class LiveList {
  /** @type {Map<string, Table>} */
  #tables = new Map();
  #news = new News();
  /** @type {ClientError | null} */
  #lost = null;
  #isOver = false;

  /** @param {Command} wanted the command to send again after a reconnect */
  constructor(wanted) {
    this.wanted = wanted;
    /** Number of signed-in players, roughly, in the server's last message. */
    this.online = 0;
  }

  /** All tables, those with the newest changes first. */
  get tables() {
    return [...this.#tables.values()].reverse();
  }

  /**
   * Yield all tables, now and after every change, until the list ends or another one replaces it. Rejects with
   * `LostError` when the connection is lost for good.
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

  /** @param {LobbySnapshot | LobbyChanged} told a message from the server */
  receive(told) {
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
    this.#news.notify();
  }

  /** Mark the list as no longer followed. */
  end() {
    this.#isOver = true;
    this.#news.notify();
  }

  /** @param {ClientError} error the reason why no more messages will come */
  fail(error) {
    this.#lost = error;
    this.#news.notify();
  }
}

/**
 * True if the server sends nothing more of a table to this player, whom the host has kicked.
 * @param {TableChanged} changed
 */
function isShutOut({ kicked, table }) {
  return kicked === true && table.access !== "public";
}
