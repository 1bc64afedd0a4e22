import { useEffect, useState } from "../../vendor/preact.js";
import { fromServer } from "../decks/list.js";
import { signatures } from "../decks/signatures.js";
import { catalogued } from "../games/catalogue.js";

/** @import { Page } from "../page.js" */
/** @import { GameOffer } from "../../../javascript/types/v1.js" */

/** The addresses of pictures by the names of ready decks, of each game, once they were asked for. @type {Map<string, Promise<ReadonlyMap<string, string>>>} */
const known = new Map();

/**
 * A picture for each ready deck of a game: of the card that it shares with the fewest others. Empty until they are here.
 * @param {Pick<Page, "session" | "state">} page
 * @param {GameOffer} offer
 * @returns {ReadonlyMap<string, string>}
 */
export function useDeckFaces({ session, state }, offer) {
  const [faces, setFaces] = useState(/** @type {ReadonlyMap<string, string>} */ (new Map()));
  const isUp = state.connection.state === "open";
  useEffect(() => {
    if (!isUp) return undefined;
    let isShown = true;
    const asked = known.get(offer.name) ?? facesOf(session, offer);
    known.set(offer.name, asked);
    asked.then(
      (found) => isShown && setFaces(found),
      () => known.delete(offer.name), // the tiles say enough without
    );
    return () => {
      isShown = false;
    };
  }, [offer.name, isUp]);
  return faces;
}

/** @param {Page["session"]} session @param {GameOffer} offer @returns {Promise<ReadonlyMap<string, string>>} */
async function facesOf(session, { name: game, decks = [] }) {
  const cards = await catalogued(session.client, game);
  /** @type {Map<string, readonly string[]>} */
  const lists = new Map();
  for (const name of decks) {
    const { deck } = await session.client.tables.readDeck({ game, deck: name });
    if (deck) lists.set(name, Object.keys(fromServer(deck).cards));
  }
  return new Map(
    [...signatures(lists, (id) => cards.get(id))].flatMap(([name, card]) =>
      card.picture ? [[name, card.picture]] : [],
    ),
  );
}
