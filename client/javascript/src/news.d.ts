/** Something that happens again and again, and is waited for. Whoever waits looks first whether it has happened. */
export declare class News {
    #private;
    constructor();
    /** Wake everybody who waits. */
    tell(): void;
    /** Return what is settled when it happens next. */
    next(): Promise<void>;
}
