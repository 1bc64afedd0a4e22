import { AccountRequests, DeckRequests } from "./account.js";
import { ChatRequests } from "./chat.js";
import { HttpRequests } from "./http.js";
import { Notes } from "./notes.js";
import { StandingsRequests } from "./standings.js";
import { TableRequests } from "./tables.js";
import type { Catalogue, FromServer, SoughtGame, Transcript } from "../types/v1.js";
import type { Command, Fields } from "./answers.js";
import type { CollectionRequests } from "./collection.js";
import type { LineState, Options } from "./connection.js";
import type { FollowedMatch, TypesOf } from "./followed-match.js";
import type { Search } from "./search.js";
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
export declare function connect(url: string | URL, options?: Options): Promise<Client>;
/**
 * One player's side of a server.
 *
 * A line that breaks is taken up again, and nothing is lost by it. Whatever asks the server something rejects with
 * `CommandRefused` when the server refuses it, and then nothing has changed; with `LostError` when the line is gone for good;
 * with `MisunderstoodError` for an answer that does not fit; with `UsageError` before it is connected.
 *
 * It is an event target: `message` is told with every message of the server (`detail`), `line` when the line has changed
 * (`detail` has `state` and `why`). `on` listens to them with their types.
 */
export declare class Client extends EventTarget {
    #private;
    decks: DeckRequests;
    /** What was known before the deal of the matches that began last. */
    notes: Notes;
    /** Who this player is: an account, programs, whom to keep away from. */
    account: AccountRequests;
    /** How players stand: ratings, ladders, matches that were played. */
    standing: StandingsRequests;
    /** What is done at tables, and the list of them. */
    tables: TableRequests;
    /** What is said in the lobby, at tables and in matches. */
    talk: ChatRequests;
    /** What the server gives over plain HTTP. */
    http: HttpRequests;
    /**
     * @param {string | URL} url
     * @param {Options} [options]
     */
    constructor(url: string | URL, options?: Options);
    /** Connect and sign in; `connect` does. */
    open(): Promise<void>;
    /** Hang up. Whatever has no answer yet is rejected with `LostError`. */
    close(): void;
    /** Where the server is. */
    get url(): string;
    /** What the server said of itself: games, limits. */
    get welcome(): import("../types/v1.js").Welcome;
    /** Whether no match begins for now, as the server said last; those that run go on. `pause_changed` is told as a `message`. */
    get isPaused(): boolean;
    /** Who this client is to others: an id that stays, and a name. */
    get player(): import("../types/v1.js").Player;
    /** What the server said when this client signed in last. */
    get signedIn(): import("../types/v1.js").SignedIn;
    /** The secret to be this player again later; keep it. `renewed` is told each new one. */
    get token(): string | null;
    /** Whether the line is up: `opening`, `open`, `lost` while it is taken up again, `shut` for good. */
    get line(): LineState;
    /** How often the line was taken up again. */
    get reconnects(): number;
    /** Try at once to take a broken line up again, rather than after a pause. */
    wake(): void;
    /**
     * Listen to something; return a function that ends it.
     * @template {"message" | "line"} Name
     * @param {Name} name
     * @param {(detail: { message: FromServer, line: { state: LineState, why: Error | null } }[Name]) => void} listener
     */
    on<Name extends "message" | "line">(name: Name, listener: (detail: {
        message: FromServer;
        line: {
            state: LineState;
            why: Error | null;
        };
    }[Name]) => void): () => void;
    /**
     * Send any command and return its answer, across reconnects.
     * @param {Command} command
     * @returns {Promise<FromServer>}
     */
    ask(command: Command): Promise<FromServer>;
    /** Return where this player sits, what they seek, and what they are offered: all that a new device has to know. */
    seats(): Promise<import("../types/v1.js").Seats>;
    /**
     * Seek opponents for one of these games, whichever comes first.
     * @param {string | readonly (string | SoughtGame)[]} games
     * @param {Partial<Omit<Fields<"seek">, "games">>} [fields]
     */
    seek(games: string | readonly (string | SoughtGame)[], fields?: Partial<Omit<Fields<"seek">, "games">>): Promise<Search>;
    /**
     * Open a table, let bots of the house sit down, be ready, and return the match when everybody is. `bot` says which;
     * without it, it is the game's usual one. With bots, the table has just the seats that it takes, unless `seats` says
     * otherwise. The match of a shipped game has its types: `turn.choices` of `play("density-deck")` are its actions.
     * @template {string} Name
     * @param {Name} game
     * @param {Partial<Omit<Fields<"open_table">, "game">> & { bots?: number, bot?: string }} [fields]
     * @returns {Promise<FollowedMatch<TypesOf<Name>>>}
     */
    play<Name extends string>(game: Name, { bots, bot, ...fields }?: Partial<Omit<Fields<"open_table">, "game">> & {
        bots?: number;
        bot?: string;
    }): Promise<FollowedMatch<TypesOf<Name>>>;
    /**
     * Sit down at a table, be ready, and return the match when everybody is.
     * @template {string} [Name=string] the game, for its types: `join<"amfibido">(table)`
     * @param {string} table
     * @param {Partial<Fields<"sit">>} [fields]
     * @returns {Promise<FollowedMatch<TypesOf<Name>>>}
     */
    join<Name extends string = string>(table: string, fields?: Partial<Fields<"sit">>): Promise<FollowedMatch<TypesOf<Name>>>;
    /**
     * Be ready at a table where one sits, and return the match when everybody is. `ready` is sent again when the connection
     * was lost and when the table has changed: a program that begins a match agrees to every opponent whom the table lets in.
     * Use `tables.ready` and `tables.changes` to look at them first.
     * @template {string} [Name=string] the game, for its types: `begin<"amfibido">(table)`
     * @param {string} table
     * @param {{ entropy?: string | null, deck?: string | null, perspectives?: "during" | "after" | null }} [fields]
     * @returns {Promise<FollowedMatch<TypesOf<Name>>>}
     */
    begin<Name extends string = string>(table: string, fields?: {
        entropy?: string | null;
        deck?: string | null;
        perspectives?: "during" | "after" | null;
    }): Promise<FollowedMatch<TypesOf<Name>>>;
    /**
     * Follow a match, from one's own seat if one has one there. Matches that have ended are let go for it. The first update
     * tells what has happened after version `since`, as far back as the server goes.
     * @template {string} [Name=string] the game, for its types: `watchMatch<"amfibido">(match)`
     * @param {string} match
     * @param {number | null} [since]
     * @param {{ seat?: number | null }} [eyes] as a spectator, through whose eyes, where all who play have agreed to that
     * @returns {Promise<FollowedMatch<TypesOf<Name>>>}
     */
    watchMatch<Name extends string = string>(match: string, since?: number | null, { seat }?: {
        seat?: number | null;
    }): Promise<FollowedMatch<TypesOf<Name>>>;
    /**
     * Follow a match no longer.
     * @param {string} match
     */
    unwatchMatch(match: string): Promise<void>;
    /**
     * Return a game's offer, phrases and schema.
     * @param {string} game
     * @param {number} [rules] under this version of its rules, as `rules` of an update says it
     */
    game(game: string, rules?: number): Promise<any>;
    /**
     * Return all cards of a game. Rejects with `CommandRefused` if it has none to list.
     * @param {string} game
     * @param {number} [rules]
     * @returns {Promise<Catalogue>}
     */
    cards(game: string, rules?: number): Promise<Catalogue>;
    /**
     * Return a game's rule book, as Markdown.
     * @param {string} game
     * @param {number} [rules]
     * @returns {Promise<string>}
     */
    rules(game: string, rules?: number): Promise<string>;
    /**
     * Return the transcript of a match that has ended. One that was closed is for those who sat in it.
     * @param {string} match
     * @returns {Promise<Transcript>}
     */
    transcript(match: string): Promise<Transcript>;
    /**
     * Hold the transcript of a match that has ended against what was noted and told of it, and make every draw again; gives what
     * was found. Rejects with `ForkedError` if it does not follow.
     * @param {string | Pick<FollowedMatch, "match">} of which match: its id, or what `play` and `watchMatch` have given
     * @param {{ transcript?: Transcript, noted?: import("./verify.js").Noted }} [more] a transcript from elsewhere; what was noted
     *   elsewhere, which counts before what this client noted
     */
    verify(of: string | Pick<FollowedMatch, "match">, { transcript: given, noted }?: {
        transcript?: Transcript;
        noted?: import("./verify.js").Noted;
    }): Promise<import("./verify.js").Verdict>;
    /**
     * Return a match that has ended as one seat saw it, or, without a seat, as spectators did: a row of moments, each of which
     * stands alone.
     * @param {string} match
     * @param {number} [seat]
     */
    replay(match: string, seat?: number): Promise<any>;
    /** Return what is asked about the copies of cards that one owns, about packs and about trades. */
    collection(): Promise<CollectionRequests>;
    /** Return what is asked about claim codes. */
    codes(): Promise<import("./claim-codes.js").CodeRequests>;
}
