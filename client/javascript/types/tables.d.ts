import type { FromServer, LobbyChanged, LobbySnapshot, Place, Table, TableChanged } from "../types/v1.js";
import type { Ask, Command, Fields } from "./answers.js";
import type { ClientError } from "./errors.js";
import type { Notes } from "./notes.js";
/** @import { FromServer, LobbyChanged, LobbySnapshot, Place, Table, TableChanged } from "../types/v1.js" */
/** @import { Ask, Command, Fields } from "./answers.js" */
/** @import { ClientError } from "./errors.js" */
/** @import { Notes } from "./notes.js" */
/**
 * What a client does at tables, with the fields of the protocol's commands. What is followed is followed again after a
 * reconnect. Everything rejects with what `Client.ask` rejects with.
 */
export declare class TableRequests {
    #private;
    /**
     * @param {Ask} ask
     * @param {Notes} notes take what is known before a deal
     * @param {() => string | undefined} ownId returns the player of this client, if there is one
     */
    constructor(ask: Ask, notes: Notes, ownId: () => string | undefined);
    /**
     * Open a table and sit down. An `unlisted` one has an invite code in `code`; one with a `password` needs that said.
     * `deck`, here and below, is a ready deck's name, a code or a list, in games that players bring decks to;
     * `CommandRefused.faults` says everything that is wrong with it.
     * @param {string} game
     * @param {Partial<Omit<Fields<"open_table">, "game">>} [fields]
     */
    open(game: string, fields?: Partial<Omit<Fields<"open_table">, "game">>): Promise<Table>;
    /**
     * List the tables, of one game or of all.
     * @param {string} [game]
     */
    list(game?: string): Promise<Table[]>;
    /**
     * Follow the list of tables. A list that was followed before ends with that.
     * @param {Partial<Fields<"watch_lobby">>} [filters]
     */
    watchLobby(filters?: Partial<Fields<"watch_lobby">>): Promise<LiveList>;
    /** Follow the list no longer. */
    unwatchLobby(): Promise<void>;
    /**
     * Take a seat, or change to another one; the first that is free without `seat`. The `code` of an unlisted table says
     * which one it is.
     * @param {Partial<Fields<"sit">>} fields
     */
    sit(fields: Partial<Fields<"sit">>): Promise<Table>;
    /**
     * Give the own seat up, or, with a bot's `seat`, as the host, take that bot away.
     * @param {string} table
     * @param {number} [seat]
     */
    stand(table: string, seat?: number): Promise<Table>;
    /**
     * As the host, take whoever sits there away from the seat.
     * @param {string} table
     * @param {number} seat
     */
    kick(table: string, seat: number): Promise<Table>;
    /**
     * As the host, let somebody else who sits there be the host.
     * @param {string} table
     * @param {string} player
     */
    transferHost(table: string, player: string): Promise<Table>;
    /**
     * Judge a deck without a table: what it is, its code, and everything that is wrong with it.
     * @param {Fields<"read_deck">} fields
     */
    readDeck(fields: Fields<"read_deck">): Promise<import("../types/v1.js").DeckRead>;
    /**
     * As the host, let a bot of the house sit down; on the first seat that is free without `seat`.
     * @param {string} table
     * @param {Partial<Omit<Fields<"add_bot">, "table">>} [fields]
     */
    addBot(table: string, fields?: Partial<Omit<Fields<"add_bot">, "table">>): Promise<Table>;
    /**
     * Be ready; said once more with another `deck`, until the match begins, it changes the deck.
     *
     * Without `entropy` it is drawn here, once for each commitment: a line that breaks in between does not shuffle anew.
     * The server is told its hash, and when everybody is ready it is revealed by itself. It is noted in `Client.notes`, to
     * hold the transcript against.
     *
     * Where spectators see hands while they are played, `perspectives` `during` agrees to that; without it that is refused there
     * with `not_agreed`.
     * @param {string} table
     * @param {{ entropy?: string | null, deck?: string | null, perspectives?: "during" | "after" | null }} [fields]
     */
    ready(table: string, { entropy, deck, perspectives }?: {
        entropy?: string | null;
        deck?: string | null;
        perspectives?: "during" | "after" | null;
    }): Promise<Table>;
    /**
     * Set the table up for another match after one that has ended, with seats moved on by one. Decks stay with their players.
     * @param {string} table
     */
    rematch(table: string): Promise<Table>;
    /**
     * Return a table as it stands now, and keep being told of its changes.
     * @param {Partial<Fields<"watch_table">>} fields
     */
    watch(fields: Partial<Fields<"watch_table">>): Promise<Table>;
    /**
     * Return a table as it stands now and after every change. Rejects with `GoneError` when it is closed.
     * @param {string} table
     * @returns {AsyncGenerator<Table, never, undefined>}
     */
    changes(table: string): AsyncGenerator<Table, never, undefined>;
    /**
     * Whether the host has kicked this player, as far as was told last.
     * @param {string} table
     */
    wasKicked(table: string): boolean;
    /** @param {FromServer} message what the server says */
    tell(message: FromServer): void;
    /**
     * Return what to say when the line is up again: go on with every table, and the list, that is followed.
     * @returns {Iterable<Command>}
     */
    resume(): Iterable<Command>;
    /**
     * Take in how a table stands after a reconnect, though what was known may be newer: the store may forget.
     * @param {TableChanged} answer
     */
    standAt(answer: TableChanged): void;
    /**
     * Take in that the server, after a reconnect, does not have this table any more.
     * @param {string} table
     */
    part(table: string): void;
    /** @param {ClientError} error why nothing will be told any more */
    fail(error: ClientError): void;
}
/**
 * Whether this match is being gathered for at the table still, or entropy for it revealed. Throws `GoneError` if its deal was
 * refused.
 * @param {string} match
 * @param {Table} table
 */
export declare function beginsWith(match: string, table: Table): boolean;
/**
 * Return the place of a player at a table, if they sit there.
 * @param {string} player
 * @param {Table} table
 * @returns {Place | undefined}
 */
export declare function placeOf(player: string, table: Table): Place | undefined;
/** The tables that were asked for, as they stand now. */
export declare class LiveList {
    #private;
    wanted: import("./answers.js").Said<import("../types/v1.js").Accept> | import("./answers.js").Said<import("../types/v1.js").AcceptTrade> | import("./answers.js").Said<import("../types/v1.js").Act> | import("./answers.js").Said<import("../types/v1.js").AddBot> | import("./answers.js").Said<import("../types/v1.js").Avoid> | import("./answers.js").Said<import("../types/v1.js").BeFound> | import("./answers.js").Said<import("../types/v1.js").CancelTrade> | import("./answers.js").Said<import("../types/v1.js").ChangeAccount> | import("./answers.js").Said<import("../types/v1.js").ChangeWishes> | import("./answers.js").Said<import("../types/v1.js").ClaimCode> | import("./answers.js").Said<import("../types/v1.js").ClaimPacks> | import("./answers.js").Said<import("../types/v1.js").CounterTrade> | import("./answers.js").Said<import("../types/v1.js").Decline> | import("./answers.js").Said<import("../types/v1.js").DeleteAccount> | import("./answers.js").Said<import("../types/v1.js").DeleteBot> | import("./answers.js").Said<import("../types/v1.js").DropDeck> | import("./answers.js").Said<import("../types/v1.js").FindTraders> | import("./answers.js").Said<import("../types/v1.js").GetAccount> | import("./answers.js").Said<import("../types/v1.js").GetCodeHistory> | import("./answers.js").Said<import("../types/v1.js").GetCollection> | import("./answers.js").Said<import("../types/v1.js").GetExport> | import("./answers.js").Said<import("../types/v1.js").GetHeadToHead> | import("./answers.js").Said<import("../types/v1.js").GetHistory> | import("./answers.js").Said<import("../types/v1.js").GetLadder> | import("./answers.js").Said<import("../types/v1.js").GetMovements> | import("./answers.js").Said<import("../types/v1.js").GetPacks> | import("./answers.js").Said<import("../types/v1.js").GetProfile> | import("./answers.js").Said<import("../types/v1.js").GetSeats> | import("./answers.js").Said<import("../types/v1.js").GetTrade> | import("./answers.js").Said<import("../types/v1.js").GetTrades> | import("./answers.js").Said<import("../types/v1.js").GetWishes> | import("./answers.js").Said<import("../types/v1.js").Hello> | import("./answers.js").Said<import("../types/v1.js").JoinChat> | import("./answers.js").Said<import("../types/v1.js").KeepDeck> | import("./answers.js").Said<import("../types/v1.js").Kick> | import("./answers.js").Said<import("../types/v1.js").LeaveChat> | import("./answers.js").Said<import("../types/v1.js").ListCodes> | import("./answers.js").Said<import("../types/v1.js").ListDecks> | import("./answers.js").Said<import("../types/v1.js").ListTables> | import("./answers.js").Said<import("../types/v1.js").ListTokens> | import("./answers.js").Said<import("../types/v1.js").MakeBot> | import("./answers.js").Said<import("../types/v1.js").MakeCodes> | import("./answers.js").Said<import("../types/v1.js").MakeRecoveryCodes> | import("./answers.js").Said<import("../types/v1.js").MakeToken> | import("./answers.js").Said<import("../types/v1.js").OfferTrade> | import("./answers.js").Said<import("../types/v1.js").OpenPack> | import("./answers.js").Said<import("../types/v1.js").OpenTable> | import("./answers.js").Said<import("../types/v1.js").Ping> | import("./answers.js").Said<import("../types/v1.js").ReadDeck> | import("./answers.js").Said<import("../types/v1.js").Ready> | import("./answers.js").Said<import("../types/v1.js").RecoverAccount> | import("./answers.js").Said<import("../types/v1.js").Register> | import("./answers.js").Said<import("../types/v1.js").Rematch> | import("./answers.js").Said<import("../types/v1.js").Report> | import("./answers.js").Said<import("../types/v1.js").Resign> | import("./answers.js").Said<import("../types/v1.js").Reveal> | import("./answers.js").Said<import("../types/v1.js").RevokeCodes> | import("./answers.js").Said<import("../types/v1.js").RevokeToken> | import("./answers.js").Said<import("../types/v1.js").Say> | import("./answers.js").Said<import("../types/v1.js").Seek> | import("./answers.js").Said<import("../types/v1.js").SignIn> | import("./answers.js").Said<import("../types/v1.js").SignOut> | import("./answers.js").Said<import("../types/v1.js").Sit> | import("./answers.js").Said<import("../types/v1.js").Stand> | import("./answers.js").Said<import("../types/v1.js").TransferHost> | import("./answers.js").Said<import("../types/v1.js").Unseek> | import("./answers.js").Said<import("../types/v1.js").UnwatchLobby> | import("./answers.js").Said<import("../types/v1.js").UnwatchMatch> | import("./answers.js").Said<import("../types/v1.js").WatchLobby> | import("./answers.js").Said<import("../types/v1.js").WatchMatch> | import("./answers.js").Said<import("../types/v1.js").WatchTable>;
    /** About how many players were signed in when the server said something last. */
    online: number;
    /** @param {Command} wanted what to ask for again after a reconnect */
    constructor(wanted: Command);
    /** All of them, those that have changed last first. */
    get tables(): Table[];
    /**
     * Return all tables as they stand now and after every change, until the list is followed no more or another one has
     * replaced it. Rejects with `LostError` when the line is gone for good.
     * @returns {AsyncGenerator<Table[], void, undefined>}
     */
    changes(): AsyncGenerator<Table[], void, undefined>;
    /** @param {LobbySnapshot | LobbyChanged} told what the server tells */
    tell(told: LobbySnapshot | LobbyChanged): void;
    /** Take in that it is not followed any more. */
    end(): void;
    /** @param {ClientError} error why nothing more will be told */
    fail(error: ClientError): void;
}
