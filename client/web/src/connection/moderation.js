import { hex } from "../../../javascript/src/notes.js";

/** @import { Client } from "../../../javascript/src/client.js" */
/** @import { Audit, Deed, FiledReports, PasswordReset, Patterns, PlayerFile, Player, Role, SanctionKind, SanctionOutcomes, ServerFigures, ServerState, FoundPlayers } from "../../../javascript/types/v1.js" */

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

  /** @returns {Promise<ServerState>} */
  server() {
    return this.#get("/server", {});
  }

  /** @returns {Promise<ServerFigures>} */
  figures() {
    return this.#get("/figures", {});
  }

  /** Find players without changing anything. @param {object} order @returns {Promise<FoundPlayers>} */
  find(order) {
    return this.#http.post(`${ROOT}/players/found`, order);
  }

  /** @param {object} order @returns {Promise<SanctionOutcomes>} */
  sanctionMany(order) {
    return this.#http.post(`${ROOT}/sanctions/many`, order);
  }

  /** @param {object} order */
  inspect(order) {
    return this.#http.post(`${ROOT}/matches`, order);
  }

  /** @returns {Promise<{ announcements: readonly { id: string, texts: Record<string, string>, begins: number, ends: number, club: string | null }[] }>} */
  announcements() {
    return this.#get("/announcements", {});
  }

  /** @param {{ texts: Record<string, string>, begins: number | null, seconds: number, club: string | null, why: string }} order @returns {Promise<Deed>} */
  announce(order) {
    return this.#order("/announcements", order);
  }

  /** @param {string} announcement @param {string} why @returns {Promise<Deed>} */
  removeAnnouncement(announcement, why) {
    return this.#order("/announcements/remove", { announcement, why });
  }

  /** @returns {Promise<any>} */
  pause() {
    return this.#get("/pause", {});
  }

  /** @param {{ is_on: boolean, why: string, reason: string | null, until: number | null }} order @returns {Promise<Deed>} */
  setPause(order) {
    return this.#order("/pause", order);
  }

  /** @returns {Promise<{ invites: readonly { id: string, by: Player | null, why: string, uses: number, used: number, until: number, revoked_at: number | null, invited: readonly { player: Player }[] }[] }>} */
  invites() {
    return this.#get("/invites", {});
  }

  /** @param {{ why: string, uses: number, seconds: number }} order @returns {Promise<any>} */
  invite(order) {
    return this.#order("/invites", order);
  }

  /** @param {string} invite @param {string} why @returns {Promise<Deed>} */
  revokeInvite(invite, why) {
    return this.#order("/invites/revoke", { invite, why });
  }

  /** @returns {Promise<{ applicants: readonly { player: Player, at: number }[] }>} */
  applicants() {
    return this.#get("/applicants", {});
  }

  /** @param {string} player @param {boolean} isApproved @param {string} why @returns {Promise<Deed>} */
  approve(player, isApproved, why) {
    return this.#order("/applicants", { player, is_approved: isApproved, why });
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
