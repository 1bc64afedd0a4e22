/** @import { Update } from "../../../javascript/types/v1.js" */
/** @import { Score } from "../games/scores.js" */

/** @typedef {{ update: Update, before: readonly number[], after: readonly number[] }} TurningPoint */

/**
 * Return the lead of a seat over the best of the others; negative if it is behind.
 * @param {readonly number[]} numbers @param {number} seat @param {boolean} isLow
 */
function leadOf(numbers, seat, isLow) {
  const better = isLow ? -1 : 1;
  const others = numbers.filter((_, each) => each !== seat).map((each) => each * better);
  return (numbers[seat] ?? 0) * better - Math.max(...others);
}

/**
 * Return the moment that moved the score most towards the result, for the player's own seat, or for the winner's if a
 * spectator looks. Of several such moments it is the last in which the lead changed hands. After a draw both directions
 * count. It is `null` if no moment stands out: all moved the score alike, and nobody took over the lead.
 * @param {readonly Update[]} history the updates that this window received, the final one last
 * @param {Score} score
 * @param {Parameters<Score["of"]>[1]} cards
 * @returns {TurningPoint | null}
 */
export function turningPoint(history, { of, isLow = false }, cards) {
  const last = history.at(-1);
  if (last?.result == null || last.result.places.length < 2) return null;
  const { places } = last.result;
  const seat = last.seat ?? places.indexOf(1);
  const isDraw = Math.max(...places) === 1;
  const direction = places[seat] === 1 ? 1 : -1;
  /** @type {TurningPoint | null} */
  let found = null;
  let most = 0;
  let hasTurned = false;
  let isAlone = false;
  const first = of(history[0]?.view, cards);
  let before = first;
  for (const update of history.slice(1)) {
    const after = of(update.view, cards);
    const [from, to] = [leadOf(before, seat, isLow) * direction, leadOf(after, seat, isLow) * direction];
    const size = isDraw ? Math.abs(to - from) : to - from;
    const turns = from <= 0 && to > 0 && before.some((number, each) => number !== first[each]);
    if (size > 0 && size >= most) isAlone = size > most;
    if (size > 0 && (size > most || (size === most && (turns || !hasTurned)))) {
      [found, most, hasTurned] = [{ update, before, after }, size, turns];
    }
    before = after;
  }
  return isAlone || hasTurned ? found : null;
}
