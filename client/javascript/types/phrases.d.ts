/** @import { Player, Result } from "../types/v1.js" */
import type { Player, Result } from "../types/v1.js";
export declare const NOTHING = "\u2013";
export declare const VOID = "The server could not go on with this match; it counts for nobody";
export type Phrases = {
    actions?: Readonly<Record<string, string>>;
    events?: Readonly<Record<string, string>>;
    things?: Readonly<Record<string, string>>;
    rules?: string;
};
export type Part = {
    text: string;
} | {
    text: string;
    seat: number;
} | {
    text: string;
    piece: string;
    field: string;
} | {
    text: string;
    thing: string;
    field: string;
} | {
    text: string;
    value: object;
    field: string;
};
/**
 * One game's phrases, as `GET /v1/games/<game>` gives them.
 * @typedef {object} Phrases
 * @property {Readonly<Record<string, string>>} [actions]
 * @property {Readonly<Record<string, string>>} [events]
 * @property {Readonly<Record<string, string>>} [things]
 * @property {string} [rules]
 */
/**
 * A part of a sentence: plain text, or what is named there. `seat` is the number of a seat, `piece` the id of a piece in
 * the view, `thing` a word that `things` has a name for, such as a card's, `value` an object that is said as a whole; `field`
 * says where it stood.
 * @typedef {{ text: string } | { text: string, seat: number } | { text: string, piece: string, field: string }
 *   | { text: string, thing: string, field: string } | { text: string, value: object, field: string }} Part
 */
/** Says things in words, at one table. What it has no phrase for it says field by field: it never fails. */
export declare class PhraseBook {
    #private;
    /**
     * @param {Phrases} phrases
     * @param {readonly string[]} names what to call those who sit there
     * @param {ReadonlyMap<string, Readonly<Record<string, unknown>>>} [pieces]
     */
    constructor(phrases: Phrases, names: readonly string[], pieces?: ReadonlyMap<string, Readonly<Record<string, unknown>>>);
    /**
     * Return one that says pieces as they stand in this view: by what they are, and where.
     * @param {unknown} view
     */
    at(view: unknown): PhraseBook;
    /**
     * Return one of the choices in words: `Discard red 5`.
     * @param {unknown} action
     */
    action(action: unknown): string;
    /**
     * Return what happened: `Ann discards red 5.`
     * @param {unknown} event
     */
    event(event: unknown): string;
    /**
     * Return one of the choices in words, part by part, so that a page can make links of what they name.
     * @param {unknown} action
     * @returns {Part[]}
     */
    actionParts(action: unknown): Part[];
    /**
     * Return what happened, part by part.
     * @param {unknown} event
     * @returns {Part[]}
     */
    eventParts(event: unknown): Part[];
    /**
     * Return a value in words, as it stands in a field of this name.
     * @param {string} name
     * @param {unknown} value
     */
    thing(name: string, value: unknown): string;
    /**
     * Return who sits there.
     * @param {number} seat
     */
    seat(seat: number): string;
    /**
     * Return who finished where: `1. Ann, 2. Ben and Cleo, 4. Dan`; or that nobody did.
     * @param {Pick<Result, "places">} result
     */
    result({ places }: Pick<Result, "places">): string;
}
/**
 * Return what to call the players so that nobody is taken for somebody else.
 * @param {readonly Player[]} players
 */
export declare function namesOf(players: readonly Player[]): string[];
/**
 * Return what to call a player: a bot of somebody's is marked; those of the house are called what they are.
 * @param {Player} player
 */
export declare function nameOf(player: Player): string;
