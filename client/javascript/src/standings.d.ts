import type { Played } from "../types/v1.js";
import type { Ask, Fields } from "./answers.js";
/** @import { Played } from "../types/v1.js" */
/** @import { Ask, Fields } from "./answers.js" */
/** What a client asks about how players stand. Everything rejects with what `Client.ask` rejects with. */
export declare class StandingsRequests {
    #private;
    /** @param {Ask} ask */
    constructor(ask: Ask);
    /**
     * Return how a player stands in every game: by id, by the name of their account, or this client's own.
     * @param {Fields<"get_profile">} [who]
     */
    profile(who?: Fields<"get_profile">): Promise<import("../types/v1.js").Profile>;
    /**
     * Return a page of a game's ladder.
     * @param {string} game
     * @param {number} [page]
     */
    ladder(game: string, page?: number): Promise<import("../types/v1.js").Ladder>;
    /**
     * Return a page of a player's matches, newest first: those that ended before this.
     * @param {Fields<"get_history">} [fields]
     */
    history(fields?: Fields<"get_history">): Promise<import("../types/v1.js").History>;
    /**
     * Return all matches of a player that are remembered, newest first.
     * @param {string} [player]
     * @returns {AsyncGenerator<Played, void, undefined>}
     */
    matches(player?: string): AsyncGenerator<Played, void, undefined>;
    /**
     * Return how a player, or this client's own, has fared against another.
     * @param {Fields<"get_head_to_head">} fields
     */
    headToHead(fields: Fields<"get_head_to_head">): Promise<import("../types/v1.js").HeadToHead>;
    /** Return everything that is kept about this player, with the newest matches; `matches` gives the others. */
    export(): Promise<import("../types/v1.js").Export>;
}
