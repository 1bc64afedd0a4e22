/** @import { Refused } from "../types/v1.js" */
import type { Refused } from "../types/v1.js";
/**
 * What can go wrong for a client, and whose fault it is. Each says in words what has happened.
 *
 * ClientError
 * ├── CommandRefused     the server refused a command: `code`, `text`, `where`, `retryIn`; also called `RefusedError`
 * ├── LostError          the server could not be reached for too long, or has let this client go: `code`
 * ├── GoneError          what was waited for cannot happen any more: the table was closed, the match is not there any more
 * ├── ForkedError        the server has told two stories of one match: another link of a version than before, or a
 * │                      transcript that does not follow: `match`, `version`
 * ├── MisunderstoodError the server has said what this client cannot read, or what does not answer the question
 * └── UsageError         the program uses this client wrongly: an address that is none, a client that is not connected,
 *                        a Node.js that is too old
 *
 * The names are those of the package in Python, where a refusal is called `RefusedError`.
 */
export declare class ClientError extends Error {
    /** @override */
    name: string;
}
/** The server refused a command. Nothing has changed. */
export declare class CommandRefused extends ClientError {
    /** @type {Refused["code"]} */
    code: Refused["code"];
    /** For people. */
    text: string;
    /** The place of the fault: a path in the command, or where the rule can be read. */
    where: string | null;
    /** After how many milliseconds it may be tried again, for what came too often. */
    retryIn: number | null;
    /** How many more of these may be asked at once, where they are counted. */
    remaining: number | null;
    /** Everything that is wrong with a deck or with options, each in a sentence. */
    faults: string[];
    /** @override */
    name: string;
    /** @param {Pick<Refused, "code" | "text"> & Partial<Refused>} refused */
    constructor(refused: Pick<Refused, "code" | "text"> & Partial<Refused>);
}
/** The same, as the package in Python calls it. */
export { CommandRefused as RefusedError };
/** The server could not be reached for too long, or has let this client go. */
export declare class LostError extends ClientError {
    code: number | null;
    /** @override */
    name: string;
    /**
     * @param {string} text
     * @param {number | null} [code] with which code the server has ended the connection, if it was the server
     * @param {ErrorOptions} [options] with the refusal that is its `cause`, if the server does not take the player up again
     */
    constructor(text: string, code?: number | null, options?: ErrorOptions);
}
/** What was waited for cannot happen any more. */
export declare class GoneError extends ClientError {
    /** @override */
    name: string;
}
/** The server has told two stories of one match, and no loss of its store explains it. */
export declare class ForkedError extends ClientError {
    match: string;
    version: number | null;
    /** @override */
    name: string;
    /**
     * @param {string} match
     * @param {number | null} version which version has two stories; `null` if it is the match as a whole
     * @param {string} text
     */
    constructor(match: string, version: number | null, text: string);
}
/** The server has said what this client cannot read, or what does not answer the question: one of them is too old. */
export declare class MisunderstoodError extends ClientError {
    /** @override */
    name: string;
}
/** The program uses this client wrongly. It is no use to try again: the program is to be changed. */
export declare class UsageError extends ClientError {
    /** @override */
    name: string;
}
/** A patch does not fit what it is to be applied to. */
export declare class PatchError extends Error {
    /** @override */
    name: string;
}
