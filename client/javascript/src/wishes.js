import { answered } from "./answers.js";
import { ClientError } from "./errors.js";

/** @import { Traders, Welcome, WishCard, Wishes } from "../types/v1.js" */
/** @import { Ask } from "./answers.js" */

/**
 * What a client asks about its player's wish list, and about who has a card to trade. Everything rejects with what `Client.ask`
 * rejects with; a server without wish lists is asked for nothing.
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

  /** Whether accounts keep wish lists on this server. */
  get areKeptHere() {
    return (this.#welcome().capabilities ?? []).includes("wish_lists");
  }

  /**
   * Return one's wish list, the newest first, and who may find one.
   * @returns {Promise<Wishes>}
   */
  async list() {
    this.#check();
    return answered(this.#ask, { type: "get_wishes" }, "wishes");
  }

  /**
   * Add cards to one's wish list and take others from it, and return all of it. What another window has made of the rest stays.
   * @param {{ adds?: WishCard[], removes?: WishCard[] }} what
   * @returns {Promise<Wishes>}
   */
  async change({ adds = [], removes = [] }) {
    this.#check();
    return answered(this.#ask, { type: "change_wishes", adds, removes }, "wishes");
  }

  /**
   * Say who may find one, by the copies that one has free and by one's wish list.
   * @param {"nobody" | "traders"} by
   * @returns {Promise<Wishes>}
   */
  async beFound(by) {
    this.#check();
    return answered(this.#ask, { type: "be_found", by }, "wishes");
  }

  /**
   * Return whom one could offer a trade for a card: those who have a copy free (`has`), or those who wish for it (`wishes`), which is told
   * to those who have a copy free themselves; with `after` the next page.
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
