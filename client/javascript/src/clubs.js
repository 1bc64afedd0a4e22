import { answered } from "./answers.js";
import { ClientError } from "./errors.js";

/** @import { Club, ClubAccess, ClubRole, Clubs, Welcome } from "../types/v1.js" */
/** @import { Ask, Command } from "./answers.js" */

/**
 * Requests about clubs. All reject with the errors of `Client.ask`. If the server has no clubs, nothing is sent.
 * Invitations and announcements arrive as notices.
 */
export class ClubRequests {
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

  /** True if this server has clubs. */
  get areKeptHere() {
    return (this.#welcome().capabilities ?? []).includes("clubs");
  }

  /**
   * Make a club, and own it.
   * @param {{ name: string, about?: string, access?: ClubAccess }} what
   * @returns {Promise<Club>}
   */
  create(what) {
    return this.#club({ type: "create_club", ...what });
  }

  /**
   * As the owner, change a club.
   * @param {string} club
   * @param {{ name?: string, about?: string, access?: ClubAccess }} what
   * @returns {Promise<Club>}
   */
  change(club, what) {
    return this.#club({ type: "change_club", club, ...what });
  }

  /**
   * As the owner, delete a club.
   * @param {string} club
   */
  async delete(club) {
    this.#check();
    await answered(this.#ask, { type: "delete_club", club }, "club_left");
  }

  /**
   * Return the player's clubs, and a page of those that everybody finds.
   * @param {string} [before]
   * @returns {Promise<Clubs>}
   */
  list(before) {
    this.#check();
    return answered(this.#ask, { type: "list_clubs", ...(before !== undefined && { before }) }, "clubs");
  }

  /**
   * Return a club with its members.
   * @param {string} club
   * @returns {Promise<Club>}
   */
  get(club) {
    return this.#club({ type: "get_club", club });
  }

  /**
   * Join a club, apply to it, or accept an invitation. The answer has the role now.
   * @param {string} club
   * @returns {Promise<Club>}
   */
  join(club) {
    return this.#club({ type: "join_club", club });
  }

  /**
   * Leave a club, withdraw an application, or decline an invitation.
   * @param {string} club
   */
  async leave(club) {
    this.#check();
    await answered(this.#ask, { type: "leave_club", club }, "club_left");
  }

  /**
   * As the owner or an organiser, invite a player.
   * @param {string} club
   * @param {string} player
   * @returns {Promise<Club>}
   */
  invite(club, player) {
    return this.#club({ type: "invite_to_club", club, player });
  }

  /**
   * Give a player a role: accept or decline an applicant, remove a member, make an organiser or the next owner.
   * @param {string} club
   * @param {string} player
   * @param {ClubRole} role
   * @returns {Promise<Club>}
   */
  setRole(club, player, role) {
    return this.#club({ type: "set_club_role", club, player, role });
  }

  /**
   * As the owner or an organiser, send all members a notice.
   * @param {string} club
   * @param {string} text
   * @returns {Promise<Club>}
   */
  announce(club, text) {
    return this.#club({ type: "announce_to_club", club, text });
  }

  /**
   * @param {Command} command
   * @returns {Promise<Club>}
   */
  async #club(command) {
    this.#check();
    return (await answered(this.#ask, command, "club_changed")).club;
  }

  #check() {
    if (!this.areKeptHere) throw new ClientError("this server has no clubs");
  }
}
