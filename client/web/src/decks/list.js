/**
 * A deck in the builder: the copies of each card, and the cards beside it.
 * @typedef {{ cards: Readonly<Record<string, number>>, beside: readonly string[] }} Deck
 */

/** @type {Deck} */
export const EMPTY = { cards: {}, beside: [] };

/**
 * The deck with one copy more or less of a card, which keeps its position; never fewer than none.
 * @param {Deck} deck
 * @param {string} card
 * @param {number} by
 * @returns {Deck}
 */
export function changed(deck, card, by) {
  const count = Math.max(0, (deck.cards[card] ?? 0) + by);
  const { [card]: _, ...others } = deck.cards;
  return { ...deck, cards: count === 0 ? others : { ...deck.cards, [card]: count } };
}

/**
 * The deck with a card beside it added or removed.
 * @param {Deck} deck
 * @param {string} card
 * @returns {Deck}
 */
export function toggled(deck, card) {
  const isIn = deck.beside.includes(card);
  return { ...deck, beside: isIn ? deck.beside.filter((each) => each !== card) : [...deck.beside, card] };
}

/** Number of cards. @param {Deck} deck */
export function size({ cards }) {
  return Object.values(cards).reduce((sum, count) => sum + count, 0);
}

/**
 * The deck as a list for a server: a line for each card, and the game's word before each card beside the deck.
 * @param {Deck} deck
 * @param {(card: string) => string} kindOf
 */
export function written({ cards, beside }, kindOf) {
  const lines = Object.entries(cards).map(([card, count]) => `${count} ${card}`);
  return [...lines, ...beside.map((card) => `${kindOf(card)} ${card}`)].join("\n");
}

/**
 * A deck from a message of the server.
 * @param {import("../../../javascript/types/v1.js").Deck} told
 * @returns {Deck}
 */
export function fromServer({ cards, beside = [] }) {
  return { cards: Object.fromEntries(cards), beside };
}

/** True if two decks are equal in any order of their cards. @param {Deck} one @param {Deck} other */
export function isSame(one, other) {
  const cards = Object.entries(one.cards);
  return (
    cards.length === Object.keys(other.cards).length &&
    cards.every(([card, count]) => other.cards[card] === count) &&
    one.beside.length === other.beside.length &&
    one.beside.every((card) => other.beside.includes(card))
  );
}
