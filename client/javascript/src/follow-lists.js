import { answered } from "./answers.js";
import { ClientError } from "./errors.js";

/** @import { FollowedPlayer, Following, SetSeenBy, Welcome } from "../types/v1.js" */
/** @import { Ask } from "./answers.js" */

/**
 * Requests about the players whom this player follows. All reject with the errors of `Client.ask`. If the server has no
 * following, nothing is sent.
 */
export class FollowingRequests {
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

  /** True if players follow each other on this server. */
  get isOfferedHere() {
    return (this.#welcome().capabilities ?? []).includes("following");
  }

  /**
   * Follow a player, by their id. The player is not notified.
   * @param {string} player
   * @returns {Promise<FollowedPlayer>}
   */
  async follow(player) {
    this.#check();
    return (await answered(this.#ask, { type: "follow", player }, "followed")).followed;
  }

  /**
   * Stop following a player.
   * @param {string} player
   */
  async unfollow(player) {
    this.#check();
    await answered(this.#ask, { type: "unfollow", player }, "unfollowed");
  }

  /**
   * Return the players whom this player follows, with their presence now.
   * @returns {Promise<Following>}
   */
  async list() {
    this.#check();
    return answered(this.#ask, { type: "get_following" }, "following");
  }

  /**
   * Set which players see that this player is online.
   * @param {SetSeenBy["by"]} by
   * @returns {Promise<Following>}
   */
  async setSeenBy(by) {
    this.#check();
    return answered(this.#ask, { type: "set_seen_by", by }, "following");
  }

  #check() {
    if (!this.isOfferedHere) throw new ClientError("this server has no following");
  }
}
