import type { FromServer, Refused } from "../types/v1.js";
import type { WholeUpdates } from "./patches.js";
export type End = {
    code: number;
    reason: string;
};
/** @import { FromServer, Refused } from "../types/v1.js" */
/** @import { WholeUpdates } from "./patches.js" */
/** @typedef {{ code: number, reason: string }} End */
export declare const SUBPROTOCOL = "quarterdeck.v1";
export declare const MILLISECONDS_TO_ANSWER = 10000;
/**
 * The codes with which the server says not to come back by oneself, and why.
 * @type {Readonly<Record<number, string>>}
 */
export declare const OVER: Readonly<Record<number, string>>;
/** The code with which a process says that it restarts: another one answers at once. */
export declare const RESTARTS = 1012;
/** This line is not up, or not any more; another one may be. */
export declare class Broken extends Error {
    refusal: import("../types/v1.js").RefusalCode | (string & {}) | null;
    end: End | null;
    /**
     * @param {string} text
     * @param {{ refusal?: Refused["code"] | null, end?: End | null }} [why]
     */
    constructor(text: string, { refusal, end }?: {
        refusal?: Refused["code"] | null;
        end?: End | null;
    });
}
/** In how many turns a silence is counted, and in which of them it is asked whether anybody is there. */
export declare const TURNS = 6;
/** How often the turns are doubled at most, when one line after the other was left for its silence. */
export declare const MOST_DOUBLED = 4;
/**
 * How long nothing has been heard on a line while a word was due. It is counted in turns of the client itself, not in time: a
 * page that was asleep counts more slowly too, and does not take a server for dead that has answered long ago.
 */
export declare class Silence {
    #private;
    /** Note that something was heard. */
    heard(): void;
    /**
     * Note that a turn has passed, at the end of which a word from the server is due or is not; return what is to be done.
     * @param {boolean} isDue
     * @returns {"nothing" | "ask" | "leave"}
     */
    turn(isDue: boolean): "nothing" | "ask" | "leave";
}
/** One WebSocket to a server. */
export declare class Line {
    #private;
    /** When something was heard on it last, by `performance.now()`. */
    heardAt: number;
    silence: Silence;
    /** What makes whole updates of patches, if matches are told in them on it. @type {WholeUpdates | null} */
    updates: WholeUpdates | null;
    /** @type {Promise<End>} */
    ended: Promise<End>;
    /**
     * @param {WebSocket} socket
     * @param {(message: FromServer, line: Line) => void} hear is told every message; what it throws ends the line
     */
    constructor(socket: WebSocket, hear: (message: FromServer, line: Line) => void);
    /** Whether the server compresses what it tells of matches. */
    get isCompressed(): boolean;
    /** @param {object} command */
    send(command: object): void;
    /**
     * Give it up unless the timer that this returns is cleared in time.
     * @param {number} [milliseconds]
     */
    expectAnswer(milliseconds?: number): number;
    /** Say goodbye. */
    close(): void;
    /**
     * Give it up without waiting for the other side's goodbye.
     * @param {string} reason
     */
    drop(reason: string): void;
}
/**
 * Open a line to the server at this address. Rejects with an `Error` that says in a few words why there is none.
 * @param {string} url
 * @param {(message: FromServer, line: Line) => void} hear
 * @param {typeof WebSocket} Socket
 * @param {number} [milliseconds] how long the server may take to answer
 * @returns {Promise<Line>}
 */
export declare function opened(url: string, hear: (message: FromServer, line: Line) => void, Socket: typeof WebSocket, milliseconds?: number): Promise<Line>;
/**
 * Return an address as the client uses it. Throws `UsageError` for what is none.
 * @param {string | URL} url
 */
export declare function checked(url: string | URL): string;
