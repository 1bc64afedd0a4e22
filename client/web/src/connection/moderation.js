import { hex } from "../../../javascript/src/notes.js";

/** @import { Client } from "../../../javascript/src/client.js" */
/** @import { Audit, Deed, FiledReports, PasswordReset, Patterns, PlayerFile, Role, SanctionKind } from "../../../javascript/types/v1.js" */

const ROOT = "/v1/moderation";

/** Requests of moderators. All reject with `CommandRefused`, `LostError`. */
export class ModerationRequests {
  #http;

  /** @param {Client} client of a player with the role */
  constructor({ http }) {
    this.#http = http;
  }

  /** @param {{ state: "open" | "resolved", before?: string | null }} which @returns {Promise<FiledReports>} */
  reports({ state, before = null }) {
    return this.#get("/reports", { state, before });
  }

  /** @param {string | null} [before] @returns {Promise<Audit>} */
  audit(before = null) {
    return this.#get("/audit", { before });
  }

  /** @param {number | null} [before] @returns {Promise<Patterns>} */
  patterns(before = null) {
    return this.#get("/patterns", { before: before === null ? null : String(before) });
  }

  /** @param {string} player @returns {Promise<PlayerFile>} */
  file(player) {
    return this.#get(`/players/${encodeURIComponent(player)}`, {});
  }

  /** @param {string} name @returns {Promise<PlayerFile>} */
  named(name) {
    return this.#get("/players", { name });
  }

  /** @param {string} report @param {string} verdict @returns {Promise<Deed>} */
  resolve(report, verdict) {
    return this.#order(`/reports/${encodeURIComponent(report)}/resolve`, { verdict });
  }

  /** @param {{ player: string, kind: SanctionKind, why: string, seconds: number | null, address: boolean }} order @returns {Promise<Deed>} */
  sanction(order) {
    return this.#order("/sanctions", order);
  }

  /** @param {{ player: string, kind: SanctionKind, why: string }} order @returns {Promise<Deed>} */
  revoke(order) {
    return this.#order("/revoke", order);
  }

  /** @param {{ player: string, name: string, why: string }} order @returns {Promise<Deed>} */
  rename(order) {
    return this.#order("/rename", order);
  }

  /** @param {{ player: string, why: string }} order @returns {Promise<PasswordReset>} */
  resetPassword(order) {
    return this.#order("/password-reset", order);
  }

  /** @param {{ player: string, roles: Role[], why: string }} order @returns {Promise<Deed>} */
  setRoles(order) {
    return this.#order("/roles", order);
  }

  /** @param {string} path @param {Record<string, string | null>} query */
  #get(path, query) {
    const asked = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) if (value !== null) asked.set(name, value);
    const tail = asked.size > 0 ? `?${asked}` : "";
    return this.#http.get(`${ROOT}${path}${tail}`, { signed: true });
  }

  /** The server executes a repeated order with the same name only once. @param {string} path @param {object} order */
  #order(path, order) {
    return this.#http.post(ROOT + path, { ...order, ref: hex(crypto.getRandomValues(new Uint8Array(16))) });
  }
}
