import { ClientError } from "./errors.js";
import type { FromServer, SignedIn, Welcome } from "../types/v1.js";
import type { Command } from "./answers.js";
import type { HelloOptions, SignInOptions } from "./handshake.js";
export type Options = SignInOptions & HelloOptions & {
    noteStore?: import("./notes.js").NoteStore;
    renewed?: (before: string | null, now: string) => void;
    patience?: number;
    longestPause?: number;
    WebSocket?: typeof WebSocket;
    fetch?: typeof fetch;
    chance?: () => number;
};
export type LineState = "opening" | "open" | "lost" | "shut";
export type Hooks = {
    /**
     * is told every message
     */
    heard: (message: FromServer) => void;
    /**
     * gives what to say first on a line that was taken up again
     */
    resume: () => Iterable<Command>;
    /**
     * is told what each of that was answered
     */
    resumed: (command: Command, answer: FromServer) => void;
    /**
     * says whether news of a match may come at any time
     */
    isPlaying: () => boolean;
    /**
     * is told when it is over for good
     */
    failed: (error: ClientError) => void;
    /**
     * is told of the line
     */
    changed: (state: LineState, why: Error | null) => void;
};
/**
 * One client's line to a server: it is kept up, and every command is carried through to its answer.
 *
 * A line that breaks is taken up again with growing pauses. Then the client presents its token, takes up what it
 * followed, and sends every command that has no answer yet once more, under the same `ref`: the server does each only once.
 */
export declare class Connection {
    #private;
    url: string;
    /** @type {Welcome | null} */
    welcome: Welcome | null;
    /** @type {SignedIn | null} */
    signedIn: SignedIn | null;
    /** How often the line was taken up again. */
    reconnects: number;
    /** @type {LineState} */
    state: LineState;
    /**
     * @param {string | URL} url
     * @param {Options} options
     * @param {Hooks} hooks
     */
    constructor(url: string | URL, options: Options, hooks: Hooks);
    /**
     * Connect and sign in: tried once, and again only while the server is there and its store is away. Rejects with
     * `LostError`, `CommandRefused`, `MisunderstoodError`.
     */
    open(): Promise<void>;
    /** Hang up. Whatever has no answer yet is rejected with `LostError`. */
    close(): void;
    /** Try at once to take a broken line up again, rather than after a pause. */
    wake(): void;
    /**
     * Carry a command through to its answer, across reconnects; on refusals with one of the codes in `again` it is asked again.
     * Rejects with `CommandRefused`, `LostError`.
     * @param {Command} said
     * @param {ReadonlySet<string>} [again]
     * @returns {Promise<FromServer>}
     */
    ask(said: Command, again?: ReadonlySet<string>): Promise<FromServer>;
    /** Return a name that no other command of this client has. */
    freshRef(): string;
    /** @returns {string | null} */
    get token(): string | null;
}
