import { sendOnce } from "./answers.js";
import { CommandRefused, LostError, MisunderstoodError } from "./errors.js";
import { Broken, OVER } from "./line.js";

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
export const ASK_AGAIN = new Set(["unavailable", "too_many"]);

/**
 * Return what makes whole updates of patches, if matches are to be told in them on this line. It is fetched where it is
 * needed, as few lines need it; who cannot have it takes whole updates.
 * @param {Line} line
 * @param {HelloOptions} options
 */
export async function readerOn(line, { updates = line.isCompressed ? "whole" : "patch" }) {
  if (updates === "whole") {
    return null;
  }
  try {
    const { WholeUpdates } = await import("./patches.js");
    return new WholeUpdates();
  } catch {
    return null;
  }
}

/**
 * Say hello on a line, which asks too whether anybody is there. Rejects with `CommandRefused`, or `Broken` if it should be
 * tried again.
 * @param {Line} line
 * @param {PendingCommands} pending
 * @param {HelloOptions} options
 */
export function greeted(line, pending, { client = "@quarterdeck/client", language, connectTimeout }) {
  const updates = line.updates === null ? "whole" : "patch";
  const hello = { type: "hello", protocol: 1, client, updates, ...(language && { language }) };
  return introduced(line, pending, hello, connectTimeout);
}

/**
 * Sign in on a line, as whoever the token belongs to. Rejects with `CommandRefused`, or `Broken` if it should be tried again.
 * @param {Line} line
 * @param {PendingCommands} pending
 * @param {SignInOptions & HelloOptions} options
 * @param {string | null} token
 */
export async function signedIn(line, pending, options, token) {
  const command = signIn(options, token);
  if (command === null) {
    return;
  }
  /** @type {FromServer} */
  let heard;
  try {
    heard = await introduced(line, pending, command, options.connectTimeout);
  } catch (error) {
    if (error instanceof CommandRefused && error.code === "unknown_token" && pending.isParting) {
      return; // nobody is signed in any more, and who asked for that hears it on this line
    }
    throw error;
  }
  if (heard.type !== "signed_in") {
    throw new MisunderstoodError(`the server answered \`sign_in\` with \`${heard.type}\`, which does not fit`);
  }
}

/**
 * @param {SignInOptions} options
 * @param {string | null} token
 */
function signIn({ name, password, recoveryCode, signIn: isWanted = true }, token) {
  if (token !== null) {
    return { type: "sign_in", token };
  }
  if (!isWanted) {
    return null;
  }
  if (recoveryCode !== undefined) {
    return { type: "recover_account", name, code: recoveryCode, new_password: password };
  }
  return { type: "sign_in", ...(name !== undefined && { name }), ...(password !== undefined && { password }) };
}

/**
 * Say something that belongs to this line alone, and return its answer.
 * @param {Line} line
 * @param {PendingCommands} pending
 * @param {object & { type: string }} said
 * @param {number} [connectTimeout]
 * @returns {Promise<FromServer>}
 */
async function introduced(line, pending, said, connectTimeout) {
  const own = pending.add(said);
  const timer = line.expectAnswer(connectTimeout);
  try {
    sendOnce(own, line);
    const heard = await Promise.race([own.answer.promise, line.ended]);
    if (!("type" in heard)) {
      throw OVER[heard.code] === undefined
        ? new Broken(heard.reason || "the line broke while signing in", { end: heard })
        : new LostError(heard.reason || (OVER[heard.code] ?? ""), heard.code);
    }
    if (heard.type === "refused") {
      throw ASK_AGAIN.has(heard.code) ? new Broken(heard.text, { refusal: heard.code }) : new CommandRefused(heard);
    }
    return heard;
  } finally {
    clearTimeout(timer);
    pending.remove(own);
  }
}
