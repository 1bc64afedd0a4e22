/** @import { Transcript } from "../types/v1.js" */
import type { Transcript } from "../types/v1.js";
/**
 * Return the commitment to a seed, both in hexadecimal.
 * @param {string} seed
 */
export declare function commitmentOf(seed: string): Promise<string>;
/**
 * Return the key of a match, in hexadecimal; `entropy` is that of every seat in order.
 * @param {string} seed
 * @param {string} match
 * @param {readonly string[]} entropy
 */
export declare function keyOf(seed: string, match: string, entropy: readonly string[]): Promise<string>;
/** The numbers that one entry of a match draws, in order. */
export declare class Dice {
    #private;
    /**
     * @param {string} key the key of the match, in hexadecimal
     * @param {number} version of the entry
     */
    constructor(key: string, version: number);
    /**
     * Return a whole number from 0 to n − 1, for n up to 2³².
     * @param {number} n
     */
    below(n: number): Promise<number>;
    /**
     * Return the cards in another order.
     * @template Card
     * @param {readonly Card[]} cards
     */
    shuffled<Card>(cards: readonly Card[]): Promise<Card[]>;
    /**
     * Return one of the cards.
     * @template Card
     * @param {readonly Card[]} cards
     */
    pick<Card>(cards: readonly Card[]): Promise<Card>;
    /**
     * Return what a die with so many sides shows.
     * @param {number} sides
     */
    roll(sides: number): Promise<number>;
}
/**
 * Return the links of a log, in hexadecimal, from the first entry on.
 * @param {string} seed
 * @param {string} match
 * @param {readonly { at: number, entry: string }[]} entries
 */
export declare function linksOf(seed: string, match: string, entries: readonly {
    at: number;
    entry: string;
}[]): Promise<string[]>;
export type Noted = {
    /**
     * seen before one was ready
     */
    commitment?: string;
    /**
     * by seat: the share that one has given
     */
    entropy?: Readonly<Record<number, string>>;
    /**
     * by version: the last one is best
     */
    links?: Readonly<Record<number, string>>;
};
export type Verification = {
    /**
     * everything that is wrong, each in a sentence; none if it is what it says it is
     */
    faults: string[];
    /**
     * with which `Dice` draw the match's numbers again; `null` if there is no seed in it
     */
    key: string | null;
};
/**
 * What a player noted of a match, to hold its transcript against.
 * @typedef {object} Noted
 * @property {string} [commitment] seen before one was ready
 * @property {Readonly<Record<number, string>>} [entropy] by seat: the share that one has given
 * @property {Readonly<Record<number, string>>} [links] by version: the last one is best
 */
/**
 * @typedef {object} Verification
 * @property {string[]} faults everything that is wrong, each in a sentence; none if it is what it says it is
 * @property {string | null} key with which `Dice` draw the match's numbers again; `null` if there is no seed in it
 */
/**
 * Hold a transcript against itself and against what was noted of the match: seed and commitment, entropy, versions, times
 * and links. Whether events follow from the rules only `quarterdeck verify` can tell, which has them.
 * @param {Transcript} transcript
 * @param {Noted} [noted]
 * @returns {Promise<Verification>}
 */
export declare function verified(transcript: Transcript, noted?: Noted): Promise<Verification>;
