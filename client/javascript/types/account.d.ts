import type { Avoidance, DeckDropped, DeckKept, KeptDeck, Welcome } from "../types/v1.js";
import type { Ask, Fields } from "./answers.js";
/** @import { Avoidance, DeckDropped, DeckKept, KeptDeck, Welcome } from "../types/v1.js" */
/** @import { Ask, Fields } from "./answers.js" */
/** What a client asks about its own player. Everything rejects with what `Client.ask` rejects with. */
export declare class AccountRequests {
    #private;
    /** @param {Ask} ask */
    constructor(ask: Ask);
    /** Return the account as only its owner sees it. */
    get(): Promise<import("../types/v1.js").Account>;
    /**
     * Keep a guest's account under a name and a password. Only this answer shows its recovery codes.
     * @param {string} name
     * @param {string} password
     */
    register(name: string, password: string): Promise<import("../types/v1.js").Account>;
    /**
     * Return new recovery codes, of which those of before are worth nothing any more.
     * @param {string} password
     */
    makeRecoveryCodes(password: string): Promise<string[] | undefined>;
    /**
     * Take another name or password.
     * @param {Fields<"change_account">} fields
     */
    change(fields: Fields<"change_account">): Promise<import("../types/v1.js").Account>;
    /**
     * Delete the account; a guest's has no password.
     * @param {string} [password]
     */
    delete(password?: string): Promise<void>;
    /**
     * End this session, or all of them. The client can only be closed afterwards.
     * @param {{ everywhere?: boolean }} [fields]
     */
    signOut({ everywhere }?: {
        everywhere?: boolean;
    }): Promise<void>;
    /**
     * Keep away from a player, or no longer.
     * @param {string} player
     * @param {Avoidance} how
     */
    avoid(player: string, how: Avoidance): Promise<import("../types/v1.js").Account>;
    /**
     * Make an account for a program of one's own.
     * @param {string} name
     */
    makeBot(name: string): Promise<import("../types/v1.js").Account>;
    /**
     * Delete the account of one's own bot.
     * @param {string} bot
     */
    deleteBot(bot: string): Promise<import("../types/v1.js").Account>;
    /**
     * Make a token for a program; this is the only time that it is shown.
     * @param {Fields<"make_token">} fields
     */
    makeToken(fields: Fields<"make_token">): Promise<import("../types/v1.js").TokenMade>;
    /** Return the tokens that were made for programs, without their secrets. */
    tokens(): Promise<import("../types/v1.js").TokenOffered[]>;
    /**
     * Make a token worthless; return those that are left.
     * @param {string} id
     */
    revokeToken(id: string): Promise<import("../types/v1.js").TokenOffered[]>;
}
/**
 * What a client asks about the decks that its player keeps in their account. Everything rejects with what `Client.ask` rejects
 * with; a server that keeps no decks is not asked.
 */
export declare class DeckRequests {
    #private;
    /**
     * @param {Ask} ask
     * @param {() => Welcome} welcome
     */
    constructor(ask: Ask, welcome: () => Welcome);
    /** Whether this server keeps decks. */
    get areKeptHere(): boolean;
    /**
     * Return the decks that one keeps, for one game or for all, those that were kept last first; a guest keeps none.
     * @param {string} [game]
     * @returns {Promise<readonly KeptDeck[]>}
     */
    list(game?: string): Promise<readonly KeptDeck[]>;
    /**
     * Keep a deck under a name, in the place of the one of this name for this game: answers with everything that is wrong with it,
     * and is refused to guests.
     * @param {Fields<"keep_deck">} fields
     * @returns {Promise<DeckKept>}
     */
    keep(fields: Fields<"keep_deck">): Promise<DeckKept>;
    /**
     * Keep a deck no longer.
     * @param {Fields<"drop_deck">} fields
     * @returns {Promise<DeckDropped>}
     */
    drop(fields: Fields<"drop_deck">): Promise<DeckDropped>;
}
