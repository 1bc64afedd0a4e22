import type { FromServer } from "../types/v1.js";
import type { Command } from "./connection.js";
export type Ask = (command: Command) => Promise<FromServer>;
export type Answer<Type extends FromServer["type"]> = Extract<FromServer, {
    type: Type;
}>;
export type Fields<Type extends Command["type"]> = Omit<Extract<Command, {
    type: Type;
}>, "type" | "ref">;
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
export declare function answered<Type extends FromServer["type"]>(ask: Ask, command: Command, type: Type): Promise<Answer<Type>>;
