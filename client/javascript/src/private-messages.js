import { answered } from "./answers.js";
import { ClientError } from "./errors.js";

/** @import { ConversationRead, Conversations, ConversationShown, PrivateMessage, Welcome } from "../types/v1.js" */
/** @import { Ask } from "./answers.js" */

/**
 * Requests about private messages with players who follow this player back. All reject with the errors of `Client.ask`. If
 * the server has none, nothing is sent. New messages arrive as notices.
 */
export class ConversationRequests {
  #ask;
  #welcome;

  /**
   * @param {Ask} ask
   * @param {() => Welcome} welcome
   */
  constructor(ask, welcome) {
    this.#ask = ask;
    this.#welcome = welcome;
  }

  /** True if players send each other private messages on this server. */
  get areOfferedHere() {
    return (this.#welcome().capabilities ?? []).includes("private_messages");
  }

  /**
   * Send a message to a player, by their id. Both must follow each other.
   * @param {string} player
   * @param {string} text
   * @returns {Promise<PrivateMessage>}
   */
  async send(player, text) {
    this.#check();
    return (await answered(this.#ask, { type: "send_private_message", player, text }, "private_message_sent")).message;
  }

  /**
   * Return the conversations, those with the newest message first.
   * @returns {Promise<Conversations>}
   */
  async list() {
    this.#check();
    return answered(this.#ask, { type: "get_conversations" }, "conversations");
  }

  /**
   * Return the messages with a player.
   * @param {string} player
   * @returns {Promise<ConversationShown>}
   */
  async get(player) {
    this.#check();
    return answered(this.#ask, { type: "get_conversation", player }, "conversation_shown");
  }

  /**
   * Mark the messages with a player as read, up to and including this one.
   * @param {string} player
   * @param {string} upTo
   * @returns {Promise<ConversationRead>}
   */
  async read(player, upTo) {
    this.#check();
    return answered(this.#ask, { type: "read_conversation", player, up_to: upTo }, "conversation_read");
  }

  /**
   * Delete the messages with a player, for this player alone.
   * @param {string} player
   */
  async delete(player) {
    this.#check();
    await answered(this.#ask, { type: "delete_conversation", player }, "conversation_deleted");
  }

  #check() {
    if (!this.areOfferedHere) throw new ClientError("this server has no private messages");
  }
}
