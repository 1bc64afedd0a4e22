import { answered } from "./answers.js";
import { ClientError } from "./errors.js";

/** @import { Avoidance, DeckDropped, DeckKept, KeptDeck, Welcome } from "../types/v1.js" */
/** @import { Ask, Fields } from "./answers.js" */

/** What a client asks about its own player. Everything rejects with what `Client.ask` rejects with. */
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
   * Keep a guest's account under a name and a password. Only this answer shows its recovery codes. If its `state` is
   * `waiting`, a moderator has to approve the account.
   * @param {string} name
   * @param {string} password
   * @param {{ invite?: string }} [fields] `invite`: the code that `welcome.site.registration` asks for
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
   * Return new recovery codes, of which those of before are worth nothing any more.
   * @param {string} password
   */
  async makeRecoveryCodes(password) {
    return (await answered(this.#ask, { type: "make_recovery_codes", password }, "account")).recovery_codes;
  }

  /**
   * Take another name or password.
   * @param {Fields<"change_account">} fields
   */
  change(fields) {
    return answered(this.#ask, { type: "change_account", ...fields }, "account");
  }

  /**
   * Delete the account; a guest's has no password.
   * @param {string} [password]
   */
  async delete(password) {
    await answered(this.#ask, { type: "delete_account", ...(password !== undefined && { password }) }, "signed_out");
  }

  /**
   * End this session, or all of them. The client can only be closed afterwards.
   * @param {{ everywhere?: boolean }} [fields]
   */
  async signOut({ everywhere = false } = {}) {
    await answered(this.#ask, { type: "sign_out", everywhere }, "signed_out");
  }

  /**
   * Keep away from a player, or no longer.
   * @param {string} player
   * @param {Avoidance} how
   */
  avoid(player, how) {
    return answered(this.#ask, { type: "avoid", player, how }, "account");
  }

  /**
   * Make an account for a program of one's own.
   * @param {string} name
   */
  makeBot(name) {
    return answered(this.#ask, { type: "make_bot", name }, "account");
  }

  /**
   * Delete the account of one's own bot.
   * @param {string} bot
   */
  deleteBot(bot) {
    return answered(this.#ask, { type: "delete_bot", bot }, "account");
  }

  /**
   * Make a token for a program; this is the only time that it is shown.
   * @param {Fields<"make_token">} fields
   */
  makeToken(fields) {
    return answered(this.#ask, { type: "make_token", ...fields }, "token_made");
  }

  /** Return the tokens that were made for programs, without their secrets. */
  async tokens() {
    return (await answered(this.#ask, { type: "list_tokens" }, "tokens")).tokens;
  }

  /**
   * Make a token worthless; return those that are left.
   * @param {string} id
   */
  async revokeToken(id) {
    return (await answered(this.#ask, { type: "revoke_token", id }, "tokens")).tokens;
  }
}

/**
 * What a client asks about the decks that its player keeps in their account. Everything rejects with what `Client.ask` rejects
 * with; a server that keeps no decks is not asked.
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

  /** Whether this server keeps decks. */
  get areKeptHere() {
    return (this.#welcome().capabilities ?? []).includes("kept_decks");
  }

  /**
   * Return the decks that one keeps, for one game or for all, those that were kept last first; a guest keeps none.
   * @param {string} [game]
   * @returns {Promise<readonly KeptDeck[]>}
   */
  async list(game) {
    if (!this.areKeptHere) return [];
    return (await answered(this.#ask, { type: "list_decks", ...(game !== undefined && { game }) }, "decks")).decks;
  }

  /**
   * Keep a deck under a name, in the place of the one of this name for this game: answers with everything that is wrong with it,
   * and is refused to guests.
   * @param {Fields<"keep_deck">} fields
   * @returns {Promise<DeckKept>}
   */
  async keep(fields) {
    this.#check();
    return answered(this.#ask, { type: "keep_deck", ...fields }, "deck_kept");
  }

  /**
   * Keep a deck no longer.
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
