import type { FromServer } from "../types/v1.js";
export type End = {
    code: number;
    reason: string;
};
/** @import { FromServer } from "../types/v1.js" */
/** @typedef {{ code: number, reason: string }} End */
export declare const SUBPROTOCOL = "quarterdeck.v1";
export declare const MILLISECONDS_TO_CONNECT = 10000;
/**
 * The codes with which the server says not to come back by oneself, and why.
 * @type {Readonly<Record<number, string>>}
 */
export declare const OVER: Readonly<Record<number, string>>;
/** The code with which a process says that it restarts: another one answers at once. */
export declare const RESTARTS = 1012;
/** One WebSocket to a server. */
export declare class Line {
    #private;
    /** When something was heard on it last, by `performance.now()`. */
    heardAt: number;
    /** @type {Promise<End>} */
    ended: Promise<End>;
    /**
     * @param {WebSocket} socket
     * @param {(message: FromServer, line: Line) => void} hear is told every message; what it throws ends the line
     */
    constructor(socket: WebSocket, hear: (message: FromServer, line: Line) => void);
    /** @param {object} command */
    send(command: object): void;
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
 * @returns {Promise<Line>}
 */
export declare function opened(url: string, hear: (message: FromServer, line: Line) => void, Socket: typeof WebSocket): Promise<Line>;
/**
 * Return an address as the client uses it. Throws `TypeError` for what is none.
 * @param {string | URL} url
 */
export declare function checked(url: string | URL): string;
