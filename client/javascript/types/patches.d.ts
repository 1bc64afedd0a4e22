import { PatchError } from "./errors.js";
export { PatchError };
export type Operation = {
    op: "add";
    path: string;
    value: unknown;
} | {
    op: "remove";
    path: string;
} | {
    op: "replace";
    path: string;
    value: unknown;
};
/**
 * Return a JSON value with these operations carried out in order. The value itself stays as it was: what has not changed
 * is shared with it. Throws `PatchError` if one of them does not fit.
 * @param {any} document
 * @param {readonly Operation[]} operations
 */
export declare function patched(document: any, operations: readonly Operation[]): any;
/** Makes whole updates of the patches that come on one line. */
export declare class WholeUpdates {
    #private;
    /**
     * Return the message itself, or the `update` that a patch makes of the one before. Throws `PatchError` if it does not
     * fit that.
     * @param {any} message
     */
    whole(message: any): any;
}
