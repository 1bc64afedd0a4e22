import type { FromServer, Offer, SoughtGame, Ticket, TicketChanged } from "../types/v1.js";
import type { Ask, Fields } from "./answers.js";
import type { ClientError } from "./errors.js";
import type { FollowedMatch } from "./followed-match.js";
import type { Notes } from "./notes.js";
import type { TableRequests } from "./tables.js";
/**
 * A search for opponents: what it was told last, and what may be done about it. It goes on across reconnects, if they do
 * not take too long.
 */
export declare class Search {
    #private;
    /** How the ticket stood last. @type {Ticket | null} */
    ticket: Ticket | null;
    /** What was offered last. @type {Offer | null} */
    offer: Offer | null;
    /** What became of the ticket, once there is none any more. @type {TicketChanged["ended"]} */
    ended: TicketChanged["ended"];
    /**
     * @param {Ask} ask
     * @param {TableRequests} tables
     * @param {(match: string, since: number) => Promise<FollowedMatch>} watchMatch
     * @param {Notes} notes
     */
    constructor(ask: Ask, tables: TableRequests, watchMatch: (match: string, since: number) => Promise<FollowedMatch>, notes: Notes);
    /** Whether there is no ticket any more, and if a match has begun it is known which. */
    get isOver(): boolean;
    /** Return the store's time, by what it was when the newest message was sent. */
    now(): number;
    /**
     * Return the ticket whenever it was told anew, and every offer; until the match begins, or one has given up. Rejects
     * with `GoneError` if the ticket is lost in another way, `LostError`.
     * @returns {AsyncGenerator<{ ticket: Ticket | null, offer: Offer | null }, void, undefined>} one of the two
     */
    [Symbol.asyncIterator](): AsyncGenerator<{
        ticket: Ticket | null;
        offer: Offer | null;
    }, void, undefined>;
    /**
     * Accept what is offered, and return whether that was in time. Without `entropy` it is drawn here, once for each
     * commitment; the server is told its hash, and when all have accepted it is revealed by itself. It is noted in the client's
     * `notes`.
     * @param {string | null} [entropy]
     */
    accept(entropy?: string | null): Promise<boolean>;
    /** Decline what is offered, and seek no longer; return whether that was in time. */
    decline(): Promise<boolean>;
    /** Seek no longer. Rejects with `CommandRefused` if the match is about to begin. */
    giveUp(): Promise<void>;
    /** Return the match, when it has begun. Rejects with `GoneError` if none will, `LostError`. */
    begun(): Promise<FollowedMatch<import("./followed-match.js").GameTypes>>;
    /** @param {Fields<"seek">} wish */
    begin(wish: Fields<"seek">): Promise<void>;
    /** @param {FromServer} message what the server says of tickets and offers */
    tell(message: FromServer): void;
    /** @param {ClientError} error why nothing will be told any more */
    fail(error: ClientError): void;
}
/**
 * Return the games that are sought, each as the protocol has it.
 * @param {readonly (string | SoughtGame)[]} games
 * @returns {SoughtGame[]}
 */
export declare function sought(games: readonly (string | SoughtGame)[]): SoughtGame[];
