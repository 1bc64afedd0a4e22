import { answered } from "./answers.js";
import { ClientError } from "./errors.js";
import { Readers } from "./pauses.js";

/** @import { FromServer, Trade, TradeCard, Trades, Welcome } from "../types/v1.js" */
/** @import { Ask, Command } from "./answers.js" */

/**
 * Copies for each direction: `gives` from this player, `takes` from the other one. A missing field means none.
 * @typedef {{ gives?: TradeCard[], takes?: TradeCard[] }} Terms
 */

/**
 * Requests and messages about trades of copies of cards. All reject with the errors of `Client.ask`. If the server has
 * no trades, nothing is sent.
 */
export class TradeRequests {
  #ask;
  #welcome;
  /** @type {Readers<Trade>} */
  #readers = new Readers();
  /** The last known state of each trade. @type {Map<string, string>} */
  #known = new Map();
  #latest = 0;

  /**
   * @param {Ask} ask
   * @param {() => Welcome} welcome
   */
  constructor(ask, welcome) {
    this.#ask = ask;
    this.#welcome = welcome;
  }

  /** True if players can trade on this server. */
  get areKeptHere() {
    return (this.#welcome().capabilities ?? []).includes("trades");
  }

  /**
   * Offer a trade to a player. The offered copies stay with their owner until the other player has answered. A refusal
   * has a sentence for each card in `faults`.
   * @param {string} player
   * @param {Terms} terms
   * @returns {Promise<Trade>}
   */
  offer(player, { gives = [], takes = [] }) {
    return this.#trade({ type: "offer_trade", player, gives, takes });
  }

  /**
   * Make the next revision of a trade, after this one: the other player has to accept it.
   * @param {string} trade
   * @param {number} revision
   * @param {Terms} terms
   * @returns {Promise<Trade>}
   */
  counter(trade, revision, { gives = [], takes = [] }) {
    return this.#trade({ type: "counter_trade", trade, revision, gives, takes });
  }

  /**
   * Accept this revision by the other player. All copies move, or none, and it is refused.
   * @param {string} trade
   * @param {number} revision
   * @returns {Promise<Trade>}
   */
  accept(trade, revision) {
    return this.#trade({ type: "accept_trade", trade, revision });
  }

  /**
   * End a trade. No copy moves.
   * @param {string} trade
   * @returns {Promise<Trade>}
   */
  cancel(trade) {
    return this.#trade({ type: "cancel_trade", trade });
  }

  /**
   * Return the state of one of the player's trades.
   * @param {string} trade
   * @returns {Promise<Trade>}
   */
  get(trade) {
    return this.#trade({ type: "get_trade", trade });
  }

  /**
   * Return the player's trades: the open ones and the ended ones, newest first. With `before`, those that ended before
   * that.
   * @param {number} [before]
   * @returns {Promise<Trades>}
   */
  async list(before) {
    this.#check();
    return answered(this.#ask, { type: "get_trades", ...(before !== undefined && { before }) }, "trades");
  }

  /**
   * Yield each of the player's trades after each change, by either player; after a reconnect those that changed in
   * between. Rejects with `LostError` when the connection is lost for good.
   * @returns {AsyncGenerator<Trade, never, undefined>}
   */
  async *changes() {
    const [trades, early] = await this.#readers.collected(() => this.list());
    this.standAt(trades); // whoever reads already has to hear of it, too
    const listed = new Set([...trades.open, ...trades.ended].map(({ id, revision }) => `${id} ${revision}`));
    return yield* this.#readers.read(early.filter(({ id, revision }) => !listed.has(`${id} ${revision}`)));
  }

  /** @param {FromServer} message a message from the server */
  receive(message) {
    if (message.type === "trade_changed") {
      this.#take(message.trade);
    }
  }

  /**
   * Return the commands to send after a reconnect.
   * @returns {Iterable<Command>}
   */
  *resume() {
    if (this.#readers.size > 0) {
      yield { type: "get_trades" };
    }
  }

  /**
   * Handle the state of trades after a reconnect, or for a further reader.
   * @param {Trades} answer
   */
  standAt(answer) {
    const latest = this.#latest;
    for (const trade of [...answer.open, ...answer.ended].sort((one, other) => one.changed_at - other.changed_at)) {
      if (trade.changed_at >= latest) {
        this.#take(trade);
      }
    }
    this.#note(answer);
  }

  /** @param {ClientError} error the reason why no more messages will come */
  fail(error) {
    this.#readers.fail(error);
  }

  /** @param {Trades} answer */
  #note(answer) {
    for (const trade of [...answer.open, ...answer.ended]) {
      this.#known.set(trade.id, JSON.stringify(trade));
      this.#latest = Math.max(this.#latest, trade.changed_at);
    }
  }

  /** @param {Trade} trade */
  #take(trade) {
    const said = JSON.stringify(trade);
    if (this.#readers.size === 0 || this.#known.get(trade.id) === said) {
      return;
    }
    this.#known.set(trade.id, said);
    this.#latest = Math.max(this.#latest, trade.changed_at);
    this.#readers.add(trade);
  }

  /**
   * @param {Command} command
   * @returns {Promise<Trade>}
   */
  async #trade(command) {
    this.#check();
    return (await answered(this.#ask, command, "trade_changed")).trade;
  }

  #check() {
    if (!this.areKeptHere) throw new ClientError("trading is off on this server");
  }
}
