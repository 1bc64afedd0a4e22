/** Deck codes: `protocol/docs/cards.md`. A deck in about sixty characters, which means the same on every server. */
export type CodedCard = {
    set: string;
    number: number;
    count: number;
};
export type Deck = {
    cards: [string, number][];
    beside: string[];
};
export type NumberedCards = {
    sets: readonly {
        id: string;
        cards: readonly any[];
        printings?: readonly any[];
    }[];
};
/**
 * One card of a deck: how many there are of it, or 0 for what comes beside the cards.
 * @typedef {{ set: string, number: number, count: number }} CodedCard
 */
/** @typedef {{ cards: [string, number][], beside: string[] }} Deck by the ids of its cards */
/**
 * As much of a catalogue as deck codes need.
 * @typedef {{ sets: readonly { id: string, cards: readonly any[], printings?: readonly any[] }[] }} NumberedCards
 */
/** This is no deck code; `message` says why. */
export declare class UnreadableCode extends Error {
    /** @override */
    name: string;
}
/**
 * Return what a deck code says: the two letters of the game, and the cards. Throws `UnreadableCode`.
 * @param {string} code
 * @returns {{ prefix: string, cards: CodedCard[] }}
 */
export declare function readCode(code: string): {
    prefix: string;
    cards: CodedCard[];
};
/**
 * Return a deck's code. Throws `RangeError` for a number or count that no code can say.
 * @param {string} prefix
 * @param {readonly CodedCard[]} cards
 */
export declare function writeCode(prefix: string, cards: readonly CodedCard[]): string;
/**
 * Return the deck that a code says, by the ids of a game's cards. Throws `UnreadableCode`, also for cards that the catalogue
 * does not have.
 * @param {string} code
 * @param {NumberedCards} catalogue
 * @returns {Deck}
 */
export declare function deckOf(code: string, catalogue: NumberedCards): Deck;
/**
 * Return the code of a deck. Throws `RangeError` for cards that the catalogue does not have, for less than 1 and for more than 7 of one.
 * @param {Deck} deck
 * @param {string} prefix
 * @param {NumberedCards} catalogue
 */
export declare function codeOf(deck: Deck, prefix: string, catalogue: NumberedCards): string;
