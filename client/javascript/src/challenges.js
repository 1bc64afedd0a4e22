import { answered } from "./answers.js";
import { ClientError } from "./errors.js";

/** @import { Challenge, Challenges, CreateChallenge, DeclineChallenge, SetChallengers, Welcome } from "../types/v1.js" */
/** @import { Ask, Command } from "./answers.js" */

/**
 * Requests about challenges: one player asks another one for a match. All reject with the errors of `Client.ask`. If the
 * server has no challenges, nothing is sent. Answers of others arrive as notices.
 */
export class ChallengeRequests {
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

  /** True if this server has challenges. */
  get areTakenHere() {
    return (this.#welcome().capabilities ?? []).includes("challenges");
  }

  /**
   * Challenge a player, by their id.
   * @param {Omit<CreateChallenge, "type" | "ref">} what
   * @returns {Promise<Challenge>}
   */
  create(what) {
    return this.#challenge({ type: "create_challenge", ...what });
  }

  /**
   * Accept a challenge. Its match has begun.
   * @param {string} challenge
   * @param {string} [deck]
   * @returns {Promise<Challenge>}
   */
  accept(challenge, deck) {
    return this.#challenge({ type: "accept_challenge", challenge, ...(deck !== undefined && { deck }) });
  }

  /**
   * Decline a challenge.
   * @param {string} challenge
   * @param {DeclineChallenge["reason"]} [reason]
   * @returns {Promise<Challenge>}
   */
  decline(challenge, reason = "generic") {
    return this.#challenge({ type: "decline_challenge", challenge, reason });
  }

  /**
   * Cancel a challenge that this player has made.
   * @param {string} challenge
   * @returns {Promise<Challenge>}
   */
  cancel(challenge) {
    return this.#challenge({ type: "cancel_challenge", challenge });
  }

  /**
   * Return the player's open challenges, and the group of players that may challenge them.
   * @returns {Promise<Challenges>}
   */
  async list() {
    this.#check();
    return answered(this.#ask, { type: "get_challenges" }, "challenges");
  }

  /**
   * Set which players may challenge this one.
   * @param {SetChallengers["by"]} by
   * @returns {Promise<Challenges>}
   */
  async setChallengers(by) {
    this.#check();
    return answered(this.#ask, { type: "set_challengers", by }, "challenges");
  }

  /**
   * @param {Command} command
   * @returns {Promise<Challenge>}
   */
  async #challenge(command) {
    this.#check();
    return (await answered(this.#ask, command, "challenge_changed")).challenge;
  }

  #check() {
    if (!this.areTakenHere) throw new ClientError("this server has no challenges");
  }
}
