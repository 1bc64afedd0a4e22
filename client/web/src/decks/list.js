/**
 * A deck as it is built: how many there are of each card, and what comes beside them.
 * @typedef {{ cards: Readonly<Record<string, number>>, beside: readonly string[] }} Deck
 */

/** @type {Deck} */
export const EMPTY = { cards: {}, beside: [] };

/**
 * One more or one less of a card, which stays where it stands among the others; never fewer than none.
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
 * What comes beside the cards, put in or taken out.
 * @param {Deck} deck
 * @param {string} card
 * @returns {Deck}
 */
export function toggled(deck, card) {
  const isIn = deck.beside.includes(card);
  return { ...deck, beside: isIn ? deck.beside.filter((each) => each !== card) : [...deck.beside, card] };
}

/** How many cards there are. @param {Deck} deck */
export function size({ cards }) {
  return Object.values(cards).reduce((sum, count) => sum + count, 0);
}

/**
 * The list as a server reads it: a line for each card, and the game's own word before what comes beside them.
 * @param {Deck} deck
 * @param {(card: string) => string} kindOf
 */
export function written({ cards, beside }, kindOf) {
  const lines = Object.entries(cards).map(([card, count]) => `${count} ${card}`);
  return [...lines, ...beside.map((card) => `${kindOf(card)} ${card}`)].join("\n");
}

/**
 * A deck as a server tells of it.
 * @param {import("../../../javascript/types/v1.js").Deck} told
 * @returns {Deck}
 */
export function fromServer({ cards, beside = [] }) {
  return { cards: Object.fromEntries(cards), beside };
}

/** Whether two are the same deck, in whichever order their cards came in. @param {Deck} one @param {Deck} other */
export function isSame(one, other) {
  const cards = Object.entries(one.cards);
  return (
    cards.length === Object.keys(other.cards).length &&
    cards.every(([card, count]) => other.cards[card] === count) &&
    one.beside.length === other.beside.length &&
    one.beside.every((card) => other.beside.includes(card))
  );
}
