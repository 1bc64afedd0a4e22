/** @import { Update } from "../types/v1.js" */
import type { Update } from "../types/v1.js";
/**
 * Return the complete actions that a choice stands for: itself, unless it says in `one_of` which field lists several.
 * @param {any} choice
 * @returns {any[]}
 */
export declare function completeActions(choice: any): any[];
/**
 * Return an update whose choices leave nothing open, each with the outlook of the choice that it is a part of. No game that
 * is shipped offers others; one of a host's own may.
 * @param {Update} update
 * @returns {Update}
 */
export declare function withCompleteChoices(update: Update): Update;
