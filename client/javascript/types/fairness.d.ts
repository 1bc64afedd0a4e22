/** How the numbers of a match are drawn, and how its log is chained: FAIRNESS.md. */
/**
 * Return the commitment to a seed, both in hexadecimal.
 * @param {string} seed
 */
export declare function commitmentOf(seed: string): Promise<string>;
/**
 * Return what is told of all seats' decks while shares of entropy are revealed, in hexadecimal.
 * @param {string} seed
 * @param {string} match
 * @param {readonly { cards: readonly (readonly [string, number])[], beside?: readonly string[] }[]} decks
 */
export declare function decksCommitment(seed: string, match: string, decks: readonly {
    cards: readonly (readonly [string, number])[];
    beside?: readonly string[];
}[]): Promise<string>;
/**
 * Return the key of a match, in hexadecimal; `entropy` is that of every seat in order.
 * @param {string} seed
 * @param {string} match
 * @param {readonly string[]} entropy
 */
export declare function keyOf(seed: string, match: string, entropy: readonly string[]): Promise<string>;
/**
 * Return the key of a match after an entry with the cause `history_lost`, both in hexadecimal.
 * @param {string} key
 */
export declare function keyAfterLoss(key: string): Promise<string>;
/** The numbers that one entry of a match draws, in order. */
export declare class Dice {
    #private;
    /**
     * @param {string} key the key of the match, in hexadecimal
     * @param {number} version of the entry
     */
    constructor(key: string, version: number);
    /** How many numbers have been taken. */
    get words(): number;
    /**
     * Return a whole number from 0 to n − 1, for n up to 2³². Rejects with `RangeError` where there is nothing to choose from.
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
/**
 * Return what makes the links of a log, one entry after the other.
 * @param {string} seed
 * @param {string} match
 * @returns {Promise<(entry: { at: number, entry: string }) => Promise<string>>}
 */
export declare function linker(seed: string, match: string): Promise<(entry: {
    at: number;
    entry: string;
}) => Promise<string>>;
