import type { FromServer } from "../types/v1.js";
import type { PendingCommands } from "./answers.js";
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
export type HelloOptions = {
    client?: string;
    language?: string;
    updates?: "whole" | "patch";
    connectTimeout?: number;
};
/** @import { FromServer } from "../types/v1.js" */
/** @import { PendingCommands } from "./answers.js" */
/** @import { Line } from "./line.js" */
/**
 * @typedef {object} SignInOptions who one is: with none of these a guest whose name the server makes up
 * @property {string} [name] of a guest; with a `password`, of an account
 * @property {string} [password] of the account; with a `recoveryCode`, its new one
 * @property {string} [recoveryCode]
 * @property {string} [token] an earlier client's `token`, to be the same player again
 * @property {boolean} [signIn] `false` for whoever only looks: nobody needs to sign in for that
 */
/** @typedef {{ client?: string, language?: string, updates?: "whole" | "patch", connectTimeout?: number }} HelloOptions */
/** Refusals that mean "send this again in a moment". */
export declare const ASK_AGAIN: Set<string>;
/**
 * Return what makes whole updates of patches, if matches are to be told in them on this line. It is fetched where it is
 * needed, as few lines need it; who cannot have it takes whole updates.
 * @param {Line} line
 * @param {HelloOptions} options
 */
export declare function readerOn(line: Line, { updates }: HelloOptions): Promise<import("./patches.js").WholeUpdates | null>;
/**
 * Say hello on a line, which asks too whether anybody is there. Rejects with `CommandRefused`, or `Broken` if it should be
 * tried again.
 * @param {Line} line
 * @param {PendingCommands} pending
 * @param {HelloOptions} options
 */
export declare function greeted(line: Line, pending: PendingCommands, { client, language, connectTimeout }: HelloOptions): Promise<FromServer>;
/**
 * Sign in on a line, as whoever the token belongs to. Rejects with `CommandRefused`, or `Broken` if it should be tried again.
 * @param {Line} line
 * @param {PendingCommands} pending
 * @param {SignInOptions & HelloOptions} options
 * @param {string | null} token
 */
export declare function signedIn(line: Line, pending: PendingCommands, options: SignInOptions & HelloOptions, token: string | null): Promise<void>;
