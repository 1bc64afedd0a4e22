/** The cards of which a deck of a sealed tournament is built. Pure. */

/** @import { OwnedCopies, PackCard } from "../../../javascript/types/v1.js" */
/** @import { Cards } from "../games/catalogue.js" */

/** The copies of a common card, which everybody has. */
export const MANY = 1_000;

/**
 * The copies of each card that a deck may hold: common cards, and those of the packs. All printings of a card count
 * together.
 * @param {string} game
 * @param {Cards} cards
 * @param {readonly PackCard[]} packs
 * @returns {OwnedCopies[]}
 */
export function poolOf(game, cards, packs) {
  /** @param {string} id */
  const faceOf = (id) => cards.get(id)?.printing?.of ?? id;
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { card } of packs) counts.set(faceOf(card), (counts.get(faceOf(card)) ?? 0) + 1);
  return [...cards.keys()].flatMap((card) => {
    const { rarity = "common", kind } = cards.get(faceOf(card)) ?? {};
    const isCommon = rarity === "common" && kind !== "token"; // other cards make tokens: no deck holds them
    const count = isCommon ? MANY : (counts.get(faceOf(card)) ?? 0);
    return count === 0 ? [] : [{ game, card, count, free: count }];
  });
}
