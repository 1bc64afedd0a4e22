import { answered } from "./answers.js";
import { ClientError } from "./errors.js";

/** @import { TradeRequests } from "./trades.js" */
/** @import { Avoidance, DeckDropped, DeckKept, KeptDeck, Movements, OwnedCopies, PackOpened, Packs, Welcome } from "../types/v1.js" */
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
   * Keep a guest's account under a name and a password. Only this answer shows its recovery codes.
   * @param {string} name
   * @param {string} password
   */
  register(name, password) {
    return answered(this.#ask, { type: "register", name, password }, "account");
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
    if (!this.areKeptHere) throw new ClientError("this server keeps no decks");
  }
}

/**
 * What a client asks about the copies of cards that its player owns, and about packs. Everything rejects with what
 * `Client.ask` rejects with; a server without collections is asked for none, and gives no packs.
 */
export class CollectionRequests {
  #ask;
  #welcome;

  /** Trades with other players, once they were wanted. @type {TradeRequests | null} */
  wantedTrades = null;

  /**
   * @param {Ask} ask
   * @param {() => Welcome} welcome
   */
  constructor(ask, welcome) {
    this.#ask = ask;
    this.#welcome = welcome;
  }

  /** Return what is asked about trades with other players. */
  async trades() {
    const { TradeRequests } = await import("./trades.js"); // few pages need it, and a page waits for all that it imports
    this.wantedTrades ??= new TradeRequests(this.#ask, this.#welcome);
    return this.wantedTrades;
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
    if (!this.isKeptHere) throw new ClientError("this server keeps no collections");
  }
}
