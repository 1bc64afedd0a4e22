import { answered } from "./answers.js";
import { ClientError } from "./errors.js";

/** @import { CreateTournament, ScheduleTournament, Tournament, TournamentSchedule, TournamentSummary, Welcome } from "../types/v1.js" */
/** @import { Ask, Command } from "./answers.js" */

/**
 * Requests about tournaments. All reject with the errors of `Client.ask`. If the server has no tournaments, nothing is
 * sent. New rounds arrive as notices.
 */
export class TournamentRequests {
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

  /** True if this server has tournaments. */
  get arePlayedHere() {
    return (this.#welcome().capabilities ?? []).includes("tournaments");
  }

  /**
   * Make a tournament, and direct it. Without `starts_at`, `beginRound` begins the first round.
   * @param {Omit<CreateTournament, "type" | "ref">} what
   * @returns {Promise<Tournament>}
   */
  create(what) {
    return this.#tournament({ type: "create_tournament", ...what });
  }

  /**
   * Return the tournaments: open and running ones first, then ended ones, newest first.
   * @returns {Promise<TournamentSummary[]>}
   */
  async list() {
    this.#check();
    return (await answered(this.#ask, { type: "list_tournaments" }, "tournaments")).tournaments;
  }

  /**
   * Return a tournament with its standings and pairings.
   * @param {string} tournament
   * @returns {Promise<Tournament>}
   */
  get(tournament) {
    return this.#tournament({ type: "get_tournament", tournament });
  }

  /**
   * Return a part of a large tournament, and the whole of one with at most so many players. With 0 rows, the answer is
   * small: the own row, and the own pairing in the last round.
   * @param {string} tournament
   * @param {number} [rows]
   * @param {{ from_row?: number, round?: number, from_pairing?: number }} [from]
   * @returns {Promise<Tournament>}
   */
  page(tournament, rows = 50, from = {}) {
    return this.#tournament({ type: "get_tournament", tournament, rows, ...from });
  }

  /**
   * Enter a tournament, or come back. Before the first round, this replaces the deck.
   * @param {string} tournament
   * @param {string} [deck]
   * @returns {Promise<Tournament>}
   */
  join(tournament, deck) {
    return this.#tournament({ type: "join_tournament", tournament, ...(deck !== undefined && { deck }) });
  }

  /**
   * Leave a tournament. A running match goes on, and counts.
   * @param {string} tournament
   * @returns {Promise<Tournament>}
   */
  leave(tournament) {
    return this.#tournament({ type: "leave_tournament", tournament });
  }

  /**
   * Check in to a tournament with check-in, or for the next round of one with `when_ready`.
   * @param {string} tournament
   * @param {number | null} [round]
   * @returns {Promise<Tournament>}
   */
  checkIn(tournament, round = null) {
    return this.#tournament({ type: "check_in_tournament", tournament, round });
  }

  /**
   * As the director, have this round paired now.
   * @param {string} tournament
   * @param {number} round
   * @returns {Promise<Tournament>}
   */
  beginRound(tournament, round) {
    return this.#tournament({ type: "begin_tournament_round", tournament, round });
  }

  /**
   * As the director, rule the result of a pairing of the last round.
   * @param {string} tournament
   * @param {string} match
   * @param {[number, number]} points
   * @param {string} why
   * @param {number[]} [podPoints]
   * @returns {Promise<Tournament>}
   */
  rule(tournament, match, points, why, podPoints = []) {
    return this.#tournament({
      type: "rule_tournament_result",
      tournament,
      match,
      points,
      why,
      pod_points: podPoints,
    });
  }

  /**
   * As the director, remove or disqualify a player.
   * @param {string} tournament
   * @param {string} player
   * @param {string} why
   * @param {boolean} [disqualify]
   * @returns {Promise<Tournament>}
   */
  remove(tournament, player, why, disqualify = false) {
    return this.#tournament({ type: "remove_entrant", tournament, player, why, disqualify });
  }

  /**
   * As the director, take a removal or disqualification back.
   * @param {string} tournament
   * @param {string} player
   * @param {string} why
   * @returns {Promise<Tournament>}
   */
  reinstate(tournament, player, why) {
    return this.#tournament({ type: "reinstate_entrant", tournament, player, why });
  }

  /**
   * Appeal against a ruling about an own match, or without `match` against the own removal.
   * @param {string} tournament
   * @param {string} why
   * @param {string | null} [match]
   * @returns {Promise<Tournament>}
   */
  appeal(tournament, why, match = null) {
    return this.#tournament({ type: "appeal_ruling", tournament, match, why });
  }

  /**
   * As a director or moderator, answer an appeal. `upheld` takes a removal back.
   * @param {string} tournament
   * @param {number} appeal
   * @param {string} why
   * @param {boolean} upheld
   * @returns {Promise<Tournament>}
   */
  answerAppeal(tournament, appeal, why, upheld) {
    return this.#tournament({ type: "answer_appeal", tournament, appeal, upheld, why });
  }

  /**
   * As a director, let a player enter a tournament for invited players.
   * @param {string} tournament
   * @param {string} player
   * @returns {Promise<Tournament>}
   */
  invite(tournament, player) {
    return this.#tournament({ type: "invite_to_tournament", tournament, player });
  }

  /**
   * As the maker of a tournament, let a player direct it too, or no longer.
   * @param {string} tournament
   * @param {string} player
   * @param {boolean} [on]
   * @returns {Promise<Tournament>}
   */
  appoint(tournament, player, on = true) {
    return this.#tournament({ type: "appoint_assistant", tournament, player, on });
  }

  /**
   * As the director, end a tournament.
   * @param {string} tournament
   * @param {string} why
   * @returns {Promise<Tournament>}
   */
  end(tournament, why) {
    return this.#tournament({ type: "end_tournament", tournament, why });
  }

  /**
   * Let the server make a tournament each week. Return the player's schedules.
   * @param {Omit<ScheduleTournament, "type" | "ref">} what
   * @returns {Promise<TournamentSchedule[]>}
   */
  schedule(what) {
    return this.#schedules({ type: "schedule_tournament", ...what });
  }

  /**
   * Return the player's schedules, oldest first.
   * @returns {Promise<TournamentSchedule[]>}
   */
  schedules() {
    return this.#schedules({ type: "list_tournament_schedules" });
  }

  /**
   * Remove a schedule, and return the others.
   * @param {string} schedule
   * @returns {Promise<TournamentSchedule[]>}
   */
  unschedule(schedule) {
    return this.#schedules({ type: "remove_tournament_schedule", schedule });
  }

  /**
   * @param {Command} command
   * @returns {Promise<TournamentSchedule[]>}
   */
  async #schedules(command) {
    this.#check();
    return (await answered(this.#ask, command, "tournament_schedules")).schedules;
  }

  /**
   * @param {Command} command
   * @returns {Promise<Tournament>}
   */
  async #tournament(command) {
    this.#check();
    return (await answered(this.#ask, command, "tournament_changed")).tournament;
  }

  #check() {
    if (!this.arePlayedHere) throw new ClientError("this server has no tournaments");
  }
}
