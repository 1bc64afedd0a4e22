import { bound } from "../../../javascript/src/notes.js";
import { isRecord, keep, kept } from "../settings.js";
import { lastDeck } from "./openings.js";
import { revealed } from "./tables.js";

/** @import { Page } from "../page.js" */
/** @import { Offer } from "../../../javascript/types/v1.js" */

/**
 * The wanted match.
 *
 * @typedef {object} Wish
 * @property {readonly string[]} games
 * @property {number} time_limit in milliseconds
 * @property {boolean} rated
 * @property {number | null} bots_after in milliseconds; `null` for never
 * @property {"anybody" | "people" | "bots"} opponents people, bots of players, or both
 * @property {{ code: string, size: number } | null} party friends for the same table
 */

/** Milliseconds after which the page names the players who are late to reveal entropy. */
const LATE = 1000;

/** The choices for the time after which bots take the free seats. */
export const BOTS_AFTER = [0, 10_000, 30_000, 60_000, null];
/** The choices for the time for an action. Only equal ones are paired. */
/** The players to meet: people, bots of players, or both. */
export const OPPONENTS = /** @type {const} */ (["anybody", "people", "bots"]);
export const SOUGHT_TIMES = [10_000, 30_000, 60_000];

/**
 * The last search in this browser.
 * @param {readonly string[]} games the games of the server
 * @returns {Wish}
 */
export function lastWish(games) {
  const found = kept("wish", isRecord) ?? {};
  const { games: sought, time_limit: time, rated, bots_after: bots } = found;
  const known = Array.isArray(sought) ? games.filter((each) => sought.includes(each)) : [];
  return {
    games: known.length > 0 ? known : games.slice(0, 1),
    time_limit: typeof time === "number" && SOUGHT_TIMES.includes(time) ? time : 30_000,
    rated: rated !== false,
    party: null,
    opponents: OPPONENTS.find((each) => each === found.opponents) ?? "anybody",
    bots_after: bots === null || (typeof bots === "number" && BOTS_AFTER.includes(bots)) ? bots : 10_000,
  };
}

/**
 * Start a search, as a guest if the player has no account.
 * @param {Pick<Page, "session" | "state">} page
 * @param {Wish} wish
 */
export async function sought({ session, state }, wish) {
  keep("wish", wish);
  await session.withPlayer();
  const games = wish.games.map((game) => {
    const offer = state.welcome?.games.find((each) => each.name === game);
    const deck = offer === undefined ? null : lastDeck(offer);
    return deck === null ? { game } : { game, deck };
  });
  await session.say({ type: "seek", ...wish, games });
}

/** End the search. @param {Pick<Page, "session">} page */
export async function unsought({ session }) {
  await session.say({ type: "unseek" });
}

/**
 * Accept a match, with this player's share of its shuffle.
 * @param {Pick<Page, "session">} page
 * @param {Offer} offer
 */
export async function accepted({ session }, { id, match, commitment }) {
  const share = await bound(() => session.client.notes.entropy(match, commitment, null));
  await session.say({ type: "accept", offer: id, ...share });
}

/**
 * Go to a match that all players have accepted, after entropy is revealed; to its table, if its deal was refused.
 * @param {Pick<Page, "session" | "go">} page
 * @param {Offer} offer
 */
export async function opened({ session, go }, { match, table }) {
  const late = setTimeout(() => go(`/t/${table}`), LATE);
  const now = await revealed({ session }, table).finally(() => clearTimeout(late));
  if (now?.stage === "gathering") {
    go(`/t/${table}`);
    return;
  }
  await session.client.watchMatch(match, 0);
  go(`/m/${match}`);
}

/**
 * @param {Pick<Page, "session">} page
 * @param {Offer} offer
 */
export async function declined({ session }, { id }) {
  await session.say({ type: "decline", offer: id });
}
