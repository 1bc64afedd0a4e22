import { Links } from "./links.js";
export type Note = {
    commitment: string;
    entropy: string;
};
/**
 * What a player knew of a match before its deal, to hold its transcript against.
 * @typedef {{ commitment: string, entropy: string }} Note
 */
/** The notes on the matches that began last, by match, and the links that were told of those that were followed last. */
export declare class Notes extends Map {
    #private;
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
}
