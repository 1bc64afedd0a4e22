import { useEffect, useState } from "../../vendor/preact.js";
import { poolOf } from "../decks/pool.js";

/** @import { Page } from "../page.js" */
/** @import { PackCard } from "../../../javascript/types/v1.js" */

/**
 * The pool of the player in a sealed tournament; `null` without a tournament, `undefined` until it arrives.
 * @param {Page} page
 * @param {string | undefined} tournament
 * @param {string} game
 * @param {any} cards
 */
export function usePool({ state, session, failed }, tournament, game, cards) {
  const [packs, setPacks] = useState(/** @type {readonly PackCard[] | null} */ (null));
  const isOpen = state.connection.state === "open";
  useEffect(() => {
    if (tournament === undefined || !isOpen) return;
    const read = async () => setPacks((await (await session.client.tournaments()).page(tournament, 0)).own_packs ?? []);
    read().catch(failed);
  }, [tournament, isOpen, state.me?.player.id]);
  if (tournament === undefined) return null;
  return packs === null || cards === undefined ? undefined : poolOf(game, cards, packs);
}

/**
 * Bring a deck to a tournament, and go there.
 * @param {Page} page
 * @param {string} tournament
 * @param {string} deck
 */
export async function brought({ session, go }, tournament, deck) {
  await (await session.client.tournaments()).join(tournament, deck);
  go(`/tournaments/${encodeURIComponent(tournament)}`);
}
