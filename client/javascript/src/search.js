import { answered } from "./answers.js";
import { CommandRefused, GoneError } from "./errors.js";
import { bound } from "./notes.js";
import { News } from "./pauses.js";
import { beginsWith } from "./tables.js";

/** @import { FromServer, Offer, SoughtGame, Ticket, TicketChanged } from "../types/v1.js" */
/** @import { Ask, Command, Fields } from "./answers.js" */
/** @import { ClientError } from "./errors.js" */
/** @import { FollowedMatch } from "./followed-match.js" */
/** @import { Notes } from "./notes.js" */
/** @import { TableRequests } from "./tables.js" */

const PASSED = new Set(["offer_over", "unknown_offer"]);

/**
 * The way in which a ticket was lost, in words. The other ends are no loss.
 * @type {Readonly<Record<string, string>>}
 */
const LOSSES = {
  absent: "an offer was not answered in time",
  gone: "the ticket was withdrawn, because the connection was down for too long",
  broken: "the server could not start the match",
};

/**
 * A search for opponents: its last known state and what can be done about it. It goes on across reconnects, if they do
 * not take too long.
 */
export class Search {
  #ask;
  #tables;
  #watchMatch;
  #notes;
  #ahead = 0;
  #hasBegun = false;
  /** @type {Map<"ticket" | "offer", Ticket | Offer>} */
  #untold = new Map();
  #news = new News();
  /** @type {ClientError | null} */
  #lost = null;
  /** The last known state of the ticket. @type {Ticket | null} */
  ticket = null;
  /** The last offer. @type {Offer | null} */
  offer = null;
  /** The end of the ticket, after it has ended. @type {TicketChanged["ended"]} */
  ended = null;

  /**
   * @param {Ask} ask
   * @param {TableRequests} tables
   * @param {(match: string, since: number) => Promise<FollowedMatch>} watchMatch
   * @param {Notes} notes
   */
  constructor(ask, tables, watchMatch, notes) {
    this.#ask = ask;
    this.#tables = tables;
    this.#watchMatch = watchMatch;
    this.#notes = notes;
  }

  /** True if the ticket has ended, and the match is known if one has begun. */
  get isOver() {
    return this.ended === "begun" ? this.offer?.stage === "begun" : this.ended !== null;
  }

  /** Return the store's time, computed from the newest message. */
  now() {
    return Math.round(performance.now() + this.#ahead);
  }

  /**
   * Yield each change of the ticket and each offer, until the match begins or the player gives up. Rejects with
   * `GoneError` if the ticket is lost in another way, `LostError`.
   * @returns {AsyncGenerator<{ ticket: Ticket | null, offer: Offer | null }, void, undefined>} one of the two
   */
  async *[Symbol.asyncIterator]() {
    for (;;) {
      const offer = /** @type {Offer | undefined} */ (this.#untold.get("offer"));
      const ticket = /** @type {Ticket | undefined} */ (this.#untold.get("ticket"));
      this.#untold.clear();
      if (offer !== undefined) {
        yield { ticket: null, offer };
      }
      if (ticket !== undefined) {
        yield { ticket, offer: null };
      }
      if (this.#untold.size > 0) {
        continue;
      }
      if (this.isOver) {
        const why = LOSSES[this.ended ?? ""];
        if (why !== undefined) {
          throw new GoneError(why);
        }
        return;
      }
      if (this.#lost !== null) {
        throw this.#lost;
      }
      await this.#news.next();
    }
  }

  /**
   * Accept the offer, and return true if that was in time. Without `entropy` it is drawn here, once for each
   * commitment. The server gets its hash, and when all have accepted the client reveals it. It is noted in the client's
   * `notes`.
   * @param {string | null} [entropy]
   */
  async accept(entropy = null) {
    if (this.offer === null) {
      return false;
    }
    const { id, match, commitment } = this.offer;
    const share = await bound(() => this.#notes.entropy(match, commitment, entropy));
    return this.#answer({ type: "accept", offer: id, ...share });
  }

  /** Decline the offer and end the search; return true if that was in time. */
  async decline() {
    return this.offer !== null && this.#answer({ type: "decline", offer: this.offer.id });
  }

  /** End the search. Rejects with `CommandRefused` if the match is about to begin. */
  async giveUp() {
    await answered(this.#ask, { type: "unseek" }, "ticket_changed");
  }

  /** Return the match when it has begun. Rejects with `GoneError` if none will begin, `LostError`. */
  async begun() {
    for await (const _ of this) {
      // until it is over
    }
    if (this.ended !== "begun" || this.offer === null) {
      throw new GoneError("the search was cancelled");
    }
    await this.#revealed(this.offer);
    return this.#watchMatch(this.offer.match, 0);
  }

  /**
   * Wait until entropy is revealed and the match has begun. Rejects with `GoneError` if its deal was refused.
   * @param {Offer} offer
   */
  async #revealed({ table: id, match }) {
    try {
      for await (const table of this.#tables.changes(id)) {
        if (!beginsWith(match, table)) {
          return;
        }
      }
    } catch (error) {
      if (error instanceof GoneError) {
        await this.#tables.stand(id).catch(() => undefined); // the others seek anew
      }
      if (!(error instanceof CommandRefused && error.code === "unknown_table")) {
        throw error; // else it was played, and everybody has gone since
      }
    }
  }

  /** @param {Fields<"seek">} wish */
  async begin(wish) {
    const answer = await answered(this.#ask, { type: "seek", ...wish }, "ticket_changed");
    this.#hasBegun = true;
    this.receive(answer);
  }

  /** @param {FromServer} message a message from the server about tickets and offers */
  receive(message) {
    if (message.type === "ticket_changed" && (this.#hasBegun || message.ticket !== null)) {
      this.#hasBegun = true;
      this.ticket = message.ticket ?? null;
      this.ended = message.ended ?? null;
      this.#ahead = message.now - performance.now();
      if (this.ticket !== null) {
        this.#untold.set("ticket", this.ticket);
      }
    } else if (message.type === "offer_changed" && this.#isNewer(message.offer)) {
      this.offer = message.offer;
      this.#ahead = message.now - performance.now();
      this.#untold.set("offer", message.offer);
    }
    this.#news.notify();
  }

  /** @param {ClientError} error the reason why no more messages will come */
  fail(error) {
    this.#lost = error;
    this.#news.notify();
  }

  /**
   * True if an offer is newer than the known one. Messages and answers may overtake each other.
   * @param {Offer} offer
   */
  #isNewer(offer) {
    if (this.offer === null || this.offer.id !== offer.id) {
      return offer.stage === "open" || offer.stage === "accepted" || offer.stage === "begun";
    }
    const [now, before] = [progress(offer), progress(this.offer)];
    const differs = now.findIndex((value, at) => value !== before[at]);
    return differs >= 0 && (now[differs] ?? 0) > (before[differs] ?? 0);
  }

  /** @param {Command} command */
  async #answer(command) {
    try {
      const answer = await answered(this.#ask, command, "offer_changed");
      return answer.offer.stage !== "failed" || command.type === "decline";
    } catch (error) {
      if (error instanceof CommandRefused && PASSED.has(error.code)) {
        return false;
      }
      throw error;
    }
  }
}

/**
 * Return a number that only grows while an offer goes on.
 * @param {Offer} offer
 */
function progress(offer) {
  return [Number(offer.stage !== "open"), offer.accepted, Number(offer.has_accepted), Number(offer.stage === "begun")];
}

/**
 * Return the wanted games in the form of the protocol.
 * @param {readonly (string | SoughtGame)[]} games
 * @returns {SoughtGame[]}
 */
export function sought(games) {
  return games.map((game) => (typeof game === "string" ? { game } : game));
}
