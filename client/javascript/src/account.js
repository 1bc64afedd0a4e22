import { answered } from "./answers.js";
import { ClientError } from "./errors.js";

/** @import { Avoidance, DeckDropped, DeckKept, KeptDeck, Welcome } from "../types/v1.js" */
/** @import { Ask, Fields } from "./answers.js" */

/** Requests about the player's own account. All reject with the errors of `Client.ask`. */
export class AccountRequests {
  #ask;

  /** @param {Ask} ask */
  constructor(ask) {
    this.#ask = ask;
  }

  /** Return the account as only its owner sees it. */
  get() {
    return answered(this.#ask, { type: "get_account" }, "account");
  }

  /**
   * Turn a guest's account into one with a name and a password. Only this answer shows its recovery codes. If its
   * `state` is `waiting`, a moderator has to approve the account.
   * @param {string} name
   * @param {string} password
   * @param {{ invite?: string, ticket?: string }} [fields] `invite`: the code that `welcome.site.registration` asks for;
   *   `ticket`: that of a provider of identities
   */
  register(name, password, fields) {
    return answered(this.#ask, { type: "register", name, password, ...fields }, "account");
  }

  /**
   * Accept the host's terms of use in this version, which `welcome.site.terms` names.
   * @param {string} terms
   */
  async acceptTerms(terms) {
    return answered(this.#ask, { type: "accept_terms", terms }, "account");
  }

  /**
   * Return new recovery codes. The earlier ones are no longer valid.
   * @param {string} password
   */
  async makeRecoveryCodes(password) {
    return (await answered(this.#ask, { type: "make_recovery_codes", password }, "account")).recovery_codes;
  }

  /**
   * Change the name or the password.
   * @param {Fields<"change_account">} fields
   */
  change(fields) {
    return answered(this.#ask, { type: "change_account", ...fields }, "account");
  }

  /**
   * Delete the account. A guest's account has no password.
   * @param {string} [password]
   */
  async delete(password) {
    await answered(this.#ask, { type: "delete_account", ...(password !== undefined && { password }) }, "signed_out");
  }

  /**
   * End this session, or all sessions of the account. The client can only be closed afterwards.
   * @param {{ everywhere?: boolean }} [fields]
   */
  async signOut({ everywhere = false } = {}) {
    await answered(this.#ask, { type: "sign_out", everywhere }, "signed_out");
  }

  /**
   * Avoid a player: mute them, or never be matched with them. Also undoes this.
   * @param {string} player
   * @param {Avoidance} how
   */
  avoid(player, how) {
    return answered(this.#ask, { type: "avoid", player, how }, "account");
  }

  /**
   * Create a bot account for a program of this player.
   * @param {string} name
   */
  makeBot(name) {
    return answered(this.#ask, { type: "make_bot", name }, "account");
  }

  /**
   * Delete the account of one of this player's bots.
   * @param {string} bot
   */
  deleteBot(bot) {
    return answered(this.#ask, { type: "delete_bot", bot }, "account");
  }

  /**
   * Create a token for a program. Only this answer shows it.
   * @param {Fields<"make_token">} fields
   */
  makeToken(fields) {
    return answered(this.#ask, { type: "make_token", ...fields }, "token_made");
  }

  /** Return the tokens for programs, without their secrets. */
  async tokens() {
    return (await answered(this.#ask, { type: "list_tokens" }, "tokens")).tokens;
  }

  /**
   * Revoke a token; return the remaining ones.
   * @param {string} id
   */
  async revokeToken(id) {
    return (await answered(this.#ask, { type: "revoke_token", id }, "tokens")).tokens;
  }

  /** Return the sessions of the player, last used first. */
  async sessions() {
    return (await answered(this.#ask, { type: "list_sessions" }, "sessions")).sessions;
  }

  /**
   * End a session, and return the others.
   * @param {string} id
   */
  async endSession(id) {
    return (await answered(this.#ask, { type: "end_session", id }, "sessions")).sessions;
  }

  /** End all sessions but this one, which is returned. */
  async endOtherSessions() {
    return (await answered(this.#ask, { type: "end_other_sessions" }, "sessions")).sessions;
  }

  /** Return the e-mail addresses of the account. */
  async email() {
    return (await answered(this.#ask, { type: "get_email" }, "email")).email;
  }

  /**
   * Set the e-mail address of the account, which gets a link to confirm it; `null` removes all.
   * @param {string | null} address
   * @param {string} [language] of the mails
   */
  async setEmail(address, language = "en") {
    return (await answered(this.#ask, { type: "set_email", address, language }, "email")).email;
  }

  /**
   * Choose the notices that come by mail too. Needs a confirmed address.
   * @param {Fields<"choose_mails">["notices"]} notices
   */
  async chooseMails(notices) {
    return (await answered(this.#ask, { type: "choose_mails", notices }, "email")).email;
  }

  /** Return the secret of a second factor, to be entered into an app. `confirmSecondFactor` turns it on. */
  beginSecondFactor() {
    return answered(this.#ask, { type: "begin_second_factor" }, "second_factor_begun");
  }

  /**
   * Turn the second factor on with a code of the app.
   * @param {string} code
   */
  confirmSecondFactor(code) {
    return answered(this.#ask, { type: "confirm_second_factor", code }, "account");
  }

  /**
   * Turn the second factor off with a code of the app or a recovery code.
   * @param {string} code
   */
  removeSecondFactor(code) {
    return answered(this.#ask, { type: "remove_second_factor", code }, "account");
  }

  /**
   * Prove that the player is the owner of the account: with the password, the ticket of a provider of identities, or a
   * code if there is a second factor.
   * @param {{ password?: string, code?: string, ticket?: string }} proof
   */
  proveIdentity(proof) {
    return answered(this.#ask, { type: "prove_identity", ...proof }, "identity_proved");
  }

  /**
   * Return the request of a program that has shown this code. Show it to the player before you answer.
   * @param {string} code
   */
  deviceRequest(code) {
    return answered(this.#ask, { type: "get_device_request", code }, "device_request");
  }

  /**
   * Allow or deny the request of a program. Its token is then among those for programs.
   * @param {string} code
   * @param {boolean} allow
   */
  answerDeviceRequest(code, allow) {
    return answered(this.#ask, { type: "answer_device_request", code, allow }, "device_request");
  }
}

/**
 * Requests about the decks in the player's account. All reject with the errors of `Client.ask`. If the server stores no
 * decks, nothing is sent.
 */
export class DeckRequests {
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

  /** True if this server stores decks. */
  get areKeptHere() {
    return (this.#welcome().capabilities ?? []).includes("kept_decks");
  }

  /**
   * Return the player's decks, for one game or for all, the newest first. Guests have none.
   * @param {string} [game]
   * @returns {Promise<readonly KeptDeck[]>}
   */
  async list(game) {
    if (!this.areKeptHere) return [];
    return (await answered(this.#ask, { type: "list_decks", ...(game !== undefined && { game }) }, "decks")).decks;
  }

  /**
   * Store a deck under a name. It replaces the deck with this name for this game. The answer has everything that is
   * wrong with the deck. Guests are refused.
   * @param {Fields<"keep_deck">} fields
   * @returns {Promise<DeckKept>}
   */
  async keep(fields) {
    this.#check();
    return answered(this.#ask, { type: "keep_deck", ...fields }, "deck_kept");
  }

  /**
   * Delete a deck.
   * @param {Fields<"drop_deck">} fields
   * @returns {Promise<DeckDropped>}
   */
  async drop(fields) {
    this.#check();
    return answered(this.#ask, { type: "drop_deck", ...fields }, "deck_dropped");
  }

  #check() {
    if (!this.areKeptHere) throw new ClientError("this server does not save decks");
  }
}
