import { answered } from "./answers.js";

/** @import { Played, RatedAmong } from "../types/v1.js" */
/** @import { Ask, Fields } from "./answers.js" */

/** Requests about ratings and played matches. All reject with the errors of `Client.ask`. */
export class StandingsRequests {
  #ask;

  /** @param {Ask} ask */
  constructor(ask) {
    this.#ask = ask;
  }

  /**
   * Return a player's standing in every game: by id, by the name of an account, or this client's own.
   * @param {Fields<"get_profile">} [who]
   */
  profile(who = {}) {
    return answered(this.#ask, { type: "get_profile", ...who }, "profile");
  }

  /**
   * Return a page of a game's ladder: that of people, or that of players' bots.
   * @param {string} game
   * @param {number} [page]
   * @param {RatedAmong} [among]
   */
  ladder(game, page = 1, among = "people") {
    return answered(this.#ask, { type: "get_ladder", game, page, among }, "ladder");
  }

  /**
   * Return a page of a player's matches, newest first, those that ended before this time.
   * @param {Fields<"get_history">} [fields]
   */
  history(fields = {}) {
    return answered(this.#ask, { type: "get_history", ...fields }, "history");
  }

  /**
   * Yield all stored matches of a player, newest first.
   * @param {string} [player]
   * @returns {AsyncGenerator<Played, void, undefined>}
   */
  async *matches(player) {
    /** @type {number | null} */
    let before = null;
    do {
      const page = await this.history({ ...(player !== undefined && { player }), before });
      yield* page.matches;
      before = page.before ?? null;
    } while (before !== null);
  }

  /**
   * Return the results of a player, or of this client's own, against another one.
   * @param {Fields<"get_head_to_head">} fields
   */
  headToHead(fields) {
    return answered(this.#ask, { type: "get_head_to_head", ...fields }, "head_to_head");
  }

  /** Return all stored data about this player, with the newest matches; `matches` returns the others. */
  export() {
    return answered(this.#ask, { type: "get_export" }, "export");
  }
}
