import { useEffect } from "../../vendor/preact.js";
import { isCollector } from "./collection.js";

/** @import { Page } from "../page.js" */
/** @import { WishCard, Wishes } from "../../../javascript/types/v1.js" */

/** True if this player has a wish list; a guest has none. @param {Pick<Page, "state">} page */
export function mayWish({ state }) {
  return isCollector({ state }) && (state.welcome?.capabilities ?? []).includes("wish_lists");
}

/**
 * The player's wish list and by what others find them. Each screen that shows it reads it again, and shows the earlier
 * one until then. `null` until it is known, and for a guest.
 * @param {Page} page
 * @returns {Wishes | null}
 */
export function useWishes(page) {
  const { state, session, failed } = page;
  const player = state.me?.player.id;
  const mayAsk = mayWish(page) && state.connection.state === "open";
  useEffect(() => {
    if (!mayAsk) return;
    session.client
      .collection()
      .then(({ wishes }) => wishes.list())
      .then((wishes) => keep(page, player, wishes))
      .catch(failed);
  }, [mayAsk, player]);
  const known = state.panels.wishes;
  return mayWish(page) && known?.player === player ? known.wishes : null;
}

/**
 * Add cards to the wish list, or remove them.
 * @param {Pick<Page, "store" | "session">} page
 * @param {{ adds?: WishCard[], removes?: WishCard[] }} what
 */
export async function changeWishes(page, what) {
  const player = page.store.state.me?.player.id;
  keep(page, player, await (await page.session.client.collection()).wishes.change(what));
}

/**
 * Set by what traders find this player: by copies, by wishes, or not at all.
 * @param {Pick<Page, "store" | "session">} page
 * @param {"nobody" | "traders"} by
 */
export async function letFind(page, by) {
  const player = page.store.state.me?.player.id;
  keep(page, player, await (await page.session.client.collection()).wishes.beFound(by));
}

/**
 * The cards of a game on a wish list.
 * @param {Wishes | null} wishes @param {string} game @returns {ReadonlySet<string>}
 */
export function wishedOf(wishes, game) {
  return new Set((wishes?.wishes ?? []).filter((each) => each.game === game).map(({ card }) => card));
}

/** @param {Pick<Page, "store">} page @param {string | undefined} player @param {Wishes} wishes */
function keep({ store }, player, wishes) {
  store.change((state) => ({ ...state, panels: { ...state.panels, wishes: { player, wishes } } }));
}
