/** @import { Deck } from "./list.js" */

/** What costs more than this is counted with what costs this. */
const MOST = 9;

/**
 * How many cards of a deck cost how much: from nothing to the dearest, each with its number, also where that is 0.
 * @param {Deck} deck
 * @param {(id: string) => number | null} costOf what a card costs; `null` for one that is not played
 * @returns {{ bars: readonly number[], mean: number, isOpen: boolean } | null} `isOpen` if the last counts what costs more, too; nothing for a
 *   deck without cards that cost
 */
export function curveOf({ cards }, costOf) {
  /** @type {number[]} */
  const bars = [];
  let [sum, all, isOpen] = [0, 0, false];
  for (const [id, count] of Object.entries(cards)) {
    const cost = costOf(id);
    if (cost === null) continue;
    isOpen ||= cost > MOST;
    const at = Math.min(MOST, cost);
    bars[at] = (bars[at] ?? 0) + count;
    sum += cost * count;
    all += count;
  }
  if (all === 0) return null;
  return { bars: Array.from(bars, (count = 0) => count), mean: sum / all, isOpen };
}

/**
 * Which of a deck's faults are about which of its cards: those that name it, and no card with a longer name that has this one in it.
 * @param {Deck} deck
 * @param {readonly string[]} faults as the server says them
 * @param {(id: string) => readonly string[]} namesOf what a card is called
 * @returns {ReadonlyMap<string, readonly string[]>} by card; what is about none is not in it
 */
export function faultsByCard({ cards, beside }, faults, namesOf) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const fault of faults) {
    const named = [...Object.keys(cards), ...beside].flatMap((id) =>
      namesOf(id)
        .filter((name) => name !== "" && fault.includes(name))
        .map((name) => ({ id, name })),
    );
    const longest = Math.max(0, ...named.map(({ name }) => name.length));
    for (const { id, name } of named) {
      if (name.length === longest && !found.get(id)?.includes(fault)) found.set(id, [...(found.get(id) ?? []), fault]);
    }
  }
  return found;
}
