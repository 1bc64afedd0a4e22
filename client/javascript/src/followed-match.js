import { answered } from "./answers.js";
import { CommandRefused, ForkedError, UsageError } from "./errors.js";
import { Links } from "./notes.js";
import { News } from "./pauses.js";

/** @import * as Amfibido from "../types/games/amfibido.js" */
/** @import * as Amiibart from "../types/games/amiibart.js" */
/** @import * as DensityDeck from "../types/games/density-deck.js" */
/** @import * as Myacards from "../types/games/myacards.js" */
/** @import { ClientError } from "./errors.js" */
/** @import { Outlook, Played, Rated, Rewound, Update } from "../types/v1.js" */
/** @import { Ask } from "./answers.js" */

/**
 * The types of what a game says: its actions, events and view.
 * @typedef {{ action: any, event: any, view: any }} GameTypes
 */

/** @typedef {{ action: Amfibido.GameAction, event: Amfibido.GameEvent, view: Amfibido.GameView }} AmfibidoTypes */
/** @typedef {{ action: Amiibart.GameAction, event: Amiibart.GameEvent, view: Amiibart.GameView }} AmiibartTypes */
/** @typedef {{ action: DensityDeck.GameAction, event: DensityDeck.GameEvent, view: DensityDeck.GameView }} DensityDeckTypes */
/** @typedef {{ action: Myacards.GameAction, event: Myacards.GameEvent, view: Myacards.GameView }} MyacardsTypes */
/**
 * The types of the shipped games, by their names.
 * @typedef {{ amfibido: AmfibidoTypes, amiibart: AmiibartTypes, "density-deck": DensityDeckTypes, myacards: MyacardsTypes }} Games
 */

/**
 * The types of a game by its name; of one that this package does not know, anything.
 * @template {string} Name
 * @typedef {Name extends keyof Games ? Games[Name] : GameTypes} TypesOf
 */

/**
 * An update with the types of its game.
 * @template {GameTypes} Game
 * @typedef {{ choices: Game["action"][], events: Game["event"][], view: Game["view"] } & Update} UpdateOf
 */

/** How many updates are kept for whoever reads them late; older ones are let go, for each stands alone. */
const MOST_UPDATES_WAITING = 256;
const PASSED = new Set(["stale", "not_your_turn", "match_over"]);

/**
 * Whether the first of two updates of a match is the newer. A store may forget: then versions are lower in a higher epoch.
 * @param {Update} update
 * @param {Update} than
 */
export function isNewer(update, than) {
  const epochs = (update.epoch ?? 0) - (than.epoch ?? 0);
  return epochs > 0 || (epochs === 0 && update.version > than.version);
}

/**
 * Return through whose eyes a spectator is shown an update, `null` if through nobody's.
 * @param {Update} update
 */
export function throughIn(update) {
  return update.through ?? null;
}

/** @param {number | null} seat through whose eyes to watch @returns {{ seat?: number }} */
export function through(seat) {
  return seat === null ? {} : { seat };
}

/**
 * Return what a player was told of a match, by what their history has of it.
 * @param {Played} played
 * @param {number} seat
 * @returns {Rated}
 */
function ratedBy({ match, game, seats, unrated, rewound }, seat) {
  const { place = null, before = null, after = null } = seats[seat] ?? {};
  return { type: "rated", ref: null, match, game, place, before, after, unrated, rewound: rewound ?? false };
}

/**
 * A moment in which the seat is asked for an action.
 * @template {GameTypes} [Game=GameTypes]
 */
export class Turn {
  #match;

  /**
   * @param {FollowedMatch<Game>} match
   * @param {UpdateOf<Game>} update
   */
  constructor(match, update) {
    this.#match = match;
    this.update = update;
  }

  /**
   * What may be done, in the game's own shape: each a complete action; at least one.
   * @returns {Game["action"][]}
   */
  get choices() {
    return this.update.choices;
  }

  /**
   * How the match stands for this seat, in the game's own shape.
   * @returns {Game["view"]}
   */
  get view() {
    return this.update.view;
  }

  /**
   * For each of the choices what would follow from it at once; `null` where nothing is known.
   * @returns {readonly (Outlook | null)[]}
   */
  get outlooks() {
    return this.update.outlooks?.length ? this.update.outlooks : this.choices.map(() => null);
  }

  /**
   * Do it, and return whether it was done: `false` if the moment has passed, because time ran out or others were faster.
   * Rejects with `CommandRefused` for what is not allowed, `LostError`.
   * @param {unknown} action
   */
  act(action) {
    return this.#match.act(action, this.update);
  }
}

/**
 * A match that this client follows: from its seat, or as a spectator. It holds no rules, only what it was told last.
 * @template {GameTypes} [Game=GameTypes]
 */
export class FollowedMatch {
  #ask;
  /** @type {UpdateOf<Game>[]} */
  #waiting;
  #news = new News();
  /** @type {ClientError | null} */
  #lost = null;
  /** @type {Update | null} */
  #actedAt = null;
  /** @type {Rated | null} */
  #rated = null;
  #ratedNews = new News();
  /** Whether what the match has meant may have been told before it could be heard here. */
  #isRatedMissed;
  /** @type {UpdateOf<Game>} */
  latest;
  /**
   * What the server has told of losses of its store, the newest last. Nobody has cheated: what a player had noted of links
   * after `version` is void.
   * @type {Rewound[]}
   */
  rewinds = [];

  /** Whether a loss was told, and not yet how the match stands since. */
  #isRewound = false;

  /**
   * Throws `ForkedError` if this is another match than its links are of.
   * @param {Ask} ask
   * @param {Update} first
   * @param {Links} [links]
   */
  constructor(ask, first, links = new Links()) {
    this.#ask = ask;
    /** The links that were told, by version: each version has one. */
    this.links = links;
    links.note(first);
    this.latest = /** @type {UpdateOf<Game>} */ (withCompleteChoices(first));
    this.#waiting = [this.latest];
    this.#isRatedMissed = first.result !== null;
  }

  /** Which match this is; it stays the same. */
  get match() {
    return this.latest.match;
  }

  /** One's own seat; `null` for a spectator. */
  get seat() {
    return this.latest.seat;
  }

  /** Through whose eyes a spectator sees it; `null` if through nobody's. */
  get through() {
    return throughIn(this.latest);
  }

  /** How the match ended, once it has. */
  get result() {
    return this.latest.result;
  }

  /**
   * Return every update that has not been given yet, until the match has ended. Rejects with `LostError`,
   * `GoneError`, `ForkedError`.
   * @returns {AsyncGenerator<UpdateOf<Game>, void, undefined>}
   */
  async *updates() {
    for (;;) {
      const update = this.#waiting.shift();
      if (update === undefined) {
        await this.#next();
        continue;
      }
      yield update;
      if (update.result !== null) {
        return;
      }
    }
  }

  /**
   * Return a turn whenever the seat is asked for an action, until the match has ended. The same one comes again if
   * acting has failed, and in a loop that begins later: the question still stands. Rejects with `LostError`,
   * `GoneError`, `ForkedError`.
   * @returns {AsyncGenerator<Turn<Game>, void, undefined>}
   */
  async *turns() {
    this.#actedAt = null;
    while (this.latest.result === null) {
      const isAsked = this.latest.choices.length > 0;
      if (isAsked && (this.#actedAt === null || isNewer(this.latest, this.#actedAt))) {
        this.#actedAt = this.latest;
        yield new Turn(this, this.latest);
      } else {
        await this.#next();
      }
    }
  }

  /**
   * Do one of the choices of this update, and return whether it was done: `false` if the moment has passed.
   * @param {unknown} action
   * @param {Pick<Update, "version" | "epoch">} [seen]
   */
  async act(action, seen = this.latest) {
    const { version, epoch = 0 } = seen;
    try {
      const chosen = /** @type {{ [key: string]: unknown }} */ (action);
      await answered(this.#ask, { type: "act", match: this.match, seen: version, epoch, action: chosen }, "update");
    } catch (error) {
      if (error instanceof CommandRefused && PASSED.has(error.code)) {
        return false;
      }
      this.#actedAt = null;
      throw error;
    }
    if (this.#lost instanceof ForkedError) {
      throw this.#lost;
    }
    return true;
  }

  /**
   * Switch a spectator to the view of a seat, or back to the spectators' own view with `null`. Rejects with
   * `CommandRefused` (`not_agreed` unless all players have agreed), `LostError`.
   * @param {number | null} seat
   */
  async viewAs(seat) {
    const { version: since, link } = this.latest;
    await answered(this.#ask, { type: "watch_match", match: this.match, since, link, ...through(seat) }, "update");
  }

  /**
   * @deprecated since 0.2.0: use `viewAs`.
   * @param {number | null} seat
   */
  lookThrough(seat) {
    return this.viewAs(seat);
  }

  /** Resign from the match for good. Rejects with `CommandRefused`, `LostError`. */
  async resign() {
    await answered(this.#ask, { type: "resign", match: this.match }, "update");
  }

  /**
   * Return what the match has meant for one's own rating, or why nothing; it is told after the match has ended, to those
   * who have played. What was told while the connection was broken is looked up in one's history. Rejects with
   * `CommandRefused`, `LostError`, `GoneError`, and with `UsageError` for a spectator.
   * @returns {Promise<Rated>}
   */
  async rated() {
    const { seat } = this;
    if (seat === null) {
      throw new UsageError("only players of a match receive its rating change");
    }
    while (this.#rated === null) {
      if (this.#isRatedMissed) {
        await this.#lookUpRated(seat);
      } else if (this.#lost !== null) {
        throw this.#lost;
      } else {
        await this.#ratedNews.next();
      }
    }
    return this.#rated;
  }

  /** @param {Rated} rated what the match has meant */
  tellRated(rated) {
    this.#rated = rated;
    this.#ratedNews.tell();
  }

  /**
   * Look what the match has meant up among the newest of one's own. If it is not there, it has yet to be told, and is
   * heard: the server notes a connection as the player's before it answers.
   * @param {number} seat
   */
  async #lookUpRated(seat) {
    this.#isRatedMissed = false;
    try {
      const { matches } = await answered(this.#ask, { type: "get_history" }, "history");
      const found = matches.find((played) => played.match === this.match);
      if (found !== undefined) {
        this.tellRated(ratedBy(found, seat));
      }
    } catch (error) {
      this.#missRated(); // for whoever else waits
      throw error;
    }
  }

  #missRated() {
    this.#isRatedMissed = true;
    this.#ratedNews.tell();
  }

  /** @param {Update} update to be taken in; an older one, as may come after a reconnect, is let go */
  tell(update) {
    const isSeenAnew = !isNewer(this.latest, update) && throughIn(update) !== this.through;
    if (this.#isOfThisMatch(update) && (isSeenAnew || isNewer(update, this.latest))) {
      this.#take(update);
    }
  }

  /**
   * Note the link of an update. If another one was told of its version, nothing is taken in any more.
   * @param {Update} update
   */
  #isOfThisMatch(update) {
    if (this.#lost instanceof ForkedError) {
      return false;
    }
    if ((update.epoch ?? 0) < Math.max(this.latest.epoch ?? 0, ...this.rewinds.map(({ epoch }) => epoch))) {
      return true; // it was sent before the store forgot: its link is void
    }
    this.#isRewound = false;
    try {
      this.links.note(update);
    } catch (error) {
      this.fail(/** @type {ForkedError} */ (error));
      return false;
    }
    return true;
  }

  /** @param {Rewound} rewound what the server has lost of the match; how it stands now comes next */
  tellRewound(rewound) {
    this.rewinds.push(rewound);
    this.links.void(rewound.version);
    this.#isRewound = true;
  }

  /**
   * Take in how the match stands in the log, as it was asked for after a reconnect. If that is less than was told before,
   * the store has forgotten the rest, and so has everybody else.
   * @param {Update} update
   */
  standAt(update) {
    if (this.#isRewound) {
      this.links.clear(); // where the histories part may be a guess, of who was not there
    }
    if (!this.#isOfThisMatch(update)) {
      return;
    }
    const { epoch, version, link } = this.latest;
    const isSeenAnew = throughIn(update) !== this.through;
    if (isSeenAnew || update.version !== version || update.link !== link || (update.epoch ?? 0) !== (epoch ?? 0)) {
      this.#actedAt = null;
      this.#take(update);
    }
    if (update.result !== null && this.#rated === null) {
      this.#missRated();
    }
  }

  /** @param {ClientError} error why nothing will be told any more */
  fail(error) {
    this.#lost = error;
    this.#ratedNews.tell();
    this.#news.tell();
  }

  /** @param {Update} update */
  #take(update) {
    this.latest = /** @type {UpdateOf<Game>} */ (withCompleteChoices(update));
    this.#waiting.push(this.latest);
    if (this.#waiting.length > MOST_UPDATES_WAITING) {
      this.#waiting.shift();
    }
    this.#news.tell();
  }

  #next() {
    if (this.#lost !== null) {
      throw this.#lost;
    }
    return this.#news.next();
  }
}

/**
 * Return the complete actions that a choice stands for: itself, unless it says in `one_of` which field lists several.
 * @param {any} choice
 * @returns {any[]}
 */
export function completeActions(choice) {
  const { one_of: field, ...action } = choice;
  const several = typeof field === "string" ? action[field] : undefined;
  return Array.isArray(several) ? several.map((one) => ({ ...action, [field]: [one] })) : [choice];
}

/**
 * Return an update whose choices leave nothing open, each with the outlook of the choice that it is a part of. No game that
 * is shipped offers others; one of a host's own may.
 * @param {Update} update
 * @returns {Update}
 */
function withCompleteChoices(update) {
  const parts = update.choices.map(completeActions);
  if (parts.every((actions, at) => actions[0] === update.choices[at])) {
    return update;
  }
  const outlooks = update.outlooks?.length ? update.outlooks : null;
  return {
    ...update,
    choices: parts.flat(),
    ...(outlooks && { outlooks: parts.flatMap((actions, at) => actions.map(() => outlooks[at] ?? null)) }),
  };
}
