/** The terms of a trade while a player edits them. Pure. */

/** @import { Trade, TradeSide } from "../../../javascript/types/v1.js" */

/** @typedef {{ game: string, card: string, count: number }} Item copies of a printing */

/**
 * The items with one copy more or less of a printing, within 0 and the maximum.
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
 * The items that an address asks for, such as `amiibart/bat`; none if it names no printing.
 * @param {string | undefined} said
 * @returns {Item[]}
 */
export function itemsIn(said) {
  const [, game, card] = /^([^/]+)\/(.+)$/.exec(said ?? "") ?? [];
  return game === undefined || card === undefined ? [] : [{ game, card, count: 1 }];
}

/** Number of copies of a printing. @param {readonly Item[]} items @param {string} game @param {string} card */
export function countOf(items, game, card) {
  return items.find((each) => each.game === game && each.card === card)?.count ?? 0;
}

/** Number of copies in all. @param {readonly { count: number }[]} items */
export function sumOf(items) {
  return items.reduce((sum, { count }) => sum + count, 0);
}

/**
 * Both sides of a trade: the player's own and the other one.
 * @param {Trade} trade
 * @param {string} me
 * @returns {{ mine: TradeSide, theirs: TradeSide }}
 */
export function sidesOf({ sides }, me) {
  const [one, other] = /** @type {readonly [TradeSide, TradeSide]} */ (/** @type {unknown} */ (sides));
  return one.player.id === me ? { mine: one, theirs: other } : { mine: other, theirs: one };
}

/** True if a trade is open. @param {Trade} trade */
export function isOpen({ stage }) {
  return stage === "open" || stage === "frozen";
}

/** True if a trade waits for this player's answer. @param {Trade} trade @param {string} me */
export function awaits(trade, me) {
  return trade.stage === "open" && !sidesOf(trade, me).mine.has_accepted;
}
