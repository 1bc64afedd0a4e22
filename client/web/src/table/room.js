/** @typedef {{ left: number, top: number, right: number, bottom: number }} Box */

/** The smallest readable size of the panel, and the size above which it gains nothing, in pixels. */
const LEAST = { width: 200, height: 96 };
const MOST = { width: 512, height: 320 };

/** The distance between the panel and the boxes beside it, in pixels. */
const GAP = 6;

/**
 * Return the largest part of a box in which a panel touches none of the taken boxes, or null if none is large enough.
 * Of two parts of the same size the lower one is taken.
 * @param {Box} whole
 * @param {readonly Box[]} taken
 * @param {{ width: number, height: number }} [least]
 * @returns {Box | null}
 */
export function freeRoom(whole, taken, least = LEAST) {
  const boxes = taken
    .filter((each) => each.right > each.left && each.bottom > each.top)
    .map(({ left, top, right, bottom }) => ({
      left: left - GAP,
      top: top - GAP,
      right: right + GAP,
      bottom: bottom + GAP,
    }));
  const inner = {
    left: whole.left + GAP,
    top: whole.top + GAP,
    right: whole.right - GAP,
    bottom: whole.bottom - GAP,
  };
  const lefts = [...new Set([inner.left, ...boxes.map(({ right }) => right)])].filter((x) => x >= inner.left);
  const rights = [...new Set([inner.right, ...boxes.map(({ left }) => left)])].filter((x) => x <= inner.right);
  /** @type {Box | null} */
  let best = null;
  let most = 0;
  for (const left of lefts)
    for (const right of rights) {
      if (right - left < least.width) continue;
      const between = boxes.filter((each) => each.left < right && each.right > left).sort((a, b) => a.top - b.top);
      let top = inner.top;
      for (const each of [...between, { top: inner.bottom, bottom: inner.bottom }]) {
        const bottom = Math.min(each.top, inner.bottom);
        const size = Math.min(right - left, MOST.width) * Math.min(bottom - top, MOST.height);
        if (bottom - top >= least.height && size >= most) {
          best = { left, top, right, bottom };
          most = size;
        }
        top = Math.max(top, each.bottom);
      }
    }
  return best;
}
