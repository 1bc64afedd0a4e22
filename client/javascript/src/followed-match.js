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
 * The types of a game's messages: its actions, events and view.
 * @typedef {{ action: any, event: any, view: any }} GameTypes
 */

/** @typedef {{ action: Amfibido.GameAction, event: Amfibido.GameEvent, view: Amfibido.GameView }} AmfibidoTypes */
/** @typedef {{ action: Amiibart.GameAction, event: Amiibart.GameEvent, view: Amiibart.GameView }} AmiibartTypes */
/** @typedef {{ action: DensityDeck.GameAction, event: DensityDeck.GameEvent, view: DensityDeck.GameView }} DensityDeckTypes */
/** @typedef {{ action: Myacards.GameAction, event: Myacards.GameEvent, view: Myacards.GameView }} MyacardsTypes */
/**
 * The types of the shipped games, by name.
 * @typedef {{ amfibido: AmfibidoTypes, amiibart: AmiibartTypes, "density-deck": DensityDeckTypes, myacards: MyacardsTypes }} Games
 */

/**
 * The types of a game by its name; `any` for a game that this package does not know.
 * @template {string} Name
 * @typedef {Name extends keyof Games ? Games[Name] : GameTypes} TypesOf
 */

/**
 * An update with the types of its game.
 * @template {GameTypes} Game
 * @typedef {{ choices: Game["action"][], events: Game["event"][], view: Game["view"] } & Update} UpdateOf
 */

/** Maximum number of updates for a slow reader. Older ones are dropped, because each update is complete. */
const MOST_UPDATES_WAITING = 256;
const PASSED = new Set(["stale", "not_your_turn", "match_over"]);

/**
 * True if the first of two updates of a match is newer. A store may lose entries: then the epoch is higher and versions
 * are lower.
 * @param {Update} update
 * @param {Update} than
 */
export function isNewer(update, than) {
  const epochs = (update.epoch ?? 0) - (than.epoch ?? 0);
  return epochs > 0 || (epochs === 0 && update.version > than.version);
}

/**
 * Return the seat whose view a spectator gets in this update; `null` if no seat's.
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
 * Return the `rated` message of a match, built from the player's history.
 * @param {Played} played
 * @param {number} seat
 * @returns {Rated}
 */
function ratedBy({ match, game, seats, unrated, rewound, among }, seat) {
  const { place = null, before = null, after = null } = seats[seat] ?? {};
  return { type: "rated", ref: null, match, game, place, before, after, unrated, rewound: rewound ?? false, among };
}

/**
 * A moment at which the seat is asked for an action.
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
   * The legal actions in the game's own form, each complete; at least one.
   * @returns {Game["action"][]}
   */
  get choices() {
    return this.update.choices;
  }

  /**
   * The state of the match for this seat, in the game's own form.
   * @returns {Game["view"]}
   */
  get view() {
    return this.update.view;
  }

  /**
   * For each choice its immediate outcome; `null` if it is unknown.
   * @returns {readonly (Outlook | null)[]}
   */
  get outlooks() {
    return this.update.outlooks?.length ? this.update.outlooks : this.choices.map(() => null);
  }

  /**
   * Do one of the choices. Return `false` if the moment has passed, because time ran out or others were faster. Rejects
   * with `CommandRefused` for an illegal action, `LostError`.
   * @param {unknown} action
   */
  act(action) {
    return this.#match.act(action, this.update);
  }
}

/**
 * A match that this client follows, from its seat or as a spectator. It knows no rules, only the messages of the
 * server.
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
  /** True if the message about the rating may have been sent while the client was not connected. */
  #isRatedMissed;
  /** @type {UpdateOf<Game>} */
  latest;
  /**
   * The server's messages about losses of its store, the newest last. They are no fraud: noted links after `version`
   * are void.
   * @type {Rewound[]}
   */
  rewinds = [];

  /** True after a message about a loss, until the present state arrives. */
  #isRewound = false;

  /**
   * Throws `ForkedError` if these links belong to another match.
   * @param {Ask} ask
   * @param {Update} first
   * @param {Links} [links]
   */
  constructor(ask, first, links = new Links()) {
    this.#ask = ask;
    /** The received links, by version. Each version has one. */
    this.links = links;
    links.note(first);
    this.latest = /** @type {UpdateOf<Game>} */ (withCompleteChoices(first));
    this.#waiting = [this.latest];
    this.#isRatedMissed = first.result !== null;
  }

  /** The id of the match. It never changes. */
  get match() {
    return this.latest.match;
  }

  /** The player's own seat; `null` for a spectator. */
  get seat() {
    return this.latest.seat;
  }

  /** The seat whose view a spectator gets; `null` if no seat's. */
  get through() {
    return throughIn(this.latest);
  }

  /** The result of the match, once it has ended. */
  get result() {
    return this.latest.result;
  }

  /**
   * Yield every update that was not yielded before, until the match has ended. Rejects with `LostError`, `GoneError`,
   * `ForkedError`.
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
   * Yield a turn each time the seat is asked for an action, until the match has ended. A turn is yielded again if its
   * action has failed, and in a loop that begins later, because the question is still open. Rejects with `LostError`,
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
   * Do one of the choices of this update. Return `false` if the moment has passed.
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

  /** The recess in which all clocks stand, or the request for one; `null` if there is none. */
  get recess() {
    return this.latest.recess ?? null;
  }

  /**
   * Ask for a recess, answer another player's request, or resume. Rejects with `CommandRefused`, `LostError`.
   * @param {"ask" | "agree" | "decline" | "resume"} step
   */
  async recessMatch(step) {
    await answered(this.#ask, { type: "recess_match", match: this.match, step }, "update");
  }

  /** The request to take the last action back, or that one may ask for it oneself; `null` if there is none. */
  get undo() {
    return this.latest.undo ?? null;
  }

  /** Ask the others to take back the last action, one's own. Rejects with `CommandRefused`, `LostError`, `UsageError`. */
  async askUndo() {
    await answered(this.#ask, { type: "ask_undo", match: this.match, action: this.#undoAction() }, "update");
  }

  /**
   * Answer another player's request to take the last action back. Rejects with `CommandRefused`, `LostError`, `UsageError`.
   * @param {"agree" | "decline"} answer
   */
  async answerUndo(answer) {
    await answered(this.#ask, { type: "answer_undo", match: this.match, action: this.#undoAction(), answer }, "update");
  }

  #undoAction() {
    if (this.undo === null) {
      throw new UsageError("no action can be taken back now");
    }
    return this.undo.action;
  }

  /**
   * Return the change of the player's rating by this match, or the reason for none. The server sends it to the players
   * after the match has ended. If it was sent while the connection was down, it is read from the player's history.
   * Rejects with `CommandRefused`, `LostError`, `GoneError`, and with `UsageError` for a spectator.
   * @returns {Promise<Rated>}
   */
  async rated() {
    const { seat } = this;
    if (seat === null) {
      throw new UsageError("only players of a match receive its rating change");
    }
    while (this.#rated === null) {
      if (this.#isRatedMissed) {
        await this.#fetchRated(seat);
      } else if (this.#lost !== null) {
        throw this.#lost;
      } else {
        await this.#ratedNews.next();
      }
    }
    return this.#rated;
  }

  /** @param {Rated} rated the server's message about the rating */
  receiveRated(rated) {
    this.#rated = rated;
    this.#ratedNews.notify();
  }

  /**
   * Search this match among the player's newest ones. If it is not there, its message is still to come: the server
   * registers a connection for the player before it answers.
   * @param {number} seat
   */
  async #fetchRated(seat) {
    this.#isRatedMissed = false;
    try {
      const { matches } = await answered(this.#ask, { type: "get_history" }, "history");
      const found = matches.find((played) => played.match === this.match);
      if (found !== undefined) {
        this.receiveRated(ratedBy(found, seat));
      }
    } catch (error) {
      this.#missRated(); // for whoever else waits
      throw error;
    }
  }

  #missRated() {
    this.#isRatedMissed = true;
    this.#ratedNews.notify();
  }

  /** @param {Update} update an update; an older one, which may arrive after a reconnect, is dropped */
  receive(update) {
    const isSeenAnew = !isNewer(this.latest, update) && throughIn(update) !== this.through;
    if (this.#isOfThisMatch(update) && (isSeenAnew || isNewer(update, this.latest))) {
      this.#take(update);
    }
  }

  /**
   * Note the link of an update. If another link was noted for its version, no further update is accepted.
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

  /** @param {Rewound} rewound the entries that the server has lost; an update with the present state follows */
  receiveRewound(rewound) {
    this.rewinds.push(rewound);
    this.links.void(rewound.version);
    this.#isRewound = true;
  }

  /**
   * Handle the state of the match after a reconnect. If its version is lower than before, the store has lost the rest,
   * for all clients.
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

  /** @param {ClientError} error the reason why no more messages will come */
  fail(error) {
    this.#lost = error;
    this.#ratedNews.notify();
    this.#news.notify();
  }

  /** @param {Update} update */
  #take(update) {
    this.latest = /** @type {UpdateOf<Game>} */ (withCompleteChoices(update));
    this.#waiting.push(this.latest);
    if (this.#waiting.length > MOST_UPDATES_WAITING) {
      this.#waiting.shift();
    }
    this.#news.notify();
  }

  #next() {
    if (this.#lost !== null) {
      throw this.#lost;
    }
    return this.#news.next();
  }
}

/**
 * Return the complete actions of a choice: itself, unless its `one_of` names a field with several values.
 * @param {any} choice
 * @returns {any[]}
 */
export function completeActions(choice) {
  const { one_of: field, ...action } = choice;
  const several = typeof field === "string" ? action[field] : undefined;
  return Array.isArray(several) ? several.map((one) => ({ ...action, [field]: [one] })) : [choice];
}

/**
 * Return an update in which all choices are complete, each with the outlook of its original choice. Shipped games offer
 * only complete choices; a game of a host may offer others.
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
