import { useEffect } from "../../vendor/preact.js";

/** @import { Page } from "../page.js" */
/** @import { KeptDeck } from "../../../javascript/types/v1.js" */

/**
 * True if this player's decks are stored in an account; otherwise they are stored in this browser.
 * @param {Pick<Page, "state">} page
 */
export function hasAccount({ state }) {
  const { me, welcome } = state;
  return me !== null && me.player.kind !== "guest" && (welcome?.capabilities ?? []).includes("kept_decks");
}

/**
 * The decks for a game in the player's account, read at the first use; `null` until then, and without an account.
 * @param {Pick<Page, "state" | "store" | "session" | "failed">} page
 * @param {string} game
 * @returns {readonly KeptDeck[] | null}
 */
export function useKeptDecks(page, game) {
  const { state, failed } = page;
  const known = hasAccount(page) ? (state.decks[game] ?? null) : null;
  const isWanted = hasAccount(page) && known === null && state.connection.state === "open";
  useEffect(() => {
    if (isWanted) readAgain(page, game).catch(failed);
  }, [isWanted, game, state.me?.player.id]);
  return known;
}

/**
 * Store a deck in the account under a name.
 * @param {Pick<Page, "state" | "store" | "session">} page
 * @param {{ game: string, name: string, deck: string }} deck
 */
export async function keepInAccount(page, deck) {
  const answer = await page.session.client.decks.keep(deck);
  await readAgain(page, deck.game);
  return answer.deck;
}

/**
 * Delete a deck from the account.
 * @param {Pick<Page, "state" | "store" | "session">} page
 * @param {{ game: string, name: string }} deck
 */
export async function dropFromAccount(page, deck) {
  await page.session.client.decks.drop(deck);
  await readAgain(page, deck.game);
}

/** @param {Pick<Page, "state" | "store" | "session">} page @param {string} game */
async function readAgain({ store, session }, game) {
  const asker = store.state.me?.player.id;
  const decks = await session.client.decks.list(game);
  store.change((state) =>
    state.me?.player.id === asker ? { ...state, decks: { ...state.decks, [game]: decks } } : state,
  );
}
