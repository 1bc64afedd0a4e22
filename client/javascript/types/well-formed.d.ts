/**
 * Refuse a command that the server could not answer: it would not find out whose it is. Throws `CommandRefused`, and
 * `UsageError` for what is not JSON.
 * @param {object & { ref: unknown }} command
 */
export declare function refuseUnanswerable(command: object & {
    ref: unknown;
}): void;
/**
 * Refuse a share of entropy that could be bound, and then not be revealed. Throws `CommandRefused`.
 * @param {string} entropy
 */
export declare function checkShare(entropy: string): void;
