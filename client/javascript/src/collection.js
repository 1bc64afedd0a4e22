import { answered } from "./answers.js";
import { ClientError } from "./errors.js";
import { TradeRequests } from "./trades.js";
import { WishRequests } from "./wishes.js";

/** @import { Movements, OwnedCopies, PackOpened, Packs, Welcome } from "../types/v1.js" */
/** @import { Ask } from "./answers.js" */

/**
 * What a client asks about the copies of cards that its player owns, and about packs. Everything rejects with what
 * `Client.ask` rejects with; a server without collections is asked for none, and gives no packs.
 */
export class CollectionRequests {
  #ask;
  #welcome;

  /** What is asked about trades with other players. @readonly @type {TradeRequests} */
  trades;

  /** What is asked about one's wish list, and about who has a card to trade. @readonly @type {WishRequests} */
  wishes;

  /**
   * @param {Ask} ask
   * @param {() => Welcome} welcome
   */
  constructor(ask, welcome) {
    this.#ask = ask;
    this.#welcome = welcome;
    this.trades = new TradeRequests(ask, welcome);
    this.wishes = new WishRequests(ask, welcome);
  }

  /** Whether this server knows what one owns. */
  get isKeptHere() {
    return (this.#welcome().capabilities ?? []).includes("collection");
  }

  /**
   * Return how many copies one owns of each card, or printing of it, of one game or of all.
   * @param {string} [game]
   * @returns {Promise<readonly OwnedCopies[]>}
   */
  async owned(game) {
    if (!this.isKeptHere) return [];
    const command = /** @type {const} */ ({ type: "get_collection", ...(game !== undefined && { game }) });
    return (await answered(this.#ask, command, "collection")).copies;
  }

  /**
   * Return how cards have come and gone, the newest first; with `before` those before that number.
   * @param {number} [before]
   * @returns {Promise<Movements>}
   */
  async movements(before) {
    this.#check();
    return answered(this.#ask, { type: "get_movements", ...(before !== undefined && { before }) }, "movements");
  }

  /**
   * Return the packs that are not opened.
   * @returns {Promise<Packs>}
   */
  async packs() {
    this.#check();
    return answered(this.#ask, { type: "get_packs" }, "packs");
  }

  /**
   * Take all packs that are due; guests are refused, and so is an account that is too young.
   * @param {string} game
   * @returns {Promise<Packs>}
   */
  async claimPacks(game) {
    this.#check();
    return answered(this.#ask, { type: "claim_packs", game }, "packs");
  }

  /**
   * Open a pack with randomness of one's own. Opened again, it is answered as it was; `packFault` says whether it follows.
   * @param {string} pack
   * @param {string} [entropy]
   * @returns {Promise<PackOpened>}
   */
  async openPack(pack, entropy = "") {
    this.#check();
    return answered(this.#ask, { type: "open_pack", pack, entropy }, "pack_opened");
  }

  #check() {
    if (!this.isKeptHere) throw new ClientError("this server has no collections");
  }
}
