import { isRecord, isText, keep, kept } from "../settings.js";

/** @import { GameOffer } from "../../../javascript/types/v1.js" */

/**
 * How somebody opened a table of a game the last time.
 *
 * @typedef {object} Opening
 * @property {number} seats
 * @property {number} time_limit in milliseconds
 * @property {boolean} rated
 * @property {boolean} spectators
 * @property {"public" | "unlisted" | "password"} access
 * @property {"" | "everybody" | "players" | "nobody"} replays who may see its matches again; empty for what is usual
 * @property {"" | "none" | "30s" | "3min" | "end"} delay how much later spectators see its matches; empty for what is usual
 * @property {boolean} hands whether spectators see hands, if all who play agree
 * @property {boolean} owned whether a deck may hold only copies that its player owns
 * @property {string} deck
 * @property {Record<string, unknown>} options
 */

/** What one may choose from for a decision, in milliseconds. */
export const TIMES = [10_000, 30_000, 60_000, 120_000, 300_000, 86_400_000];
const ACCESS = /** @type {const} */ (["public", "unlisted", "password"]);
export const REPLAYS = /** @type {const} */ (["everybody", "players", "nobody"]);
export const DELAYS = /** @type {const} */ (["none", "30s", "3min", "end"]);

/**
 * The last opening of this browser, as far as it still is one of this game.
 * @param {GameOffer} offer
 * @returns {Opening}
 */
export function lastOpening(offer) {
  const found = kept(`opening/${offer.name}`, isRecord) ?? {};
  const { seats, time_limit: time, rated, spectators, access, replays, delay, hands, owned, options } = found;
  const { least_seats: least, most_seats: most } = offer;
  return {
    seats: typeof seats === "number" && seats >= least && seats <= most ? seats : offer.default_seats,
    time_limit: typeof time === "number" && TIMES.includes(time) ? time : 60_000,
    rated: rated === true,
    spectators: spectators !== false,
    access: ACCESS.find((each) => each === access) ?? "public",
    replays: REPLAYS.find((each) => each === replays) ?? "",
    delay: DELAYS.find((each) => each === delay) ?? "",
    hands: hands === true,
    owned: owned === true,
    deck: lastDeck(offer) ?? "",
    options: isRecord(options) ? options : {},
  };
}

/**
 * How much later spectators see matches of a table of which nothing is said.
 * @param {{ rated?: boolean }} table
 */
export function usualDelay({ rated = false }) {
  return rated ? "30s" : "none";
}

/**
 * Who may see matches of a table again of which nothing is said: what was closed while it was played stays closed.
 * @param {{ access?: string, spectators?: boolean }} table
 */
export function usualReplays({ access = "public", spectators = true }) {
  return access === "public" && spectators ? "everybody" : "players";
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
 * The deck that was brought last; the first ready one before that. `null` in games without decks.
 * @param {GameOffer} offer
 * @returns {string | null}
 */
export function lastDeck(offer) {
  const [first] = offer.decks ?? [];
  return first === undefined ? null : (kept(`brought/${offer.name}`, isText) ?? first);
}

/** Forget the deck that was brought last: it is none, or not any more. @param {string} game */
export function forgetDeck(game) {
  keep(`brought/${game}`, null);
}

/** The deck that was built here last, by its code, as long as it may be played. @param {string} game @returns {string | null} */
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
