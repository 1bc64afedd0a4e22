/**
 * How long to wait before connecting again: half of a bound that doubles, and by chance up to the whole of it, so that
 * the clients of a server that was away do not come back all at once.
 */
export declare class Backoff {
    #private;
    /** @param {{ first?: number, most?: number, chance?: () => number }} [bounds] milliseconds, and a number from 0 to 1 */
    constructor({ first, most, chance }?: {
        first?: number;
        most?: number;
        chance?: () => number;
    });
    /** How often has been waited since the line was last open. */
    get tries(): number;
    /** Return the next wait in milliseconds. */
    next(): number;
    reset(): void;
}
