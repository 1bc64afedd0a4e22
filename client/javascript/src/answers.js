import { ClientError, MisunderstoodError } from "./errors.js";

/** @import { FromClient, FromServer } from "../types/v1.js" */
/** @import { Line } from "./line.js" */

/**
 * A command's known fields without its `ref`, which the client gives it.
 * @template Each
 * @typedef {{ [Key in keyof Each as string extends Key ? never : Key extends "ref" ? never : Key]: Each[Key] } & { ref?: string | null }} Said
 */

/** @typedef {FromClient extends infer Each ? Each extends FromClient ? Said<Each> : never : never} Command */

/** @typedef {(command: Command) => Promise<FromServer>} Ask */

/**
 * The message from a server that has this `type`.
 * @template {FromServer["type"]} Type
 * @typedef {Extract<FromServer, { type: Type }>} Answer
 */

/**
 * A command's own fields: all but `type` and `ref`.
 * @template {Command["type"]} Type
 * @typedef {Omit<Extract<Command, { type: Type }>, "type" | "ref">} Fields
 */

/**
 * Ask this, and return the answer, which is of this type. Rejects with what `ask` rejects with, `MisunderstoodError`.
 * @template {FromServer["type"]} Type
 * @param {Ask} ask
 * @param {Command} command
 * @param {Type} type
 * @returns {Promise<Answer<Type>>}
 */
export async function answered(ask, command, type) {
  const answer = await ask(command);
  if (answer.type !== type) {
    throw new MisunderstoodError(`the server answered \`${command.type}\` with \`${answer.type}\`, which does not fit`);
  }
  return /** @type {Answer<Type>} */ (answer);
}

/** What ends the session, of which a server may tell before it answers. */
const PARTING = new Set(["sign_out", "delete_account"]);

/** @typedef {{ promise: Promise<FromServer>, resolve: (answer: FromServer) => void, reject: (error: Error) => void }} AwaitedAnswer */

/**
 * A command on its way to its answer, and the line it was sent on last.
 * @typedef {{ command: { type: string, ref: string }, line: Line | null, answer: AwaitedAnswer }} PendingCommand
 */

/** The commands that have no answer yet. A server owes each of them one, and tells by the `ref` whose it is. */
export class PendingCommands {
  /** @type {Map<string, PendingCommand>} */
  #byRef = new Map();
  #prefix = Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
  #refs = 0;

  /** Return a name that no other command of this client has. */
  freshRef() {
    this.#refs += 1;
    return `${this.#prefix}-${this.#refs}`;
  }

  /** How many they are. */
  get size() {
    return this.#byRef.size;
  }

  /** Whether one of them ends the session. */
  get isParting() {
    return [...this.#byRef.values()].some(({ command }) => PARTING.has(command.type));
  }

  /**
   * Wait for an answer to this from now on.
   * @param {object & { type: string, ref?: string | null }} said
   * @returns {PendingCommand}
   */
  add(said) {
    const ref = said.ref ?? this.freshRef();
    if (this.#byRef.has(ref)) {
      throw new ClientError(`\`${ref}\` already names a command that has no answer yet`);
    }
    /** @type {PendingCommand} */
    const pending = { command: { ...said, ref }, line: null, answer: Promise.withResolvers() };
    this.#byRef.set(ref, pending);
    return pending;
  }

  /** @param {PendingCommand} pending what nobody waits for any more */
  remove({ command }) {
    this.#byRef.delete(command.ref);
  }

  /** @param {Line} line on which all of them are sent that have not gone out on it */
  sendAll(line) {
    for (const pending of this.#byRef.values()) {
      sendOnce(pending, line);
    }
  }

  /** @param {FromServer} message which may be what one of them is answered */
  answer(message) {
    this.#byRef.get(message.ref ?? "")?.answer.resolve(message);
  }

  /** @param {ClientError} error why none of them will have an answer */
  reject(error) {
    for (const { answer } of this.#byRef.values()) {
      answer.promise.catch(() => {});
      answer.reject(error);
    }
  }
}

/**
 * Send a command, unless it has gone out on this line.
 * @param {PendingCommand} pending
 * @param {Line} line
 */
export function sendOnce(pending, line) {
  if (pending.line !== line) {
    pending.line = line;
    line.send(pending.command);
  }
}

/**
 * Put a command off: what it was answered is not its answer yet.
 * @param {PendingCommand} pending
 */
export function beginAgain(pending) {
  pending.answer = Promise.withResolvers();
  pending.line = null;
}
