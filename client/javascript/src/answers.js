import { MisunderstoodError, UsageError } from "./errors.js";
import { refuseUnanswerable } from "./well-formed.js";

/** @import { ClientError } from "./errors.js" */
/** @import { FromClient, FromServer, Refused } from "../types/v1.js" */
/** @import { Socket } from "./socket.js" */

/**
 * The known fields of a command without its `ref`, which the client adds.
 * @template Each
 * @typedef {{ [Key in keyof Each as string extends Key ? never : Key extends "ref" ? never : Key]: Each[Key] } & { ref?: string | null }} Said
 */

/** @typedef {FromClient extends infer Each ? Each extends FromClient ? Said<Each> : never : never} Command */

/** @typedef {(command: Command) => Promise<FromServer>} Ask */

/**
 * The message from a server with this `type`.
 * @template {FromServer["type"]} Type
 * @typedef {Extract<FromServer, { type: Type }>} Answer
 */

/**
 * A command's own fields: all but `type` and `ref`.
 * @template {Command["type"]} Type
 * @typedef {Omit<Extract<Command, { type: Type }>, "type" | "ref">} Fields
 */

/**
 * Send a command and return its answer, which has this type. Rejects with the errors of `ask`, and with
 * `MisunderstoodError`.
 * @template {FromServer["type"]} Type
 * @param {Ask} ask
 * @param {Command} command
 * @param {Type} type
 * @returns {Promise<Answer<Type>>}
 */
export async function answered(ask, command, type) {
  const answer = await ask(command);
  if (answer.type !== type) {
    throw new MisunderstoodError(
      `the server answered \`${command.type}\` with \`${answer.type}\`, which is the wrong kind of answer`,
    );
  }
  return /** @type {Answer<Type>} */ (answer);
}

/** Commands that end the session. The server may report the end before it answers. */
const PARTING = new Set(["sign_out", "delete_account"]);

/** @typedef {{ promise: Promise<FromServer>, resolve: (answer: FromServer) => void, reject: (error: Error) => void }} AwaitedAnswer */

/**
 * A command that waits for its answer, and the last connection on which it was sent.
 * @typedef {{ command: { type: string, ref: string }, socket: Socket | null, answer: AwaitedAnswer, isAnswered: boolean }} PendingCommand
 */

/**
 * A refusal without a `ref`, and the refs of the commands to which it may belong.
 * @typedef {{ refused: Refused, among: Set<string> }} Unowned
 */

/** Commands without an answer so far. The server answers each of them once, and its `ref` assigns the answer. */
export class PendingCommands {
  /** @type {Map<string, PendingCommand>} */
  #byRef = new Map();
  #prefix = Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
  #refs = 0;
  /**
   * Refusals in the order of their arrival. The commands of a later one include those of an earlier one.
   * @type {Unowned[]}
   */
  #unowned = [];

  /** Return a name that no other command of this client has. */
  freshRef() {
    this.#refs += 1;
    return `${this.#prefix}-${this.#refs}`;
  }

  /** Number of commands. */
  get size() {
    return this.#byRef.size;
  }

  /** True if one of the commands ends the session. */
  get isParting() {
    return [...this.#byRef.values()].some(({ command }) => PARTING.has(command.type));
  }

  /**
   * Add a command that waits for its answer. Throws `CommandRefused` for one that no server could answer, and
   * `UsageError` for a value that is no command.
   * @param {object & { type: string, ref?: string | null }} said
   * @returns {PendingCommand}
   */
  add(said) {
    if (typeof said !== "object" || said === null) {
      throw new UsageError("a command is an object with a `type`");
    }
    const { type, ref = null, ...fields } = said;
    const own = ref ?? this.freshRef();
    if (this.#byRef.has(own)) {
      throw new UsageError(`\`${own}\` is already used by a command that waits for its answer; choose another ref`);
    }
    /** @type {PendingCommand} */
    const pending = {
      command: { type, ref: own, ...fields }, // the `ref` first: a server finds it there, whatever is wrong behind it
      socket: null,
      answer: Promise.withResolvers(),
      isAnswered: false,
    };
    refuseUnanswerable(pending.command);
    this.#byRef.set(own, pending);
    return pending;
  }

  /** @param {PendingCommand} pending what nobody waits for any more */
  remove({ command }) {
    this.#byRef.delete(command.ref);
  }

  /** @param {Socket} socket a connection, on which all commands are sent that were not sent on it */
  sendAll(socket) {
    this.#unowned = []; // what was refused on the connection before is sent again
    for (const pending of this.#byRef.values()) {
      sendOnce(pending, socket);
    }
  }

  /** @param {FromServer} message a message that may answer one of the commands */
  answer(message) {
    const ref = message.ref ?? "";
    const pending = this.#byRef.get(ref);
    if (pending !== undefined) {
      pending.isAnswered = true;
      pending.answer.resolve(message);
    }
    if (this.#unowned.length > 0) {
      for (const { among } of this.#unowned) {
        among.delete(ref);
      }
      this.#settle();
    }
  }

  /**
   * Handle a refusal without a `ref`, of a frame that the server could not read. It belongs to one of the commands that
   * were sent on this connection and have no answer.
   * @param {Refused} refused
   * @param {Socket} socket
   */
  refuse(refused, socket) {
    const waiting = [...this.#byRef.values()].filter((pending) => pending.socket === socket && !pending.isAnswered);
    this.#unowned.push({ refused, among: new Set(waiting.map(({ command }) => command.ref)) });
    this.#settle();
  }

  /** Reject commands to which only these refusals can belong. */
  #settle() {
    const count = 1 + this.#unowned.findLastIndex(({ among }, at) => among.size <= at + 1);
    const [first] = this.#unowned;
    const { among } = this.#unowned[count - 1] ?? {};
    if (first === undefined || among === undefined) {
      return;
    }
    this.#unowned.splice(0, count);
    for (const ref of among) {
      this.answer({ ...first.refused, ref });
    }
  }

  /** @param {ClientError} error the reason why none of the commands will be answered */
  reject(error) {
    for (const { answer } of this.#byRef.values()) {
      answer.promise.catch(() => {});
      answer.reject(error);
    }
  }
}

/**
 * Send a command, unless it has gone out on this connection.
 * @param {PendingCommand} pending
 * @param {Socket} socket
 */
export function sendOnce(pending, socket) {
  if (pending.socket !== socket) {
    pending.socket = socket;
    socket.send(pending.command);
  }
}

/**
 * Reset a command that the server did not carry out, so that it can be sent again.
 * @param {PendingCommand} pending
 */
export function beginAgain(pending) {
  pending.answer = Promise.withResolvers();
  pending.isAnswered = false;
  pending.socket = null;
}
