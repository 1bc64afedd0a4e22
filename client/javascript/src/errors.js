/** @import { Refused } from "../types/v1.js" */

/**
 * The errors of a client, by who is at fault. Each message says in words what has happened.
 *
 * ClientError
 * ├── CommandRefused     the server refused a command: `code`, `text`, `where`, `retryIn`; also called `RefusedError`
 * ├── LostError          the server could not be reached for too long, or has closed this session: `code`
 * ├── GoneError          the awaited event cannot happen any more: the table was closed, or the match no longer exists
 * ├── ForkedError        the server has sent two histories of one match: a second link for a version, or a transcript
 * │                      that does not follow: `match`, `version`
 * ├── MisunderstoodError a message of the server cannot be read, or is no answer to the command
 * └── UsageError         the program uses this client wrongly: an invalid address, a client that is not connected,
 *                        a Node.js that is too old
 *
 * The names are those of the Python package, where a refusal is called `RefusedError`.
 */
export class ClientError extends Error {
  /** @override */
  name = "ClientError";
}

/** Error: the server refused a command. Nothing has changed. */
export class CommandRefused extends ClientError {
  /** @override */
  name = "CommandRefused";

  /** @param {Pick<Refused, "code" | "text"> & Partial<Refused>} refused */
  constructor(refused) {
    super(refused.text);
    /** @type {Refused["code"]} */
    this.code = refused.code;
    /** The reason, as a sentence for people. */
    this.text = refused.text;
    /** The place of the fault: a path in the command, or a rule. */
    this.where = refused.where ?? null;
    /** Milliseconds after which the command may be sent again, if it came too often. */
    this.retryIn = refused.retry_in ?? null;
    /** Number of further such commands that may be sent at once, if they are counted. */
    this.remaining = refused.remaining ?? null;
    /** All faults of a deck or of options, each as a sentence. */
    this.faults = refused.faults ?? [];
  }
}

/** The name of the same error in the Python package. */
export { CommandRefused as RefusedError };

/** Error: the server could not be reached for too long, or has closed this session. */
export class LostError extends ClientError {
  /** @override */
  name = "LostError";

  /**
   * @param {string} text
   * @param {number | null} [code] the WebSocket close code, if the server has closed the connection
   * @param {ErrorOptions} [options] the refusal as `cause`, if the server did not accept the player again
   */
  constructor(text, code = null, options = {}) {
    super(text, options);
    this.code = code;
  }
}

/** Error: the awaited event cannot happen any more. */
export class GoneError extends ClientError {
  /** @override */
  name = "GoneError";
}

/** Error: the server has sent two histories of one match, and no loss of its store explains it. */
export class ForkedError extends ClientError {
  /** @override */
  name = "ForkedError";

  /**
   * @param {string} match
   * @param {number | null} version the version with two histories; `null` for the match as a whole
   * @param {string} text
   */
  constructor(match, version, text) {
    super(text);
    this.match = match;
    this.version = version;
  }
}

/**
 * Error: a message of the server cannot be read, or is no answer to the command. One of the two programs is too old.
 */
export class MisunderstoodError extends ClientError {
  /** @override */
  name = "MisunderstoodError";
}

/** Error: the program uses this client wrongly. Trying again does not help; change the program. */
export class UsageError extends ClientError {
  /** @override */
  name = "UsageError";
}

/** Error: a patch does not fit its document. */
export class PatchError extends Error {
  /** @override */
  name = "PatchError";
}
