import { sendOnce } from "./answers.js";
import { CommandRefused, LostError, MisunderstoodError } from "./errors.js";
import { Broken, OVER } from "./socket.js";

/** @import { FromServer } from "../types/v1.js" */
/** @import { PendingCommands } from "./answers.js" */
/** @import { Socket } from "./socket.js" */

/**
 * @typedef {object} SignInOptions who signs in: without any of these, a guest with a name by the server
 * @property {string} [name] of a guest; with a `password`, of an account
 * @property {string} [password] of the account; with a `recoveryCode`, its new one
 * @property {string} [recoveryCode] a recovery code, or the code of a link in a mail
 * @property {string} [code] a code of the second factor, if the account has one
 * @property {string} [token] an earlier client's `token`, to be the same player again
 * @property {boolean} [signIn] `false` for a client that only reads: this needs no player
 */

/** @typedef {{ client?: string, language?: string, updates?: "whole" | "patch", connectTimeout?: number }} HelloOptions */

/** Refusals that mean "send this again in a moment". */
export const ASK_AGAIN = new Set(["unavailable", "too_many"]);

/**
 * Return a reader that builds whole updates from patches, if the client asks for patches on this connection. Its module
 * is loaded only then. If loading fails, the client asks for whole updates.
 * @param {Socket} socket
 * @param {HelloOptions} options
 */
export async function readerOn(socket, { updates = socket.isCompressed ? "whole" : "patch" }) {
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
 * Send `hello` on a connection; also used as a ping. Rejects with `CommandRefused`, or with `Broken` if it should be
 * tried again.
 * @param {Socket} socket
 * @param {PendingCommands} pending
 * @param {HelloOptions} options
 */
export function greeted(socket, pending, { client = "@quarterdeck/client", language, connectTimeout }) {
  const updates = socket.updates === null ? "whole" : "patch";
  const hello = { type: "hello", protocol: 1, client, updates, ...(language && { language }) };
  return introduced(socket, pending, hello, connectTimeout);
}

/**
 * Sign in on a connection, with the token if there is one. Rejects with `CommandRefused`, or with `Broken` if it should
 * be tried again.
 * @param {Socket} socket
 * @param {PendingCommands} pending
 * @param {SignInOptions & HelloOptions} options
 * @param {string | null} token
 */
export async function signedIn(socket, pending, options, token) {
  const command = signIn(options, token);
  if (command === null) {
    return;
  }
  /** @type {FromServer} */
  let received;
  try {
    received = await introduced(socket, pending, command, options.connectTimeout);
  } catch (error) {
    if (error instanceof CommandRefused && error.code === "unknown_token" && pending.isParting) {
      return; // nobody is signed in any more, and who asked for that hears it on this connection
    }
    throw error;
  }
  if (received.type !== "signed_in") {
    throw new MisunderstoodError(
      `the server answered \`sign_in\` with \`${received.type}\`, which is the wrong kind of answer`,
    );
  }
}

/**
 * @param {SignInOptions} options
 * @param {string | null} token
 */
function signIn({ name, password, recoveryCode, code, signIn: isWanted = true }, token) {
  if (token !== null) {
    return { type: "sign_in", token };
  }
  if (!isWanted) {
    return null;
  }
  if (recoveryCode !== undefined) {
    return {
      type: "recover_account",
      name,
      code: recoveryCode,
      new_password: password,
      ...given("second_factor", code),
    };
  }
  return { type: "sign_in", ...given("name", name), ...given("password", password), ...given("code", code) };
}

/**
 * Return a field, if it has a value.
 * @param {string} name
 * @param {string | undefined} value
 */
function given(name, value) {
  return value === undefined ? {} : { [name]: value };
}

/**
 * Send a command that belongs to this connection only, and return its answer.
 * @param {Socket} socket
 * @param {PendingCommands} pending
 * @param {object & { type: string }} said
 * @param {number} [connectTimeout]
 * @returns {Promise<FromServer>}
 */
async function introduced(socket, pending, said, connectTimeout) {
  const own = pending.add(said);
  const timer = socket.expectAnswer(connectTimeout);
  try {
    sendOnce(own, socket);
    const received = await Promise.race([own.answer.promise, socket.ended]);
    if (!("type" in received)) {
      throw OVER[received.code] === undefined
        ? new Broken(received.reason || "the connection broke while signing in", { end: received })
        : new LostError(received.reason || (OVER[received.code] ?? ""), received.code);
    }
    if (received.type === "refused") {
      throw ASK_AGAIN.has(received.code)
        ? new Broken(received.text, { refusal: received.code })
        : new CommandRefused(received);
    }
    return received;
  } finally {
    clearTimeout(timer);
    pending.remove(own);
  }
}
