import type { BoundRules, Table, Update } from "../types/v1.js";
/** How many links of a match are noted; older ones go, for each stands for all before it. */
export declare const MOST_LINKS = 1000;
/**
 * The links of a match that a player was told, by version: each version has one, whoever tells it (FAIRNESS.md).
 * @extends {Map<number, string>}
 */
export declare class Links extends Map<number, string> {
    /** In which history of the match they were told; a store that has forgotten begins another one. */
    epoch: number;
    /**
     * Note an update's link. Throws `ForkedError` if another one was told of its version.
     * @param {Pick<Update, "match" | "epoch" | "version" | "link">} update
     */
    note({ match, epoch, version, link }: Pick<Update, "match" | "epoch" | "version" | "link">): void;
    /**
     * Take up a match that was followed before: if its store has forgotten something meanwhile, which was told to those who
     * followed it, what was noted is void.
     * @param {Pick<Update, "epoch">} update
     */
    takeUp({ epoch }: Pick<Update, "epoch">): void;
    /**
     * Forget the links from a version on, because the store has: nobody has cheated.
     * @param {number} version
     */
    void(version: number): void;
}
export type Note = {
    commitment: string;
    entropy: string;
    entropyHashes?: Record<number, string | null>;
    decksCommitment?: string | null;
    options?: unknown;
    players?: readonly string[];
    boundRules?: BoundRules;
    timeLimit?: number;
    rated?: boolean;
};
export type NoteStore = Pick<Storage, "getItem" | "setItem">;
/** The notes on the matches that began last, by match, and the links that were told of those that were followed last. */
export declare class Notes extends Map {
    #private;
    /** @param {NoteStore | null} [store] */
    constructor(store?: NoteStore | null);
    /**
     * Return the links that were told of a match, by version.
     * @param {string} match
     */
    links(match: string): Links;
    /**
     * Return the player's own share of a match's entropy, and note it: the one that is given, or else the one that was given
     * for the same commitment before, or else a new one.
     * @param {string} match
     * @param {string} commitment
     * @param {string | null} given
     * @returns {string}
     */
    entropy(match: string, commitment: string, given: string | null): string;
    /**
     * Note to what all seats of a table are bound, and what else is settled there, before one reveals one's own share; what was
     * told first counts.
     * @param {Pick<Table, "match" | "places" | "decks_commitment" | "options" | "bound_rules" | "time_limit" | "rated">} table
     */
    bind({ match, places, decks_commitment: decksCommitment, options, bound_rules: boundRules, ...table }: Pick<Table, "match" | "places" | "decks_commitment" | "options" | "bound_rules" | "time_limit" | "rated">): void;
}
export declare function subtle(): SubtleCrypto;
/**
 * Return the hash by which a seat binds its share of entropy, in hexadecimal.
 * @param {string} entropy
 */
export declare function entropyHash(entropy: string): Promise<string>;
/**
 * Return what says to a server that this share of entropy is bound: nothing on a page that cannot hash, one that is neither
 * from `https://` nor from this machine; it adds the empty share then.
 * @param {() => string} draw gives the share
 * @returns {Promise<{ entropy_hash?: string }>}
 */
export declare function bound(draw: () => string): Promise<{
    entropy_hash?: string;
}>;
