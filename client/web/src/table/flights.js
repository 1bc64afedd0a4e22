/** Where things lie before something has happened that lets them fly, and whether they may: the flight itself is in `fly.js`. */

/** @import { Flight } from "../games/index.js" */

/** How many fly at once. */
export const MOST = 8;

/**
 * Where the places are now from which and to which something flies, by their names.
 * @param {HTMLElement} root
 * @param {readonly Flight[]} flights
 * @returns {ReadonlyMap<string, DOMRect>}
 */
export function positions(root, flights) {
  const found = new Map();
  for (const name of flights.slice(0, MOST).flatMap(({ from, to }) => [from, to])) {
    const element = root.querySelector(`[data-at="${CSS.escape(name)}"]`);
    if (element !== null) found.set(name, element.getBoundingClientRect());
  }
  return found;
}

/** Whether this browser is to be calm; it says so itself when that changes. @type {MediaQueryList | null} */
let calm = null;

/** Whether anything may move here. */
export function mayMove() {
  const wanted = document.documentElement.dataset.motion;
  if (document.hidden || wanted === "none") return false;
  calm ??= matchMedia("(prefers-reduced-motion: reduce)");
  return wanted === "full" || !calm.matches;
}
