import { CommandRefused } from "../../../javascript/src/errors.js";
import { useEffect } from "../../vendor/preact.js";
import { hasModule } from "./index.js";

/**
 * The description of a game from its server. It is fetched once for all matches.
 *
 * @typedef {object} Description
 * @property {import("../../../javascript/types/v1.js").GameOffer} offer
 * @property {{ actions: Record<string, string>, events: Record<string, string>, things: Record<string, string>, rules: string }} phrases
 * @property {{ $defs: Record<string, any> }} schema
 */

/**
 * The printed cards of a game, by id, with the address of the picture as `picture`; for another printing, the printed
 * card with its `printing`. Cards of each game have a form of their own, which the game's module knows.
 *
 * @typedef {ReadonlyMap<string, any>} Cards
 */

/**
 * True if a game has a list of cards: its schema names them.
 * @param {Description} description
 */
export function hasCards({ schema }) {
  return JSON.stringify(schema).includes('"x-names":"card"');
}

/**
 * @param {import("../../../javascript/src/client.js").Client} client
 * @param {string} game
 * @returns {Promise<Cards>} `null` if the game has no list of cards
 */
export async function catalogued(client, game) {
  try {
    return cardsOf(await client.cards(game));
  } catch (error) {
    if (error instanceof CommandRefused) return new Map();
    throw error;
  }
}

/**
 * @param {any} catalogue the answer of `GET /v1/games/<game>/cards`
 * @returns {Cards}
 */
export function cardsOf(catalogue) {
  /** @type {Map<string, any>} */
  const cards = new Map();
  const { pictures = "" } = catalogue;
  /** @type {Map<string, string>} */
  const taxa = new Map();
  for (const { taxa: named = [] } of catalogue.sets) for (const { code, name } of named) taxa.set(code, name);
  /** @param {any} card */
  const classed = ({ sets }) =>
    sets === undefined || taxa.size === 0
      ? {}
      : { taxa: sets.map((/** @type {string} */ code) => taxa.get(code) ?? code) };
  /** @param {string} id */
  const pictured = (id) => (pictures === "" ? {} : { picture: pictures + encodeURIComponent(id) });
  for (const set of catalogue.sets)
    for (const card of set.cards) cards.set(card.id, { ...card, ...classed(card), ...pictured(card.id) });
  for (const { printings = [] } of catalogue.sets) {
    for (const printing of printings) {
      const card = cards.get(printing.of);
      if (card !== undefined) cards.set(printing.id, { ...card, ...pictured(printing.id), id: printing.id, printing });
    }
  }
  return cards;
}

/**
 * Fetch the description and the cards of a game once, when a screen first needs them.
 * @param {import("../page.js").Page} page
 * @param {string | undefined} game
 */
export function useDescription({ state, session, store, failed }, game) {
  const description = game === undefined ? undefined : state.games[game];
  const isListed = game !== undefined && (hasModule(game) || (description !== undefined && hasCards(description)));
  useEffect(() => {
    if (game === undefined || !isListed || state.catalogues[game] !== undefined) return;
    catalogued(session.client, game).then(
      (cards) => store.change((known) => ({ ...known, catalogues: { ...known.catalogues, [game]: cards } })),
      failed,
    );
  }, [game, isListed]);
  useEffect(() => {
    if (game === undefined || state.games[game] !== undefined) return;
    session.client
      .game(game)
      .then(
        (described) => store.change((known) => ({ ...known, games: { ...known.games, [game]: described } })),
        failed,
      );
  }, [game]);
}
