import { useEffect } from "../../vendor/preact.js";

/** @import { Page } from "../page.js" */
/** @import { OwnedCopies, Player } from "../../../javascript/types/v1.js" */
/** @import { PackLists } from "../../../javascript/src/packs.js" */

/**
 * The odds of packs, and the totals of all opened packs, as in `GET /v1/packs/odds`.
 * @typedef {{ what: string, chi_square: number, degrees: number, p: number }} FitOfCounts
 * @typedef {object} PoolOdds
 * @property {string} pool the hash of the lists
 * @property {boolean} is_current true if new packs are drawn from these lists
 * @property {PackLists} lists
 * @property {number} packs number of opened packs
 * @property {Readonly<Record<string, number>>} fifth number of fifth cards of each rarity
 * @property {Readonly<Record<string, number>>} [sides] number of the twelve sides of the die for each rarity of the
 *   fifth card, with these lists
 * @property {Readonly<Record<string, readonly { card: string, drawn: number }[]>>} drawn by rarity: how often each card
 *   was drawn
 * @property {readonly FitOfCounts[]} fits
 * @typedef {{ commons: number, rares: number, fifth: Readonly<Record<string, number>>, pools: readonly PoolOdds[] }} PackOdds
 */

/** True if this server has collections. @param {Pick<Page, "state">} page */
export function hasCollections({ state }) {
  return (state.welcome?.capabilities ?? []).includes("collection");
}

/** True if this player may own cards; a guest may not. @param {Pick<Page, "state">} page */
export function isCollector({ state }) {
  return hasCollections({ state }) && state.me !== null && state.me.player.kind !== "guest";
}

/** True if this player may trade on this server. @param {Pick<Page, "state">} page */
export function canTrade({ state }) {
  return isCollector({ state }) && (state.welcome?.capabilities ?? []).includes("trades");
}

/**
 * True if this player may offer that one a trade, as far as the page knows: guests and bots of the house have no cards.
 * @param {Pick<Page, "state">} page
 * @param {Player} player
 */
export function canTradeWith({ state }, player) {
  const isOther = player.id !== state.me?.player.id;
  return canTrade({ state }) && isOther && player.kind !== "guest" && !player.bot;
}

/**
 * The player's copies of all games. Each screen that shows them reads them again, and shows the earlier ones until
 * then. `null` until they are known, and for a guest.
 * @param {Page} page
 * @returns {readonly OwnedCopies[] | null}
 */
export function useOwned(page) {
  const { state, failed } = page;
  const player = state.me?.player.id;
  const mayAsk = isCollector(page) && state.connection.state === "open";
  useEffect(() => {
    if (mayAsk) readOwned(page).catch(failed);
  }, [mayAsk, player]);
  const known = state.panels.owned;
  return isCollector(page) && known?.player === player ? known.copies : null;
}

/** Read the player's copies again after a change. @param {Pick<Page, "store" | "session">} page */
export async function readOwned({ store, session }) {
  const player = store.state.me?.player.id;
  const copies = await (await session.client.collection()).owned();
  store.change((state) => ({ ...state, panels: { ...state.panels, owned: { player, copies } } }));
}

/**
 * The odds of packs with their lists, read when a screen that shows them opens; `null` until they arrive, and if there
 * are no packs.
 * @param {Page} page
 * @returns {PackOdds | null}
 */
export function useOdds(page) {
  const { state, failed } = page;
  const mayAsk = state.connection.state === "open" && hasCollections(page);
  useEffect(() => {
    if (mayAsk) readOdds(page).catch(failed);
  }, [mayAsk]);
  return state.panels.odds ?? null;
}

/**
 * Read the odds again: for unknown lists, or after packs were opened.
 * @param {Pick<Page, "store" | "session">} page @returns {Promise<PackOdds>}
 */
export async function readOdds({ store, session }) {
  const odds = await session.client.http.get("/v1/packs/odds");
  store.change((state) => ({ ...state, panels: { ...state.panels, odds } }));
  return odds;
}

/**
 * The lists for a game's new packs; the lists of all cards if there are packs of single sets too.
 * @param {PackOdds | null} odds
 * @param {string} game
 * @returns {PackLists | null}
 */
export function listsOf(odds, game) {
  const lists = (odds?.pools ?? [])
    .filter((pool) => pool.is_current && pool.lists.game === game)
    .map((pool) => pool.lists);
  const most = Math.max(...lists.map(sizeOf));
  return lists.find((each) => sizeOf(each) === most) ?? null;
}

/** Number of printings in lists. @param {PackLists} lists */
export function sizeOf({ common, rare, ultra_rare: ultra, art_rare: art = [] }) {
  return common.length + rare.length + ultra.length + art.length;
}

/** The names of the games with packs. @param {PackOdds} odds */
export function gamesWithPacks({ pools }) {
  return [...new Set(pools.filter(({ is_current: isCurrent }) => isCurrent).map(({ lists }) => lists.game))];
}
