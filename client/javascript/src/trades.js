import { answered } from "./answers.js";
import { ClientError } from "./errors.js";
import { Readers } from "./pauses.js";

/** @import { FromServer, Trade, TradeCard, Trades, Welcome } from "../types/v1.js" */
/** @import { Ask, Command } from "./answers.js" */

/**
 * What goes each way: `gives` from oneself, `takes` from the other; what is left out is nothing.
 * @typedef {{ gives?: TradeCard[], takes?: TradeCard[] }} Terms
 */

/**
 * What a client asks about trades of copies of cards, and is told of them. Everything rejects with what `Client.ask` rejects with;
 * a server on which nobody trades is asked for nothing.
 */
export class TradeRequests {
  #ask;
  #welcome;
  /** @type {Readers<Trade>} */
  #readers = new Readers();
  /** The last that was told of each trade. @type {Map<string, string>} */
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

  /** Whether players trade on this server. */
  get areKeptHere() {
    return (this.#welcome().capabilities ?? []).includes("trades");
  }

  /**
   * Offer a trade to a player. What one gives stays where it is until they have answered. A refusal has a sentence for each card in
   * `faults`.
   * @param {string} player
   * @param {Terms} terms
   * @returns {Promise<Trade>}
   */
  offer(player, { gives = [], takes = [] }) {
    return this.#trade({ type: "offer_trade", player, gives, takes });
  }

  /**
   * Make the next revision of a trade of which one has seen this one: the other has to accept it.
   * @param {string} trade
   * @param {number} revision
   * @param {Terms} terms
   * @returns {Promise<Trade>}
   */
  counter(trade, revision, { gives = [], takes = [] }) {
    return this.#trade({ type: "counter_trade", trade, revision, gives, takes });
  }

  /**
   * Accept this revision, which the other has made: both sides move, or nothing does, and it is refused.
   * @param {string} trade
   * @param {number} revision
   * @returns {Promise<Trade>}
   */
  accept(trade, revision) {
    return this.#trade({ type: "accept_trade", trade, revision });
  }

  /**
   * End a trade without anything having moved.
   * @param {string} trade
   * @returns {Promise<Trade>}
   */
  cancel(trade) {
    return this.#trade({ type: "cancel_trade", trade });
  }

  /**
   * Return how a trade of one's own stands.
   * @param {string} trade
   * @returns {Promise<Trade>}
   */
  get(trade) {
    return this.#trade({ type: "get_trade", trade });
  }

  /**
   * Return one's trades that are open, and those that have ended, the newest first; with `before` those that ended before that.
   * @param {number} [before]
   * @returns {Promise<Trades>}
   */
  async list(before) {
    this.#check();
    return answered(this.#ask, { type: "get_trades", ...(before !== undefined && { before }) }, "trades");
  }

  /**
   * Return each of one's trades as it stands now whenever something has become of it from now on, by whoever; after a reconnect
   * those of which something has meanwhile. Rejects with `LostError` when the connection is gone for good.
   * @returns {AsyncGenerator<Trade, never, undefined>}
   */
  async *changes() {
    const [trades, early] = await this.#readers.collected(() => this.list());
    this.standAt(trades); // whoever reads already has to hear of it, too
    const listed = new Set([...trades.open, ...trades.ended].map(({ id, revision }) => `${id} ${revision}`));
    return yield* this.#readers.read(early.filter(({ id, revision }) => !listed.has(`${id} ${revision}`)));
  }

  /** @param {FromServer} message what the server says */
  tell(message) {
    if (message.type === "trade_changed") {
      this.#take(message.trade);
    }
  }

  /**
   * Return what to say when the connection is up again.
   * @returns {Iterable<Command>}
   */
  *resume() {
    if (this.#readers.size > 0) {
      yield { type: "get_trades" };
    }
  }

  /**
   * Take in how trades stand after a reconnect, or when one more begins to read.
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

  /** @param {ClientError} error why nothing will be told any more */
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
