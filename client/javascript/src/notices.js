import { answered } from "./answers.js";
import { ClientError } from "./errors.js";
import { Readers } from "./pauses.js";

/** @import { FromServer, Notice, Notices, NoticesRead, Welcome } from "../types/v1.js" */
/** @import { Ask, Command } from "./answers.js" */

/**
 * Requests about the player's notices: what they should learn even if they were away. All reject with the errors of
 * `Client.ask`. If the server has no notices, nothing is sent.
 */
export class NoticeRequests {
  #ask;
  #welcome;
  /** @type {Readers<Notice>} */
  #readers = new Readers();
  /** @type {string | null} */
  #last = null;

  /**
   * @param {Ask} ask
   * @param {() => Welcome} welcome
   */
  constructor(ask, welcome) {
    this.#ask = ask;
    this.#welcome = welcome;
  }

  /** True if this server has notices. */
  get areKeptHere() {
    return (this.#welcome().capabilities ?? []).includes("notices");
  }

  /**
   * Return a page of the player's notices, newest first. With `before`, the notices older than that one.
   * @param {string} [before]
   * @returns {Promise<Notices>}
   */
  async list(before) {
    this.#check();
    return answered(this.#ask, { type: "get_notices", ...(before !== undefined && { before }) }, "notices");
  }

  /**
   * Mark the player's notices as read, up to and including this one.
   * @param {string} upTo
   * @returns {Promise<NoticesRead>}
   */
  async read(upTo) {
    this.#check();
    return answered(this.#ask, { type: "read_notices", up_to: upTo }, "notices_read");
  }

  /**
   * Yield the notices after this one, or the unread ones, and then each new notice. Each is yielded once, also after a
   * reconnect. Rejects with `LostError` when the connection is lost for good.
   * @param {string} [after]
   * @returns {AsyncGenerator<Notice, never, undefined>}
   */
  async *follow(after) {
    this.#check();
    const watch = { type: /** @type {const} */ ("watch_notices"), ...(after !== undefined && { after }) };
    const [answer, early] = await this.#readers.collected(() => answered(this.#ask, watch, "notices"));
    this.#stand(answer.notices[0]?.id ?? after ?? answer.read);
    let yielded = -1;
    return yield* this.#readers.read([...[...answer.notices].reverse(), ...early], ({ id }) => {
      const isNew = Number(id) > yielded;
      yielded = Math.max(yielded, Number(id));
      return isNew;
    });
  }

  /** @param {FromServer} message what the server sends */
  receive(message) {
    if (message.type === "noticed") {
      this.#take(message.notice);
    }
  }

  /**
   * Return the commands to send after a reconnect.
   * @returns {Iterable<Command>}
   */
  *resume() {
    if (this.#readers.size > 0) {
      yield { type: "watch_notices", ...(this.#last !== null && { after: this.#last }) };
    }
  }

  /**
   * Handle the notices that came while the connection was lost.
   * @param {Notices} answer
   */
  standAt(answer) {
    for (const notice of [...answer.notices].reverse()) {
      this.#take(notice);
    }
  }

  /** @param {ClientError} error why no more messages will come */
  fail(error) {
    this.#readers.fail(error);
  }

  /** @param {string} id */
  #stand(id) {
    if (this.#last === null || Number(id) > Number(this.#last)) {
      this.#last = id;
    }
  }

  /** @param {Notice} notice */
  #take(notice) {
    this.#stand(notice.id);
    this.#readers.add(notice);
  }

  #check() {
    if (!this.areKeptHere) throw new ClientError("this server has no notices");
  }
}
