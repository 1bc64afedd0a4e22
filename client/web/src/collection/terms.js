/** What is to go from one player to another in a trade, as it is put together. Pure. */

/** @import { Trade, TradeSide } from "../../../javascript/types/v1.js" */

/** @typedef {{ game: string, card: string, count: number }} Item copies of a printing */

/**
 * One more or one less of a printing, never fewer than none nor more than there may be.
 * @param {readonly Item[]} items
 * @param {string} game
 * @param {string} card
 * @param {number} by
 * @param {number} most
 * @returns {Item[]}
 */
export function changedItems(items, game, card, by, most) {
  const count = Math.min(most, Math.max(0, countOf(items, game, card) + by));
  const others = items.filter((each) => each.game !== game || each.card !== card);
  if (count === 0) return others;
  if (others.length === items.length) return [...items, { game, card, count }];
  return items.map((each) => (each.game === game && each.card === card ? { game, card, count } : each));
}

/**
 * What an address prepares for one side, as `amiibart/bat`; nothing if it names no printing.
 * @param {string | undefined} said
 * @returns {Item[]}
 */
export function itemsIn(said) {
  const [, game, card] = /^([^/]+)\/(.+)$/.exec(said ?? "") ?? [];
  return game === undefined || card === undefined ? [] : [{ game, card, count: 1 }];
}

/** How many copies of a printing there are. @param {readonly Item[]} items @param {string} game @param {string} card */
export function countOf(items, game, card) {
  return items.find((each) => each.game === game && each.card === card)?.count ?? 0;
}

/** How many copies there are in all. @param {readonly { count: number }[]} items */
export function sumOf(items) {
  return items.reduce((sum, { count }) => sum + count, 0);
}

/**
 * A trade from the side of one of the two.
 * @param {Trade} trade
 * @param {string} me
 * @returns {{ mine: TradeSide, theirs: TradeSide }}
 */
export function sidesOf({ sides }, me) {
  const [one, other] = /** @type {readonly [TradeSide, TradeSide]} */ (/** @type {unknown} */ (sides));
  return one.player.id === me ? { mine: one, theirs: other } : { mine: other, theirs: one };
}

/** Whether a trade is not over. @param {Trade} trade */
export function isOpen({ stage }) {
  return stage === "open" || stage === "frozen";
}

/** Whether a trade waits for the answer of one of the two. @param {Trade} trade @param {string} me */
export function awaits(trade, me) {
  return trade.stage === "open" && !sidesOf(trade, me).mine.has_accepted;
}
