import { isRecord, isText, keep, kept } from "../settings.js";

/** @import { GameOffer } from "../../../javascript/types/v1.js" */

/**
 * The options of the last table that the player opened for a game.
 *
 * @typedef {object} Opening
 * @property {number} seats
 * @property {number} time_limit in milliseconds
 * @property {boolean} rated
 * @property {boolean} spectators
 * @property {"public" | "unlisted" | "password"} access
 * @property {"" | "everybody" | "players" | "nobody"} replays the viewers of replays; empty for the default
 * @property {"" | "none" | "30s" | "3min" | "end"} delay the delay of spectators; empty for the default
 * @property {"" | "consent" | "never"} recess the pauses of its matches; empty for the default
 * @property {boolean} hands true if spectators see hands, if all players agree
 * @property {boolean} owned true if a deck may only have copies that its player owns
 * @property {string} deck
 * @property {Record<string, unknown>} options
 */

/** The choices for the time for an action, in milliseconds. */
export const TIMES = [10_000, 30_000, 60_000, 120_000, 300_000, 86_400_000];
const ACCESS = /** @type {const} */ (["public", "unlisted", "password"]);
export const REPLAYS = /** @type {const} */ (["everybody", "players", "nobody"]);
const RECESSES = /** @type {const} */ (["consent", "never"]);
export const DELAYS = /** @type {const} */ (["none", "30s", "3min", "end"]);

/**
 * The last opening in this browser, as far as its options are still valid for this game.
 * @param {GameOffer} offer
 * @returns {Opening}
 */
export function lastOpening(offer) {
  const found = kept(`opening/${offer.name}`, isRecord) ?? {};
  const { seats, time_limit: time, rated, spectators, access, replays, delay, recess, hands, owned, options } = found;
  const { least_seats: least, most_seats: most } = offer;
  return {
    seats: typeof seats === "number" && seats >= least && seats <= most ? seats : offer.default_seats,
    time_limit: typeof time === "number" && TIMES.includes(time) ? time : 60_000,
    rated: rated === true,
    spectators: spectators !== false,
    access: ACCESS.find((each) => each === access) ?? "public",
    replays: REPLAYS.find((each) => each === replays) ?? "",
    delay: DELAYS.find((each) => each === delay) ?? "",
    recess: RECESSES.find((each) => each === recess) ?? "",
    hands: hands === true,
    owned: owned === true,
    deck: lastDeck(offer) ?? "",
    options: isRecord(options) ? options : {},
  };
}

/**
 * The default delay of spectators.
 * @param {{ rated?: boolean }} table
 */
export function usualDelay({ rated = false }) {
  return rated ? "30s" : "none";
}

/**
 * The default viewers of replays. A private match stays private.
 * @param {{ access?: string, spectators?: boolean }} table
 */
export function usualReplays({ access = "public", spectators = true }) {
  return access === "public" && spectators ? "everybody" : "players";
}

/**
 * True if players can agree on a pause. Without a rule of the table they can, unless the match is rated.
 * @param {{ rated?: boolean, recess?: string | null }} table
 */
export function mayPause({ rated = false, recess }) {
  return recess === "consent" || (recess !== "never" && !rated);
}

/**
 * @param {string} game
 * @param {Opening} opening
 */
export function keepOpening(game, { deck, ...opening }) {
  keep(`opening/${game}`, opening);
  if (deck !== "") keepDeck(game, deck);
}

/**
 * The last deck; the first ready deck without one; `null` in games without decks.
 * @param {GameOffer} offer
 * @returns {string | null}
 */
export function lastDeck(offer) {
  const [first] = offer.decks ?? [];
  return first === undefined ? null : (kept(`brought/${offer.name}`, isText) ?? first);
}

/** Forget the last deck, because it is not valid or not any more. @param {string} game */
export function forgetDeck(game) {
  keep(`brought/${game}`, null);
}

/**
 * The code of the last deck from the deck builder, if it may be played.
 * @param {string} game @returns {string | null}
 */
export function builtDeck(game) {
  return kept(`built/${game}`, isText);
}

/**
 * @param {string} game
 * @param {string | null} code
 */
export function keepBuilt(game, code) {
  keep(`built/${game}`, code);
}

/**
 * @param {string} game
 * @param {string} deck
 */
export function keepDeck(game, deck) {
  keep(`brought/${game}`, deck);
}
