import { ClientError } from "./errors.js";
import type { FromClient, FromServer, SignedIn, Welcome } from "../types/v1.js";
import type { Line } from "./line.js";
export type SignInOptions = {
    /**
     * of a guest; with a `password`, of an account
     */
    name?: string;
    /**
     * of the account; with a `recoveryCode`, its new one
     */
    password?: string;
    recoveryCode?: string;
    /**
     * an earlier client's `token`, to be the same player again
     */
    token?: string;
    /**
     * `false` for whoever only looks: nobody needs to sign in for that
     */
    signIn?: boolean;
};
export type Options = SignInOptions & {
    renewed?: (before: string | null, now: string) => void;
    patience?: number;
    client?: string;
    language?: string;
    updates?: "whole" | "patch";
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
     * is told when it is over for good
     */
    failed: (error: ClientError) => void;
    /**
     * is told of the line
     */
    changed: (state: LineState, why: Error | null) => void;
};
export type Said<Each> = {
    [Key in keyof Each as string extends Key ? never : Key extends "ref" ? never : Key]: Each[Key];
} & {
    ref?: string | null;
};
export type Command = FromClient extends infer Each ? Each extends FromClient ? Said<Each> : never : never;
export type AwaitedAnswer = {
    promise: Promise<FromServer>;
    resolve: (answer: FromServer) => void;
    reject: (error: Error) => void;
};
export type Asking = {
    command: any;
    line: Line | null;
    answer: AwaitedAnswer;
    isParting: boolean;
};
/** @typedef {{ promise: Promise<FromServer>, resolve: (answer: FromServer) => void, reject: (error: Error) => void }} AwaitedAnswer */
/**
 * A command on its way to its answer, and the line it was sent on last.
 * @typedef {{ command: any, line: Line | null, answer: AwaitedAnswer, isParting: boolean }} Asking
 */
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
