import { answered } from "./answers.js";
import { ClientError } from "./errors.js";
import { TradeRequests } from "./trades.js";
import { WishRequests } from "./wishes.js";

/** @import { Movements, OwnedCopies, PackOpened, Packs, Welcome } from "../types/v1.js" */
/** @import { Ask } from "./answers.js" */

/**
 * Requests about the player's copies of cards, and about packs. All reject with the errors of `Client.ask`. If the
 * server has no collections, nothing is sent and there are no packs.
 */
export class CollectionRequests {
  #ask;
  #welcome;

  /** Requests about trades with other players. @readonly @type {TradeRequests} */
  trades;

  /** Requests about the wish list, and about players with a card to trade. @readonly @type {WishRequests} */
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

  /** True if this server has collections. */
  get isKeptHere() {
    return (this.#welcome().capabilities ?? []).includes("collection");
  }

  /**
   * Return the player's number of copies of each card or printing, of one game or of all.
   * @param {string} [game]
   * @returns {Promise<readonly OwnedCopies[]>}
   */
  async owned(game) {
    if (!this.isKeptHere) return [];
    const command = /** @type {const} */ ({ type: "get_collection", ...(game !== undefined && { game }) });
    return (await answered(this.#ask, command, "collection")).copies;
  }

  /**
   * Return the movements of the player's copies, newest first. With `before`, those before that number.
   * @param {number} [before]
   * @returns {Promise<Movements>}
   */
  async movements(before) {
    this.#check();
    return answered(this.#ask, { type: "get_movements", ...(before !== undefined && { before }) }, "movements");
  }

  /**
   * Return the unopened packs.
   * @returns {Promise<Packs>}
   */
  async packs() {
    this.#check();
    return answered(this.#ask, { type: "get_packs" }, "packs");
  }

  /**
   * Claim all packs that are due. Guests and accounts that are too young are refused.
   * @param {string} game
   * @returns {Promise<Packs>}
   */
  async claimPacks(game) {
    this.#check();
    return answered(this.#ask, { type: "claim_packs", game }, "packs");
  }

  /**
   * Open a pack with entropy of the player. Opening it again returns the same answer. `packFault` checks the draw.
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
