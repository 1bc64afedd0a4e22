import type { ClientError } from "./errors.js";
import type { FromClient, FromServer, Refused } from "../types/v1.js";
import type { Line } from "./line.js";
export type Said<Each> = {
    [Key in keyof Each as string extends Key ? never : Key extends "ref" ? never : Key]: Each[Key];
} & {
    ref?: string | null;
};
export type Command = FromClient extends infer Each ? Each extends FromClient ? Said<Each> : never : never;
export type Ask = (command: Command) => Promise<FromServer>;
export type Answer<Type extends FromServer["type"]> = Extract<FromServer, {
    type: Type;
}>;
export type Fields<Type extends Command["type"]> = Omit<Extract<Command, {
    type: Type;
}>, "type" | "ref">;
/** @import { ClientError } from "./errors.js" */
/** @import { FromClient, FromServer, Refused } from "../types/v1.js" */
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
export declare function answered<Type extends FromServer["type"]>(ask: Ask, command: Command, type: Type): Promise<Answer<Type>>;
export type AwaitedAnswer = {
    promise: Promise<FromServer>;
    resolve: (answer: FromServer) => void;
    reject: (error: Error) => void;
};
export type PendingCommand = {
    command: {
        type: string;
        ref: string;
    };
    line: Line | null;
    answer: AwaitedAnswer;
    isAnswered: boolean;
};
export type Unowned = {
    refused: Refused;
    among: Set<string>;
};
/** @typedef {{ promise: Promise<FromServer>, resolve: (answer: FromServer) => void, reject: (error: Error) => void }} AwaitedAnswer */
/**
 * A command on its way to its answer, and the line it was sent on last.
 * @typedef {{ command: { type: string, ref: string }, line: Line | null, answer: AwaitedAnswer, isAnswered: boolean }} PendingCommand
 */
/**
 * A refusal without a `ref`, and the refs of the commands of which one is refused.
 * @typedef {{ refused: Refused, among: Set<string> }} Unowned
 */
/** The commands that have no answer yet. A server owes each of them one, and tells by the `ref` whose it is. */
export declare class PendingCommands {
    #private;
    /** Return a name that no other command of this client has. */
    freshRef(): string;
    /** How many they are. */
    get size(): number;
    /** Whether one of them ends the session. */
    get isParting(): boolean;
    /**
     * Wait for an answer to this from now on. Throws `CommandRefused` for what no server could answer, and `UsageError` for what is no command.
     * @param {object & { type: string, ref?: string | null }} said
     * @returns {PendingCommand}
     */
    add(said: object & {
        type: string;
        ref?: string | null;
    }): PendingCommand;
    /** @param {PendingCommand} pending what nobody waits for any more */
    remove({ command }: PendingCommand): void;
    /** @param {Line} line on which all of them are sent that have not gone out on it */
    sendAll(line: Line): void;
    /** @param {FromServer} message which may be what one of them is answered */
    answer(message: FromServer): void;
    /**
     * Take in a refusal without a `ref`, of a frame that the server could not read. It is of one of the commands that were sent on
     * this line and have no answer yet.
     * @param {Refused} refused
     * @param {Line} line
     */
    refuse(refused: Refused, line: Line): void;
    /** @param {ClientError} error why none of them will have an answer */
    reject(error: ClientError): void;
}
/**
 * Send a command, unless it has gone out on this line.
 * @param {PendingCommand} pending
 * @param {Line} line
 */
export declare function sendOnce(pending: PendingCommand, line: Line): void;
/**
 * Put a command off: what it was answered is not its answer yet.
 * @param {PendingCommand} pending
 */
export declare function beginAgain(pending: PendingCommand): void;
