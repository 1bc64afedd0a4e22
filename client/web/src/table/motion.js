/** The movements of an update, read before the table is repainted. `sky.js` draws them; it is loaded after the table. */

import { useEffect, useLayoutEffect, useRef } from "../../vendor/preact.js";
import { styled } from "../ui/lazy.js";

/** @import { GameModule, Motion } from "../games/index.js" */

/** Maximum number of simultaneous movements. */
const MOST = 12;

/** True if motion is allowed. */
export function mayMove() {
  const wanted = document.documentElement.dataset.motion;
  if (document.hidden || wanted === "none") return false;
  return wanted === "full" || !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * The movements of a game's events, and their drawing.
 * @typedef {{ motions: (event: any, before: any, after: any, seat: number | null) => Motion[], sky: typeof import("./sky.js") }} Kit
 */

/** The kits that are loaded. @type {WeakMap<GameModule, Kit>} */
const KITS = new WeakMap();

/** @param {GameModule | null} module */
function fetchKit(module) {
  if (module?.moving === undefined || KITS.has(module)) return;
  Promise.all([module.moving(), import("./sky.js"), styled("sky.css")]).then(
    ([{ motions }, sky]) => KITS.set(module, { motions, sky }),
    () => {}, // the table is complete without motion
  );
}

/**
 * Start movements if an update directly follows the last drawn one.
 * @param {{ current: HTMLElement | null }} root
 * @param {import("../../../javascript/types/v1.js").Update} update
 * @param {GameModule | null} module
 * @param {(seat: number) => string | null} called the banner's text for a seat's turn; `null` for no banner
 */
export function useMotion(root, update, module, called) {
  const last = useRef({ version: update.version, view: /** @type {any} */ (update.view) });
  const { version, view } = last.current;
  const { current: table } = root;
  const after = /** @type {any} */ (update.view);
  const isNext = update.version > version && update.since === version && table !== null && mayMove();
  const kit = isNext && module !== null ? KITS.get(module) : undefined;
  const motions =
    kit === undefined
      ? []
      : update.events.flatMap((event) => kit.motions(event, view, after, update.seat)).slice(0, MOST);
  const turn = after.turn_seat ?? null;
  const banner =
    kit !== undefined && turn !== null && turn !== (view.turn_seat ?? null) && update.result === null
      ? called(turn)
      : null;
  // The table is not repainted yet, so cards that leave it are still there.
  const before =
    kit !== undefined && table !== null && motions.length > 0 ? kit.sky.seen(table, motions) : { rects: new Map() };
  useEffect(() => {
    if (mayMove()) fetchKit(module);
  }, [module, isNext]);
  useLayoutEffect(() => {
    last.current = { version: update.version, view: update.view };
    if (kit === undefined || table === null || (motions.length === 0 && banner === null)) return;
    // In the frame after the table's, so that the table is laid out and no frame is long.
    requestAnimationFrame(() => {
      if (table.isConnected && last.current.version === update.version) kit.sky.perform(table, before, motions, banner);
    });
  }, [update.version, update.match]);
}
