import { answered } from "./answers.js";
import { News } from "./pauses.js";

/** @import { FromServer, Line, Phrase, Where } from "../types/v1.js" */
/** @import { Ask, Command, Fields } from "./answers.js" */
/** @import { ClientError } from "./errors.js" */

/** How many lines wait for whoever reads slowly; older ones are let go. */
const MOST_UNREAD = 500;

/**
 * What a client says and hears. What is listened to is listened to again after a reconnect. Everything rejects with what
 * `Client.ask` rejects with; saying something is refused with `too_many` rather than put off.
 */
export class ChatRequests {
  #ask;
  #askNow;
  /** @type {Map<string, { where: Where, id: string | null, lines: Line[] }>} */
  #received = new Map();
  /** @type {Set<string>} */
  #asking = new Set();
  /** @type {Set<string>} */
  #known = new Set();
  #news = new News();
  /** @type {ClientError | null} */
  #lost = null;

  /**
   * @param {Ask} ask carries a command through to its answer
   * @param {Ask} askNow does, too, but waits for no quota
   */
  constructor(ask, askNow) {
    this.#ask = ask;
    this.#askNow = askNow;
  }

  /**
   * Say something in words of one's own; `id` is the table or match.
   * @param {Where} where
   * @param {string} text
   * @param {string | null} [id]
   */
  async say(where, text, id = null) {
    return (await answered(this.#askNow, { type: "say", where, id, text }, "said")).line;
  }

  /**
   * Say one of the phrases, which who is muted may, too.
   * @param {Where} where
   * @param {Phrase} phrase
   * @param {string | null} [id]
   */
  async sayPhrase(where, phrase, id = null) {
    return (await answered(this.#askNow, { type: "say", where, id, phrase }, "said")).line;
  }

  /**
   * Hear what is said there from now on; gives what was said last. Ask again after a match, to hear what the spectators
   * have said.
   * @param {Where} where
   * @param {string | null} [id]
   */
  async join(where, id = null) {
    const place = placed(where, id);
    const isNew = !this.#received.has(place);
    if (isNew) {
      this.#received.set(place, { where, id, lines: [] }); // before it is answered: the next line may be near
    }
    this.#asking.add(place);
    try {
      return (await answered(this.#ask, { type: "join_chat", where, id }, "chat_joined")).lines;
    } catch (error) {
      if (isNew) {
        this.#received.delete(place);
      }
      throw error;
    } finally {
      this.#asking.delete(place);
    }
  }

  /**
   * Return each line that is said there from now on, until `leave`. Rejects with `LostError`.
   * @param {Where} where
   * @param {string | null} [id]
   * @returns {AsyncGenerator<Line, void, undefined>}
   */
  async *lines(where, id = null) {
    for (
      let received = this.#received.get(placed(where, id));
      received !== undefined;
      received = this.#received.get(placed(where, id))
    ) {
      const line = received.lines.shift();
      if (line !== undefined) {
        yield line;
      } else if (this.#lost !== null) {
        throw this.#lost;
      } else {
        await this.#news.next();
      }
    }
  }

  /**
   * Hear it no longer.
   * @param {Where} where
   * @param {string | null} [id]
   */
  async leave(where, id = null) {
    this.#received.delete(placed(where, id));
    this.#news.tell();
    await answered(this.#ask, { type: "leave_chat", where, id }, "chat_left");
  }

  /**
   * Tell the moderators of a player, with what was said last at a place.
   * @param {Fields<"report">} fields
   */
  async report(fields) {
    return (await answered(this.#ask, { type: "report", ...fields }, "reported")).report;
  }

  /** @param {FromServer} message what the server says */
  tell(message) {
    if (message.type === "said") {
      this.#take(placed(message.where, message.id ?? null), message.line);
    } else if (message.type === "chat_joined") {
      const place = placed(message.where, message.id ?? null);
      const isAsked = this.#asking.delete(place);
      for (const line of message.lines) {
        if (isAsked) {
          this.#know(line);
        } else {
          this.#take(place, line); // after a reconnect: what was said meanwhile
        }
      }
    }
  }

  /**
   * Return what to say when the line is up again.
   * @returns {Iterable<Command>}
   */
  *resume() {
    for (const { where, id } of this.#received.values()) {
      yield { type: "join_chat", where, id };
    }
  }

  /** @param {ClientError} error why nothing will be told any more */
  fail(error) {
    this.#lost = error;
    this.#news.tell();
  }

  /**
   * @param {string} place
   * @param {Line} line
   */
  #take(place, line) {
    const received = this.#received.get(place);
    if (received !== undefined && !this.#known.has(line.id)) {
      this.#know(line);
      received.lines.push(line);
      if (received.lines.length > MOST_UNREAD) {
        received.lines.shift();
      }
      this.#news.tell();
    }
  }

  /** @param {Line} line */
  #know(line) {
    this.#known.add(line.id);
    const [oldest] = this.#known;
    if (this.#known.size > MOST_UNREAD && oldest !== undefined) {
      this.#known.delete(oldest);
    }
  }
}

/**
 * @param {string} where
 * @param {string | null} id
 */
function placed(where, id) {
  return `${where} ${id ?? ""}`;
}
