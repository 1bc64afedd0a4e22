/** @import { Refused } from "../types/v1.js" */

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
export class ClientError extends Error {
  /** @override */
  name = "ClientError";
}

/** The server refused a command. Nothing has changed. */
export class CommandRefused extends ClientError {
  /** @override */
  name = "CommandRefused";

  /** @param {Pick<Refused, "code" | "text"> & Partial<Refused>} refused */
  constructor(refused) {
    super(refused.text);
    /** @type {Refused["code"]} */
    this.code = refused.code;
    /** For people. */
    this.text = refused.text;
    /** The place of the fault: a path in the command, or where the rule can be read. */
    this.where = refused.where ?? null;
    /** After how many milliseconds it may be tried again, for what came too often. */
    this.retryIn = refused.retry_in ?? null;
    /** How many more of these may be asked at once, where they are counted. */
    this.remaining = refused.remaining ?? null;
    /** Everything that is wrong with a deck or with options, each in a sentence. */
    this.faults = refused.faults ?? [];
  }
}

/** The same, as the package in Python calls it. */
export { CommandRefused as RefusedError };

/** The server could not be reached for too long, or has let this client go. */
export class LostError extends ClientError {
  /** @override */
  name = "LostError";

  /**
   * @param {string} text
   * @param {number | null} [code] with which code the server has ended the connection, if it was the server
   * @param {ErrorOptions} [options] with the refusal that is its `cause`, if the server does not take the player up again
   */
  constructor(text, code = null, options = {}) {
    super(text, options);
    this.code = code;
  }
}

/** What was waited for cannot happen any more. */
export class GoneError extends ClientError {
  /** @override */
  name = "GoneError";
}

/** The server has told two stories of one match, and no loss of its store explains it. */
export class ForkedError extends ClientError {
  /** @override */
  name = "ForkedError";

  /**
   * @param {string} match
   * @param {number | null} version which version has two stories; `null` if it is the match as a whole
   * @param {string} text
   */
  constructor(match, version, text) {
    super(text);
    this.match = match;
    this.version = version;
  }
}

/** The server has said what this client cannot read, or what does not answer the question: one of them is too old. */
export class MisunderstoodError extends ClientError {
  /** @override */
  name = "MisunderstoodError";
}

/** The program uses this client wrongly. It is no use to try again: the program is to be changed. */
export class UsageError extends ClientError {
  /** @override */
  name = "UsageError";
}

/** A patch does not fit what it is to be applied to. */
export class PatchError extends Error {
  /** @override */
  name = "PatchError";
}
