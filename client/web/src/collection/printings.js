/** The player's progress in a game: every printing that packs hold, with the number of owned copies. Pure. */

/** @import { OwnedCopies } from "../../../javascript/types/v1.js" */
/** @import { PackLists } from "../../../javascript/src/packs.js" */
/** @import { Cards } from "../games/catalogue.js" */

/** The rarities, from the most frequent to the rarest. */
export const RARITIES = /** @type {const} */ (["common", "rare", "ultra_rare", "art_rare"]);

/**
 * Properties for filtering a collection beside set and rarity, by the name of the facet.
 * @type {Readonly<Record<string, (card: any) => readonly string[]>>}
 */
const TRAITS = {
  element: (card) => (card.element === undefined ? [] : [card.element]),
  taxon: (card) => card.sets ?? [],
};

/**
 * @typedef {object} OwnedPrinting a printing and the player's copies of it
 * @property {string} id
 * @property {any} card the card in the catalogue
 * @property {string} rarity
 * @property {string} set the id of its set; empty if it is no longer in the catalogue
 * @property {readonly string[]} traits its Element, or its taxa
 * @property {number} count number of owned copies
 * @property {number} free number of copies that are neither in an offer nor in a match
 */

/**
 * Every printing that the player owns or could own, in the order of the catalogue.
 * @param {string} game
 * @param {Cards} cards
 * @param {ReadonlyMap<string, string>} sets the set of each printing
 * @param {PackLists | null} lists the lists for new packs
 * @param {readonly OwnedCopies[]} copies
 * @returns {OwnedPrinting[]}
 */
export function printingsOf(game, cards, sets, lists, copies) {
  const owned = new Map(copies.filter((each) => each.game === game).map((each) => [each.card, each]));
  const rarities = new Map(RARITIES.flatMap((rarity) => (lists?.[rarity] ?? []).map((id) => [id, rarity])));
  const ids = [...cards.keys()].filter((id) => rarities.has(id) || owned.has(id));
  for (const id of owned.keys()) if (!cards.has(id)) ids.push(id);
  return ids.map((id) => {
    const card = cards.get(id) ?? { id, name: id };
    return {
      id,
      card,
      rarity: rarities.get(id) ?? card.printing?.rarity ?? card.rarity ?? "common",
      set: sets.get(id) ?? "",
      traits: Object.values(TRAITS).flatMap((read) => read(card)),
      count: owned.get(id)?.count ?? 0,
      free: owned.get(id)?.free ?? 0,
    };
  });
}

/**
 * The rarity of a card from a pack. Its set decides: older servers sent an Ultra Rare as an Art Rare if there were
 * none.
 * @param {Cards | undefined} cards
 * @param {{ card: string, rarity: string }} opened
 */
export function rarityOf(cards, { card, rarity }) {
  const known = cards?.get(card);
  return known?.printing?.rarity ?? known?.rarity ?? rarity;
}

/**
 * The filter of a collection. An empty field matches every printing.
 * @typedef {{ set: string, trait: string, rarity: string, owned: "" | "owned" | "missing" | "spare" | "wished" }} Wanted
 */

/** @type {Wanted} */
export const ANYTHING = { set: "", trait: "", rarity: "", owned: "" };

/**
 * True if a printing matches the filter.
 * @param {OwnedPrinting} printing
 * @param {Wanted} wanted
 * @param {ReadonlySet<string>} [wished] the cards on the player's wish list
 */
export function isWanted({ id, set, traits, rarity, count }, wanted, wished) {
  if (wanted.set !== "" && set !== wanted.set) return false;
  if (wanted.trait !== "" && !traits.includes(wanted.trait)) return false;
  if (wanted.rarity !== "" && rarity !== wanted.rarity) return false;
  switch (wanted.owned) {
    case "owned":
      return count > 0;
    case "missing":
      return count === 0;
    case "spare":
      return count > 1;
    case "wished":
      return wished?.has(id) === true;
    default:
      return true;
  }
}

/**
 * The number of printings and of owned printings, for each rarity and in all.
 * @typedef {{ all: number, owned: number, rarities: { rarity: string, all: number, owned: number }[] }} Progress
 */

/** The player's progress. @param {readonly OwnedPrinting[]} printings @returns {Progress} */
export function progressOf(printings) {
  const ofRarity = (/** @type {string} */ rarity) => printings.filter((each) => each.rarity === rarity);
  const owned = (/** @type {readonly OwnedPrinting[]} */ some) => some.filter(({ count }) => count > 0).length;
  return {
    all: printings.length,
    owned: owned(printings),
    rarities: RARITIES.map((rarity) => ({
      rarity,
      all: ofRarity(rarity).length,
      owned: owned(ofRarity(rarity)),
    })).filter(({ all }) => all > 0),
  };
}

/**
 * The cards of which a deck has more copies than the player owns. Cards beside the deck belong to all players.
 * @param {string} game
 * @param {Readonly<Record<string, number>>} deck number of copies of each printing
 * @param {readonly OwnedCopies[]} copies
 * @returns {{ id: string, wanted: number, owned: number }[]}
 */
export function missingOf(game, deck, copies) {
  const owned = new Map(copies.filter((each) => each.game === game).map((each) => [each.card, each.count]));
  return Object.entries(deck)
    .map(([id, wanted]) => ({ id, wanted, owned: owned.get(id) ?? 0 }))
    .filter((each) => each.owned < each.wanted);
}

/** The set of each printing, by its id. @param {any} catalogue as `GET /v1/games/<game>/cards` gives it @returns {Map<string, string>} */
export function setsOf(catalogue) {
  /** @type {Map<string, string>} */
  const sets = new Map();
  for (const { id, cards, printings = [] } of catalogue.sets) {
    for (const each of [...cards, ...printings]) sets.set(each.id, id);
  }
  return sets;
}
