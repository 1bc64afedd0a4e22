import { answered } from "./answers.js";
import { ClientError } from "./errors.js";

/** @import { Traders, Welcome, WishCard, Wishes } from "../types/v1.js" */
/** @import { Ask } from "./answers.js" */

/**
 * Requests about the player's wish list, and about players with a card to trade. All reject with the errors of
 * `Client.ask`. If the server has no wish lists, nothing is sent.
 */
export class WishRequests {
  #ask;
  #welcome;

  /**
   * @param {Ask} ask
   * @param {() => Welcome} welcome
   */
  constructor(ask, welcome) {
    this.#ask = ask;
    this.#welcome = welcome;
  }

  /** True if this server has wish lists. */
  get areKeptHere() {
    return (this.#welcome().capabilities ?? []).includes("wish_lists");
  }

  /**
   * Return the player's wish list, newest first, and by what other players find this one.
   * @returns {Promise<Wishes>}
   */
  async list() {
    this.#check();
    return answered(this.#ask, { type: "get_wishes" }, "wishes");
  }

  /**
   * Add cards to the wish list, remove others, and return all of it. Changes in other windows are kept.
   * @param {{ adds?: WishCard[], removes?: WishCard[] }} what
   * @returns {Promise<Wishes>}
   */
  async change({ adds = [], removes = [] }) {
    this.#check();
    return answered(this.#ask, { type: "change_wishes", adds, removes }, "wishes");
  }

  /**
   * Set by what other traders find this player: by free copies, and by the wish list.
   * @param {"nobody" | "traders"} by
   * @returns {Promise<Wishes>}
   */
  async beFound(by) {
    this.#check();
    return answered(this.#ask, { type: "be_found", by }, "wishes");
  }

  /**
   * Return players to trade a card with: those with a free copy (`has`), or those who wish for it (`wishes`), shown
   * only to a player with a free copy; with `after` the next page.
   * @param {"has" | "wishes"} who
   * @param {string} game
   * @param {string} card
   * @param {number} [after]
   * @returns {Promise<Traders>}
   */
  async find(who, game, card, after) {
    this.#check();
    return answered(
      this.#ask,
      { type: "find_traders", who, game, card, ...(after !== undefined && { after }) },
      "traders",
    );
  }

  #check() {
    if (!this.areKeptHere) throw new ClientError("this server has no wish lists");
  }
}
