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
/** What is tried again, until a patience has run out. */
export declare class Tries extends Backoff {
    #private;
    /**
     * @param {number} patience in milliseconds
     * @param {(() => number) | undefined} chance
     */
    constructor(patience: number, chance: (() => number) | undefined);
    /**
     * Return for how many milliseconds to wait before the next try; `null` if patience has run out before that.
     * @param {number} atLeast
     */
    pause(atLeast: number): number | null;
}
/** Those who wait before they try something again. */
export declare class Pauses {
    #private;
    /** @param {number} wait in milliseconds */
    pause(wait: number): Promise<void>;
    /** Let everybody try at once. */
    wake(): void;
}
/** Something that happens again and again, and is waited for. Whoever waits looks first whether it has happened. */
export declare class News {
    #private;
    constructor();
    /** Wake everybody who waits. */
    tell(): void;
    /** Return what is settled when it happens next. */
    next(): Promise<void>;
}
