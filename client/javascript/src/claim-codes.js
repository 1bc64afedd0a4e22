import { answered } from "./answers.js";
import { ClientError } from "./errors.js";

/** @import { CodeBatches, CodeClaimed, CodeHistory, CodesMade, CodesRevoked, Welcome } from "../types/v1.js" */
/** @import { Ask, Fields } from "./answers.js" */

/**
 * What a client asks about claim codes: a player claims one, and moderators make batches of them. Everything rejects
 * with what `Client.ask` rejects with, and with `ClientError` of a server that has none.
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

  /** Whether this server has claim codes. */
  get areTakenHere() {
    return (this.#welcome().capabilities ?? []).includes("claim_codes");
  }

  /**
   * Have what a code gives. Rejects with `CommandRefused`, whose `code` says what is wrong with it.
   * @param {string} code
   * @returns {Promise<CodeClaimed>}
   */
  async claim(code) {
    this.#check();
    return answered(this.#ask, { type: "claim_code", code }, "code_claimed");
  }

  /**
   * Make a batch of codes, as a moderator. They are shown this once; with a `ref` an order that is given again is
   * carried out once.
   * @param {Fields<"make_codes"> & { ref?: string }} fields
   * @returns {Promise<CodesMade>}
   */
  async make(fields) {
    this.#check();
    return answered(this.#ask, { type: "make_codes", ...fields }, "codes_made");
  }

  /**
   * Return the batches of codes, the newest first, as a moderator; or those of the page after `before`.
   * @param {string} [before]
   * @returns {Promise<CodeBatches>}
   */
  async batches(before) {
    this.#check();
    return answered(this.#ask, { type: "list_codes", ...(before !== undefined && { before }) }, "code_batches");
  }

  /**
   * Take a batch back, as a moderator; what was claimed stays where it is.
   * @param {string} batch
   * @param {string} why
   * @returns {Promise<CodesRevoked>}
   */
  async revoke(batch, why) {
    this.#check();
    return answered(this.#ask, { type: "revoke_codes", batch, why }, "codes_revoked");
  }

  /**
   * Return what the audit log has of a batch, or of one code and its batch, as a moderator.
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
