import type { FromServer, Line, Phrase, Where } from "../types/v1.js";
import type { Ask, Command, Fields } from "./answers.js";
import type { ClientError } from "./errors.js";
/**
 * What a client says and hears. What is listened to is listened to again after a reconnect. Everything rejects with what
 * `Client.ask` rejects with; saying something is refused with `too_many` rather than put off.
 */
export declare class ChatRequests {
    #private;
    /**
     * @param {Ask} ask carries a command through to its answer
     * @param {Ask} askNow does, too, but waits for no quota
     */
    constructor(ask: Ask, askNow: Ask);
    /**
     * Say something in words of one's own; `id` is the table or match.
     * @param {Where} where
     * @param {string} text
     * @param {string | null} [id]
     */
    say(where: Where, text: string, id?: string | null): Promise<Line>;
    /**
     * Say one of the phrases, which who is muted may, too.
     * @param {Where} where
     * @param {Phrase} phrase
     * @param {string | null} [id]
     */
    sayPhrase(where: Where, phrase: Phrase, id?: string | null): Promise<Line>;
    /**
     * Hear what is said there from now on; gives what was said last. Ask again after a match, to hear what the spectators
     * have said.
     * @param {Where} where
     * @param {string | null} [id]
     */
    join(where: Where, id?: string | null): Promise<Line[]>;
    /**
     * Return each line that is said there from now on, until `leave`. Rejects with `LostError`.
     * @param {Where} where
     * @param {string | null} [id]
     * @returns {AsyncGenerator<Line, void, undefined>}
     */
    lines(where: Where, id?: string | null): AsyncGenerator<Line, void, undefined>;
    /**
     * Hear it no longer.
     * @param {Where} where
     * @param {string | null} [id]
     */
    leave(where: Where, id?: string | null): Promise<void>;
    /**
     * Tell the moderators of a player, with what was said last at a place.
     * @param {Fields<"report">} fields
     */
    report(fields: Fields<"report">): Promise<string>;
    /** @param {FromServer} message what the server says */
    tell(message: FromServer): void;
    /**
     * Return what to say when the line is up again.
     * @returns {Iterable<Command>}
     */
    resume(): Iterable<Command>;
    /** @param {ClientError} error why nothing will be told any more */
    fail(error: ClientError): void;
}
