import { answered } from "./answers.js";
import { ClientError } from "./errors.js";

/** @import { AcceptChallengeLink, Bots, Challenge, ChallengeLink, Challenges, CreateChallenge, CreateChallengeLink, DeclineChallenge, SetChallengers, Welcome } from "../types/v1.js" */
/** @import { Ask, Command } from "./answers.js" */
/** @import { FollowedMatch } from "./followed-match.js" */
/** @import { NoticeRequests } from "./notices.js" */

/**
 * Requests about challenges: one player asks another one for a match. All reject with the errors of `Client.ask`. If the
 * server has no challenges, nothing is sent. Answers of others arrive as notices.
 */
export class ChallengeRequests {
  #ask;
  #welcome;
  #notices;
  #watch;

  /**
   * @param {Ask} ask
   * @param {() => Welcome} welcome
   * @param {() => Promise<NoticeRequests>} notices
   * @param {(match: string) => Promise<FollowedMatch<any>>} watch
   */
  constructor(ask, welcome, notices, watch) {
    this.#ask = ask;
    this.#welcome = welcome;
    this.#notices = notices;
    this.#watch = watch;
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
   * Accept a challenge. Its match has begun. With `onlyRated`, a match that would not be rated is refused.
   * @param {string} challenge
   * @param {string} [deck]
   * @param {{ onlyRated?: boolean }} [how]
   * @returns {Promise<Challenge>}
   */
  accept(challenge, deck, { onlyRated = false } = {}) {
    const brought = deck === undefined ? {} : { deck };
    return this.#challenge({ type: "accept_challenge", challenge, ...brought, ...(onlyRated && { only_rated: true }) });
  }

  /**
   * Challenge the first player who accepts with the token of the answer.
   * @param {Omit<CreateChallengeLink, "type" | "ref">} what
   * @returns {Promise<ChallengeLink>}
   */
  createLink(what) {
    return this.#link({ type: "create_challenge_link", ...what });
  }

  /**
   * Return the challenge of a link, without using it up.
   * @param {string} token
   * @returns {Promise<ChallengeLink>}
   */
  getLink(token) {
    return this.#link({ type: "get_challenge_link", token });
  }

  /**
   * Accept the challenge of a link. Its match has begun.
   * @param {string} token
   * @param {Omit<AcceptChallengeLink, "type" | "ref" | "token">} [how]
   * @returns {Promise<Challenge>}
   */
  acceptLink(token, how = {}) {
    return this.#challenge({ type: "accept_challenge_link", token, ...how });
  }

  /**
   * Cancel a link that this player has made, by its id.
   * @param {string} link
   * @returns {Promise<ChallengeLink>}
   */
  cancelLink(link) {
    return this.#link({ type: "cancel_challenge_link", link });
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
   * Yield the open challenges to this player, oldest first, and then each new one, also after a reconnect. A challenge that
   * was answered or cancelled meanwhile is left out. Rejects with `LostError` when the connection is lost for good.
   * @returns {AsyncGenerator<Challenge, void, undefined>}
   */
  async *received() {
    this.#check();
    const notices = await this.#notices();
    const before = await notices.list();
    yield* [...(await this.list()).received].reverse();
    for await (const { challenge } of notices.follow(before.notices[0]?.id ?? before.read)) {
      if (challenge?.stage === "open") yield* (await this.list()).received.filter(({ id }) => id === challenge.id);
    }
  }

  /**
   * Accept a challenge, and follow its match from the player's seat.
   * @param {string} challenge
   * @param {string} [deck]
   */
  async play(challenge, deck) {
    const { match = null } = await this.accept(challenge, deck);
    if (match === null) throw new ClientError("the server named no match of the accepted challenge");
    return this.#watch(match);
  }

  /**
   * Wait for the answer to a challenge by this player, and return the challenge with it. Its stage is `expired` if
   * nobody has answered in time. Rejects with `LostError` when the connection is lost for good.
   * @param {string} challenge
   * @returns {Promise<Challenge>}
   */
  async answer(challenge) {
    this.#check();
    const notices = await this.#notices();
    const before = await notices.list();
    const known = before.notices.find((each) => each.challenge?.id === challenge && each.challenge.stage !== "open");
    if (known?.challenge) return known.challenge;
    for await (const notice of notices.follow(before.notices[0]?.id ?? before.read)) {
      if (notice.challenge?.id === challenge) return notice.challenge;
    }
    throw new ClientError("the notices have ended");
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
   * List this bot account as an opponent that plays these games; without games it is not listed any more.
   * @param {string[]} games
   * @param {number} [atOnce]
   * @returns {Promise<Bots>}
   */
  async declareBot(games, atOnce = 1) {
    this.#check();
    return answered(this.#ask, { type: "declare_bot", games, at_once: atOnce }, "bots");
  }

  /**
   * Return the bots of players that take challenges.
   * @param {string} [game] Only bots that play it.
   * @returns {Promise<Bots>}
   */
  async listBots(game) {
    this.#check();
    return answered(this.#ask, { type: "list_bots", ...(game !== undefined && { game }) }, "bots");
  }

  /**
   * Set which players may challenge this one, or a bot of this one.
   * @param {SetChallengers["by"]} by
   * @param {SetChallengers["rating_bands"]} [bands] The bands of ratings; without it they stay.
   * @param {string} [bot] The player's own bot.
   * @returns {Promise<Challenges>}
   */
  async setChallengers(by, bands, bot) {
    this.#check();
    const wanted = { ...(bands !== undefined && { rating_bands: bands }), ...(bot !== undefined && { bot }) };
    return answered(this.#ask, { type: "set_challengers", by, ...wanted }, "challenges");
  }

  /**
   * @param {Command} command
   * @returns {Promise<Challenge>}
   */
  async #challenge(command) {
    this.#check();
    return (await answered(this.#ask, command, "challenge_changed")).challenge;
  }

  /**
   * @param {Command} command
   * @returns {Promise<ChallengeLink>}
   */
  #link(command) {
    this.#check();
    return answered(this.#ask, command, "challenge_link");
  }

  #check() {
    if (!this.areTakenHere) throw new ClientError("this server has no challenges");
  }
}
