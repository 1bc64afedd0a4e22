import { MisunderstoodError } from "./errors.js";

/** @import { FromServer } from "../types/v1.js" */
/** @import { Command } from "./connection.js" */

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
