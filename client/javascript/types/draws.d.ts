/** The draws of an entry, made again from the match's key and held against what its events show: FAIRNESS.md, *Draws*. */
import type { Draw } from "../types/v1.js";
/**
 * Make all draws of an entry again, and return what is wrong, in a sentence; `null` if they follow.
 * @param {readonly Draw[]} draws
 * @param {readonly unknown[]} events
 * @param {string} key of the match, in hexadecimal
 * @param {number} version of the entry
 * @param {boolean} areShown whether its game shows whatever it draws: then none may be noted beside the events alone
 */
export declare function madeAgain(draws: readonly Draw[], events: readonly unknown[], key: string, version: number, areShown: boolean): Promise<string | null>;
