/**
 * Reads the positions of things before an event lets them fly, and whether motion is allowed. The flight itself is in
 * `fly.js`.
 */

import { useLayoutEffect, useRef } from "../../vendor/preact.js";

/** @import { Flight, GameModule } from "../games/index.js" */

/** Maximum number of simultaneous flights. */
const MOST = 8;

/**
 * The positions of the places at both ends of flights, by name.
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

/** True if motion is allowed. */
export function mayMove() {
  const wanted = document.documentElement.dataset.motion;
  if (document.hidden || wanted === "none") return false;
  return wanted === "full" || !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Start flights if an update directly follows the last drawn one.
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
    // In the frame after the table's, so that the table is laid out and no frame is long. The first flight may come
    // late or not at all.
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
