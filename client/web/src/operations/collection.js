import { useEffect } from "../../vendor/preact.js";

/** @import { Page } from "../page.js" */
/** @import { OwnedCopies, Player } from "../../../javascript/types/v1.js" */
/** @import { PackLists } from "../../../javascript/src/packs.js" */

/**
 * The odds of packs, and what all that were ever opened come to, as `GET /v1/packs/odds` tells it.
 * @typedef {{ what: string, chi_square: number, degrees: number, p: number }} FitOfCounts
 * @typedef {object} PoolOdds
 * @property {string} pool the hash of the lists
 * @property {boolean} is_current whether new packs are drawn from them
 * @property {PackLists} lists
 * @property {number} packs how many were opened
 * @property {Readonly<Record<string, number>>} fifth how many fifth cards were of each rarity
 * @property {Readonly<Record<string, number>>} [sides] of how many sides of twelve the fifth card is of each, with these lists
 * @property {Readonly<Record<string, readonly { card: string, drawn: number }[]>>} drawn of each rarity how often each card came
 * @property {readonly FitOfCounts[]} fits
 * @typedef {{ commons: number, rares: number, fifth: Readonly<Record<string, number>>, pools: readonly PoolOdds[] }} PackOdds
 */

/** Whether this server knows what its players own. @param {Pick<Page, "state">} page */
export function hasCollections({ state }) {
  return (state.welcome?.capabilities ?? []).includes("collection");
}

/** Whether this player may own cards: a guest does not. @param {Pick<Page, "state">} page */
export function isCollector({ state }) {
  return hasCollections({ state }) && state.me !== null && state.me.player.kind !== "guest";
}

/** Whether this player may trade with others here. @param {Pick<Page, "state">} page */
export function canTrade({ state }) {
  return isCollector({ state }) && (state.welcome?.capabilities ?? []).includes("trades");
}

/**
 * Whether this player may offer that one a trade, as far as one sees: neither guests nor the house's bots have cards.
 * @param {Pick<Page, "state">} page
 * @param {Player} player
 */
export function canTradeWith({ state }, player) {
  const isOther = player.id !== state.me?.player.id;
  return canTrade({ state }) && isOther && player.kind !== "guest" && !player.bot;
}

/**
 * The copies that this player owns, of all games; as they were known until they are read anew, which is done by each screen that
 * shows them. `null` until they are known, and for whoever may own none.
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

/** Read once more what this player owns: something has come, or gone. @param {Pick<Page, "store" | "session">} page */
export async function readOwned({ store, session }) {
  const player = store.state.me?.player.id;
  const copies = await (await session.client.collection()).owned();
  store.change((state) => ({ ...state, panels: { ...state.panels, owned: { player, copies } } }));
}

/**
 * The odds of packs with the lists from which they are drawn, read when a screen that shows them is opened; `null` until they
 * are here, and where there are no packs.
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

/** Read the odds once more: of lists that this page does not know, or because packs were opened. @param {Pick<Page, "store" | "session">} page @returns {Promise<PackOdds>} */
export async function readOdds({ store, session }) {
  const odds = await session.client.http.get("/v1/packs/odds");
  store.change((state) => ({ ...state, panels: { ...state.panels, odds } }));
  return odds;
}

/**
 * The lists from which a game's new packs are drawn; where there are packs of single sets, too, those of all its cards.
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

/** How many printings there are in lists. @param {PackLists} lists */
export function sizeOf({ common, rare, ultra_rare: ultra, art_rare: art = [] }) {
  return common.length + rare.length + ultra.length + art.length;
}

/** The games that have packs now, by their names. @param {PackOdds} odds */
export function gamesWithPacks({ pools }) {
  return [...new Set(pools.filter(({ is_current: isCurrent }) => isCurrent).map(({ lists }) => lists.game))];
}
