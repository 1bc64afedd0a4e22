import { answered } from "./answers.js";
import { ClientError } from "./errors.js";

/** @import { CodeBatches, CodeClaimed, CodeHistory, CodesMade, CodesRevoked, Welcome } from "../types/v1.js" */
/** @import { Ask, Fields } from "./answers.js" */

/**
 * Requests about claim codes: a player claims one, moderators make batches of them. All reject with the errors of
 * `Client.ask`, and with `ClientError` if the server has no claim codes.
 */
export class CodeRequests {
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

  /** True if this server has claim codes. */
  get areTakenHere() {
    return (this.#welcome().capabilities ?? []).includes("claim_codes");
  }

  /**
   * Redeem a code. Rejects with `CommandRefused`, whose `code` names the fault.
   * @param {string} code
   * @returns {Promise<CodeClaimed>}
   */
  async claim(code) {
    this.#check();
    return answered(this.#ask, { type: "claim_code", code }, "code_claimed");
  }

  /**
   * Make a batch of codes, as a moderator. Only this answer shows them. A repeated request with the same `ref` makes no
   * second batch.
   * @param {Fields<"make_codes"> & { ref?: string }} fields
   * @returns {Promise<CodesMade>}
   */
  async make(fields) {
    this.#check();
    return answered(this.#ask, { type: "make_codes", ...fields }, "codes_made");
  }

  /**
   * Return the batches of codes, newest first, as a moderator. With `before`, the page after that batch.
   * @param {string} [before]
   * @returns {Promise<CodeBatches>}
   */
  async batches(before) {
    this.#check();
    return answered(this.#ask, { type: "list_codes", ...(before !== undefined && { before }) }, "code_batches");
  }

  /**
   * Revoke a batch, as a moderator. Cards from redeemed codes stay with their owners.
   * @param {string} batch
   * @param {string} why
   * @returns {Promise<CodesRevoked>}
   */
  async revoke(batch, why) {
    this.#check();
    return answered(this.#ask, { type: "revoke_codes", batch, why }, "codes_revoked");
  }

  /**
   * Return the audit log of a batch, or of one code and its batch, as a moderator.
   * @param {Fields<"get_code_history">} fields
   * @returns {Promise<CodeHistory>}
   */
  async history(fields) {
    this.#check();
    return answered(this.#ask, { type: "get_code_history", ...fields }, "code_history");
  }

  #check() {
    if (!this.areTakenHere) throw new ClientError("this server has no claim codes");
  }
}
