import { TradeRequests } from "./trades.js";
import { WishRequests } from "./wishes.js";
import type { Movements, OwnedCopies, PackOpened, Packs, Welcome } from "../types/v1.js";
import type { Ask } from "./answers.js";
/** @import { Movements, OwnedCopies, PackOpened, Packs, Welcome } from "../types/v1.js" */
/** @import { Ask } from "./answers.js" */
/**
 * What a client asks about the copies of cards that its player owns, and about packs. Everything rejects with what
 * `Client.ask` rejects with; a server without collections is asked for none, and gives no packs.
 */
export declare class CollectionRequests {
    #private;
    /** What is asked about trades with other players. @readonly @type {TradeRequests} */
    readonly trades: TradeRequests;
    /** What is asked about one's wish list, and about who has a card to trade. @readonly @type {WishRequests} */
    readonly wishes: WishRequests;
    /**
     * @param {Ask} ask
     * @param {() => Welcome} welcome
     */
    constructor(ask: Ask, welcome: () => Welcome);
    /** Whether this server knows what one owns. */
    get isKeptHere(): boolean;
    /**
     * Return how many copies one owns of each card, or printing of it, of one game or of all.
     * @param {string} [game]
     * @returns {Promise<readonly OwnedCopies[]>}
     */
    owned(game?: string): Promise<readonly OwnedCopies[]>;
    /**
     * Return how cards have come and gone, the newest first; with `before` those before that number.
     * @param {number} [before]
     * @returns {Promise<Movements>}
     */
    movements(before?: number): Promise<Movements>;
    /**
     * Return the packs that are not opened.
     * @returns {Promise<Packs>}
     */
    packs(): Promise<Packs>;
    /**
     * Take all packs that are due; guests are refused, and so is an account that is too young.
     * @param {string} game
     * @returns {Promise<Packs>}
     */
    claimPacks(game: string): Promise<Packs>;
    /**
     * Open a pack with randomness of one's own. Opened again, it is answered as it was; `packFault` says whether it follows.
     * @param {string} pack
     * @param {string} [entropy]
     * @returns {Promise<PackOpened>}
     */
    openPack(pack: string, entropy?: string): Promise<PackOpened>;
}
