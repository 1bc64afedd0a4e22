import type { Traders, Welcome, WishCard, Wishes } from "../types/v1.js";
import type { Ask } from "./answers.js";
/** @import { Traders, Welcome, WishCard, Wishes } from "../types/v1.js" */
/** @import { Ask } from "./answers.js" */
/**
 * What a client asks about its player's wish list, and about who has a card to trade. Everything rejects with what `Client.ask`
 * rejects with; a server without wish lists is asked for nothing.
 */
export declare class WishRequests {
    #private;
    /**
     * @param {Ask} ask
     * @param {() => Welcome} welcome
     */
    constructor(ask: Ask, welcome: () => Welcome);
    /** Whether accounts keep wish lists on this server. */
    get areKeptHere(): boolean;
    /**
     * Return one's wish list, the newest first, and who may find one.
     * @returns {Promise<Wishes>}
     */
    list(): Promise<Wishes>;
    /**
     * Add cards to one's wish list and take others from it, and return all of it. What another window has made of the rest stays.
     * @param {{ adds?: WishCard[], removes?: WishCard[] }} what
     * @returns {Promise<Wishes>}
     */
    change({ adds, removes }: {
        adds?: WishCard[];
        removes?: WishCard[];
    }): Promise<Wishes>;
    /**
     * Say who may find one, by the copies that one has free and by one's wish list.
     * @param {"nobody" | "traders"} by
     * @returns {Promise<Wishes>}
     */
    beFound(by: "nobody" | "traders"): Promise<Wishes>;
    /**
     * Return whom one could offer a trade for a card: those who have a copy free (`has`), or those who wish for it (`wishes`), which is told
     * to those who have a copy free themselves; with `after` the next page.
     * @param {"has" | "wishes"} who
     * @param {string} game
     * @param {string} card
     * @param {number} [after]
     * @returns {Promise<Traders>}
     */
    find(who: "has" | "wishes", game: string, card: string, after?: number): Promise<Traders>;
}
