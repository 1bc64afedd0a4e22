import type { CodeBatches, CodeClaimed, CodeHistory, CodesMade, CodesRevoked, Welcome } from "../types/v1.js";
import type { Ask, Fields } from "./answers.js";
/** @import { CodeBatches, CodeClaimed, CodeHistory, CodesMade, CodesRevoked, Welcome } from "../types/v1.js" */
/** @import { Ask, Fields } from "./answers.js" */
/**
 * What a client asks about claim codes: a player claims one, and moderators make batches of them. Everything rejects
 * with what `Client.ask` rejects with, and with `ClientError` of a server that has none.
 */
export declare class CodeRequests {
    #private;
    /**
     * @param {Ask} ask
     * @param {() => Welcome} welcome
     */
    constructor(ask: Ask, welcome: () => Welcome);
    /** Whether this server has claim codes. */
    get areTakenHere(): boolean;
    /**
     * Have what a code gives. Rejects with `CommandRefused`, whose `code` says what is wrong with it.
     * @param {string} code
     * @returns {Promise<CodeClaimed>}
     */
    claim(code: string): Promise<CodeClaimed>;
    /**
     * Make a batch of codes, as a moderator. They are shown this once; with a `ref` an order that is given again is
     * carried out once.
     * @param {Fields<"make_codes"> & { ref?: string }} fields
     * @returns {Promise<CodesMade>}
     */
    make(fields: Fields<"make_codes"> & {
        ref?: string;
    }): Promise<CodesMade>;
    /**
     * Return the batches of codes, the newest first, as a moderator; or those of the page after `before`.
     * @param {string} [before]
     * @returns {Promise<CodeBatches>}
     */
    batches(before?: string): Promise<CodeBatches>;
    /**
     * Take a batch back, as a moderator; what was claimed stays where it is.
     * @param {string} batch
     * @param {string} why
     * @returns {Promise<CodesRevoked>}
     */
    revoke(batch: string, why: string): Promise<CodesRevoked>;
    /**
     * Return what the audit log has of a batch, or of one code and its batch, as a moderator.
     * @param {Fields<"get_code_history">} fields
     * @returns {Promise<CodeHistory>}
     */
    history(fields: Fields<"get_code_history">): Promise<CodeHistory>;
}
