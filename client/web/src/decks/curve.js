/** @import { Deck } from "./list.js" */

/** The highest cost with a bar of its own. Higher costs count with it. */
const MOST = 9;

/**
 * The number of a deck's cards by cost, from 0 to the highest, without gaps.
 * @param {Deck} deck
 * @param {(id: string) => number | null} costOf the cost of a card; `null` for a card without one
 * @returns {{ bars: readonly number[], mean: number, isOpen: boolean } | null} `isOpen` if the last bar includes higher costs; `null` for a deck without cards that cost
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
 * The faults of a deck by the card that they name. If the names of two cards match, the longer one counts.
 * @param {Deck} deck
 * @param {readonly string[]} faults sentences from the server
 * @param {(id: string) => readonly string[]} namesOf the names of a card
 * @returns {ReadonlyMap<string, readonly string[]>} by card; faults that name none are left out
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
