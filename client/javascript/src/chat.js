import { answered } from "./answers.js";
import { News } from "./pauses.js";

/** @import { FromServer, Line, Phrase, Where } from "../types/v1.js" */
/** @import { Ask, Command, Fields } from "./answers.js" */
/** @import { ClientError } from "./errors.js" */

/** Maximum number of unread lines for a slow reader. Older lines are dropped. */
const MOST_UNREAD = 500;

/**
 * Requests and messages of chat. After a reconnect the client joins the same places again. All reject with the errors
 * of `Client.ask`. A line that comes too soon is refused with `too_many`, not delayed.
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
   * @param {Ask} ask sends a command and returns its answer
   * @param {Ask} askNow does the same without waiting for a quota
   */
  constructor(ask, askNow) {
    this.#ask = ask;
    this.#askNow = askNow;
  }

  /**
   * Send a line of text; `id` is the table or match.
   * @param {Where} where
   * @param {string} text
   * @param {string | null} [id]
   */
  async say(where, text, id = null) {
    return (await answered(this.#askNow, { type: "say", where, id, text }, "said")).line;
  }

  /**
   * Send one of the fixed phrases. Muted players may do so too.
   * @param {Where} where
   * @param {Phrase} phrase
   * @param {string | null} [id]
   */
  async sayPhrase(where, phrase, id = null) {
    return (await answered(this.#askNow, { type: "say", where, id, phrase }, "said")).line;
  }

  /**
   * Join the chat of a place, and return its last lines. Join again after a match to receive the spectators' lines too.
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
   * Yield each new line of a place, until `leave`. Rejects with `LostError`.
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
   * Leave the chat of a place.
   * @param {Where} where
   * @param {string | null} [id]
   */
  async leave(where, id = null) {
    this.#received.delete(placed(where, id));
    this.#news.notify();
    await answered(this.#ask, { type: "leave_chat", where, id }, "chat_left");
  }

  /**
   * Report a player to the moderators, with the last lines of a place.
   * @param {Fields<"report">} fields
   */
  async report(fields) {
    return (await answered(this.#ask, { type: "report", ...fields }, "reported")).report;
  }

  /** @param {FromServer} message a message from the server */
  receive(message) {
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
   * Return the commands to send after a reconnect.
   * @returns {Iterable<Command>}
   */
  *resume() {
    for (const { where, id } of this.#received.values()) {
      yield { type: "join_chat", where, id };
    }
  }

  /** @param {ClientError} error the reason why no more messages will come */
  fail(error) {
    this.#lost = error;
    this.#news.notify();
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
      this.#news.notify();
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
