/** Where things lie before something has happened that lets them fly, and whether they may: the flight itself is in `fly.js`. */

import { useLayoutEffect, useRef } from "../../vendor/preact.js";

/** @import { Flight, GameModule } from "../games/index.js" */

/** How many fly at once. */
const MOST = 8;

/**
 * Where the places are now from which and to which something flies, by their names.
 * @param {HTMLElement} root
 * @param {readonly Flight[]} flights
 * @returns {ReadonlyMap<string, DOMRect>}
 */
function positions(root, flights) {
  const found = new Map();
  for (const name of flights.flatMap(({ from, to }) => [from, to])) {
    const element = root.querySelector(`[data-at="${CSS.escape(name)}"]`);
    if (element !== null) found.set(name, element.getBoundingClientRect());
  }
  return found;
}

/** Whether anything may move here. */
export function mayMove() {
  const wanted = document.documentElement.dataset.motion;
  if (document.hidden || wanted === "none") return false;
  return wanted === "full" || !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Let things fly when the next update is the one after the last that was drawn.
 * @param {{ current: HTMLElement | null }} root
 * @param {import("../../../javascript/types/v1.js").Update} update
 * @param {GameModule | null} module
 */
export function useFlights(root, update, module) {
  const last = useRef({ version: update.version, view: /** @type {any} */ (update.view) });
  const { version, view } = last.current;
  const { current: table } = root;
  const isNext = update.version > version && update.since === version && table !== null && mayMove();
  const flights = isNext
    ? update.events.flatMap((event) => module?.flights?.(event, view, update.view, update.seat) ?? []).slice(0, MOST)
    : [];
  const before = flights.length > 0 && table !== null ? positions(table, flights) : null; // the table is not drawn anew yet
  useLayoutEffect(() => {
    last.current = { version: update.version, view: update.view };
    if (before === null || table === null) return;
    // In the frame after the table's: then it is laid out, and neither frame is long. The first time it may come later, or not at all.
    import("./fly.js").then(
      ({ fly }) =>
        requestAnimationFrame(() => {
          if (table.isConnected && last.current.version === update.version)
            fly(table, before, positions(table, flights), flights);
        }),
      () => {},
    );
  }, [update.version, update.match]);
}
