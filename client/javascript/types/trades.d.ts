import { ClientError } from "./errors.js";
import type { FromServer, Trade, TradeCard, Trades, Welcome } from "../types/v1.js";
import type { Ask, Command } from "./answers.js";
export type Terms = {
    gives?: TradeCard[];
    takes?: TradeCard[];
};
/**
 * What goes each way: `gives` from oneself, `takes` from the other; what is left out is nothing.
 * @typedef {{ gives?: TradeCard[], takes?: TradeCard[] }} Terms
 */
/**
 * What a client asks about trades of copies of cards, and is told of them. Everything rejects with what `Client.ask` rejects with;
 * a server on which nobody trades is asked for nothing.
 */
export declare class TradeRequests {
    #private;
    /**
     * @param {Ask} ask
     * @param {() => Welcome} welcome
     */
    constructor(ask: Ask, welcome: () => Welcome);
    /** Whether players trade on this server. */
    get areKeptHere(): boolean;
    /**
     * Offer a trade to a player. What one gives stays where it is until they have answered. A refusal has a sentence for each card in
     * `faults`.
     * @param {string} player
     * @param {Terms} terms
     * @returns {Promise<Trade>}
     */
    offer(player: string, { gives, takes }: Terms): Promise<Trade>;
    /**
     * Make the next revision of a trade of which one has seen this one: the other has to accept it.
     * @param {string} trade
     * @param {number} revision
     * @param {Terms} terms
     * @returns {Promise<Trade>}
     */
    counter(trade: string, revision: number, { gives, takes }: Terms): Promise<Trade>;
    /**
     * Accept this revision, which the other has made: both sides move, or nothing does, and it is refused.
     * @param {string} trade
     * @param {number} revision
     * @returns {Promise<Trade>}
     */
    accept(trade: string, revision: number): Promise<Trade>;
    /**
     * End a trade without anything having moved.
     * @param {string} trade
     * @returns {Promise<Trade>}
     */
    cancel(trade: string): Promise<Trade>;
    /**
     * Return how a trade of one's own stands.
     * @param {string} trade
     * @returns {Promise<Trade>}
     */
    get(trade: string): Promise<Trade>;
    /**
     * Return one's trades that are open, and those that have ended, the newest first; with `before` those that ended before that.
     * @param {number} [before]
     * @returns {Promise<Trades>}
     */
    list(before?: number): Promise<Trades>;
    /**
     * Return each of one's trades as it stands now whenever something has become of it from now on, by whoever; after a reconnect
     * those of which something has meanwhile. Rejects with `LostError` when the line is gone for good.
     * @returns {AsyncGenerator<Trade, never, undefined>}
     */
    changes(): AsyncGenerator<Trade, never, undefined>;
    /** @param {FromServer} message what the server says */
    tell(message: FromServer): void;
    /**
     * Return what to say when the line is up again.
     * @returns {Iterable<Command>}
     */
    resume(): Iterable<Command>;
    /**
     * Take in how trades stand after a reconnect, or when one more begins to read.
     * @param {Trades} answer
     */
    standAt(answer: Trades): void;
    /** @param {ClientError} error why nothing will be told any more */
    fail(error: ClientError): void;
}
