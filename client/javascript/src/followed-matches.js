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
   * Follow a match. Those that have ended are let go for it. Rejects with `ForkedError` if it is not the one that was followed
   * before.
   * @param {string} match
   * @param {number | null} since
   * @param {number | null} [seat] through whose eyes, as a spectator; `null` for nobody's
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

  /** Whether one of them goes on in which this player has a seat. */
  get isPlaying() {
    return [...this.#matches.values()].some(({ seat, result }) => seat !== null && result === null);
  }

  /**
   * Return one's own seat in a match that is followed; `null` if it is none.
   * @param {string} match
   */
  seatIn(match) {
    return this.#matches.get(match)?.seat ?? null;
  }

  /**
   * Follow a match no longer.
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

  /** @param {FromServer} message which may be about a match */
  tell(message) {
    switch (message.type) {
      case "update": {
        const followed = this.#matches.get(message.match);
        if (followed !== undefined) {
          followed.tell(message);
        } else if (this.#watching.has(message.ref ?? "")) {
          this.#addAtOnce(message); // taken in here: the next update may come before whoever asked goes on
        }
        break;
      }
      case "rewound":
        if (this.#matches.has(message.match)) {
          this.#matches.get(message.match)?.tellRewound(message);
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
        this.#matches.get(message.match)?.tellRated(message);
        break;
      default:
    }
  }

  /**
   * Return what to say when the connection is up again. Of a match that has ended it is asked, too: a store that was put back may
   * have forgotten its end.
   * @returns {Iterable<Command>}
   */
  *resume() {
    for (const [match, followed] of this.#matches) {
      const { version: since, link } = followed.latest;
      yield { type: "watch_match", match, since, link, ...through(followed.through) };
    }
  }

  /** @param {Update} update how a match stands after a reconnect */
  standAt(update) {
    this.#matches.get(update.match)?.standAt(update);
  }

  /**
   * Let a match go that the server does not have any more.
   * @param {string} match
   * @param {string} why
   */
  part(match, why) {
    this.#matches.get(match)?.fail(new GoneError(why));
    this.#matches.delete(match);
  }

  /** @param {ClientError} error why nothing will be told any more */
  fail(error) {
    for (const followed of this.#matches.values()) {
      followed.fail(error);
    }
  }

  /** @param {Update} first which may be of another match than was told before: whoever asked for it is told so */
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
