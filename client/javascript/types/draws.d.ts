/** The draws of an entry, made again from the match's key and held against what its events show: FAIRNESS.md, *Draws*. */
import type { Draw } from "../types/v1.js";
/** @import { Draw } from "../types/v1.js" */
/**
 * Make all draws of an entry again, and return what is wrong, in a sentence; `null` if they follow.
 * @param {readonly Draw[]} draws
 * @param {readonly unknown[]} events
 * @param {string} key of the match, in hexadecimal
 * @param {number} version of the entry
 */
export declare function madeAgain(draws: readonly Draw[], events: readonly unknown[], key: string, version: number): Promise<string | null>;
