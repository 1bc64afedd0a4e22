import { answered } from "./answers.js";
import { CommandRefused, ForkedError, GoneError } from "./errors.js";
import { FollowedMatch, through } from "./followed-match.js";

/** @import { FromServer, Update } from "../types/v1.js" */
/** @import { Ask, Command } from "./answers.js" */
/** @import { ClientError } from "./errors.js" */
/** @import { Notes } from "./notes.js" */

/** The matches that a client follows. */
export class FollowedMatches {
  #ask;
  #freshRef;
  #notes;
  /** @type {Map<string, FollowedMatch>} */
  #matches = new Map();
  /** @type {Set<string>} */
  #watching = new Set();

  /**
   * @param {Ask} ask
   * @param {() => string} freshRef
   * @param {Notes} notes
   */
  constructor(ask, freshRef, notes) {
    this.#ask = ask;
    this.#freshRef = freshRef;
    this.#notes = notes;
  }

  /**
   * Follow a match. Ended matches are dropped if there are too many. Rejects with `ForkedError` if the match differs
   * from the one that was followed before.
   * @param {string} match
   * @param {number | null} since
   * @param {number | null} [seat] the seat whose view a spectator wants; `null` for none
   * @returns {Promise<FollowedMatch>}
   */
  async watch(match, since, seat = null) {
    const followed = this.#matches.get(match);
    if (followed !== undefined) {
      if (seat !== null && seat !== followed.through) {
        await followed.viewAs(seat);
      }
      return followed;
    }
    for (const [id, other] of this.#matches) {
      if (other.result !== null) {
        await this.unwatch(id);
      }
    }
    const ref = this.#freshRef();
    this.#watching.add(ref);
    const known = this.#notes.links(match);
    const told = since ?? (known.size > 0 ? Math.max(...known.keys()) : null); // the store may have forgotten some of it
    const link = told === null ? null : (known.get(told) ?? null);
    try {
      const first = await answered(
        this.#ask,
        { type: "watch_match", match, since: told, link, ref, ...through(seat) },
        "update",
      );
      return this.#matches.get(match) ?? this.#add(first);
    } finally {
      this.#watching.delete(ref);
    }
  }

  /** True if the player has a seat in one of them and that match goes on. */
  get isPlaying() {
    return [...this.#matches.values()].some(({ seat, result }) => seat !== null && result === null);
  }

  /**
   * Return the player's seat in a followed match; `null` without one.
   * @param {string} match
   */
  seatIn(match) {
    return this.#matches.get(match)?.seat ?? null;
  }

  /**
   * Stop following a match.
   * @param {string} match
   */
  async unwatch(match) {
    this.#matches.delete(match);
    try {
      await answered(this.#ask, { type: "unwatch_match", match }, "match_unwatched");
    } catch (error) {
      if (!(error instanceof CommandRefused && error.code === "not_watching")) {
        throw error; // that one is as after a reconnect
      }
    }
  }

  /** @param {FromServer} message a message that may be about a match */
  receive(message) {
    switch (message.type) {
      case "update": {
        const followed = this.#matches.get(message.match);
        if (followed !== undefined) {
          followed.receive(message);
        } else if (this.#watching.has(message.ref ?? "")) {
          this.#addAtOnce(message); // taken in here: the next update may come before whoever asked goes on
        }
        break;
      }
      case "rewound":
        if (this.#matches.has(message.match)) {
          this.#matches.get(message.match)?.receiveRewound(message);
        } else {
          this.#notes.links(message.match).clear(); // it is being asked for: where the histories part may be a guess
        }
        break;
      case "match_unwatched":
        if ((message.ref ?? null) === null) {
          this.part(message.match, message.text ?? ""); // the server cannot go on with it
        }
        break;
      case "rated":
        this.#matches.get(message.match)?.receiveRated(message);
        break;
      default:
    }
  }

  /**
   * Return the commands to send after a reconnect. Ended matches are included: a restored store may have lost their
   * end.
   * @returns {Iterable<Command>}
   */
  *resume() {
    for (const [match, followed] of this.#matches) {
      const { version: since, link } = followed.latest;
      yield { type: "watch_match", match, since, link, ...through(followed.through) };
    }
  }

  /** @param {Update} update the state of a match after a reconnect */
  standAt(update) {
    this.#matches.get(update.match)?.standAt(update);
  }

  /**
   * Drop a match that the server no longer has.
   * @param {string} match
   * @param {string} why
   */
  part(match, why) {
    this.#matches.get(match)?.fail(new GoneError(why));
    this.#matches.delete(match);
  }

  /** @param {ClientError} error the reason why no more messages will come */
  fail(error) {
    for (const followed of this.#matches.values()) {
      followed.fail(error);
    }
  }

  /** @param {Update} first an update, possibly of another match than before; then the caller gets the error */
  #addAtOnce(first) {
    try {
      this.#add(first);
    } catch (error) {
      if (!(error instanceof ForkedError)) {
        throw error;
      }
    }
  }

  /** @param {Update} first */
  #add(first) {
    const links = this.#notes.links(first.match);
    links.takeUp(first);
    const followed = new FollowedMatch(this.#ask, first, links);
    this.#matches.set(first.match, followed);
    return followed;
  }
}
