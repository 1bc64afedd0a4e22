import { answered } from "./answers.js";
import { ClientError } from "./errors.js";

/** @import { CreateWebhook, Delivery, Webhook, WebhookChange, WebhookChanged, WebhookLog, Welcome } from "../types/v1.js" */
/** @import { Ask } from "./answers.js" */

/**
 * Requests about the player's webhooks. All reject with the errors of `Client.ask`. If the server sends none of
 * players, nothing is sent.
 */
export class WebhookRequests {
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

  /** True if this server sends webhooks of players. */
  get areSentHere() {
    return (this.#welcome().capabilities ?? []).includes("webhooks");
  }

  /**
   * Make a webhook about the player, a club or a table. The answer has the key of its signatures.
   * @param {string} url
   * @param {Partial<Omit<CreateWebhook, "type" | "url">>} [what]
   * @returns {Promise<WebhookChanged>}
   */
  create(url, what = {}) {
    this.#check();
    return answered(this.#ask, { type: "create_webhook", url, ...what }, "webhook_changed");
  }

  /**
   * Return the player's webhooks.
   * @returns {Promise<readonly Webhook[]>}
   */
  async list() {
    this.#check();
    return (await answered(this.#ask, { type: "list_webhooks" }, "webhooks")).webhooks;
  }

  /**
   * Rotate the key of a webhook, enable it, deliver its dead letters again, or delete it.
   * @param {string} webhook
   * @param {WebhookChange} change
   * @param {string} [event]
   * @returns {Promise<WebhookChanged>}
   */
  change(webhook, change, event) {
    this.#check();
    const command = { type: /** @type {const} */ ("change_webhook"), webhook, change };
    return answered(this.#ask, { ...command, ...(event !== undefined && { event }) }, "webhook_changed");
  }

  /**
   * Return the newest events of a webhook, with their attempts.
   * @param {string} webhook
   * @param {WebhookLog} [log]
   * @returns {Promise<readonly Delivery[]>}
   */
  async deliveries(webhook, log = "delivered") {
    this.#check();
    return (await answered(this.#ask, { type: "get_deliveries", webhook, log }, "deliveries")).deliveries;
  }

  #check() {
    if (!this.areSentHere) throw new ClientError("this server sends no webhooks of players");
  }
}
