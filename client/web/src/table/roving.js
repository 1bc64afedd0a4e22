/** Arrow keys: from one lit thing to the nearest in that direction; Home and End: the first and the last lit thing. */

/** @type {Readonly<Record<string, readonly [number, number]>>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @param {string} key
 * @param {Element | null} from
 * @param {readonly HTMLElement[]} among
 * @returns {HTMLElement | null}
 */
export function nearest(key, from, among) {
  if (key === "Home") return among.find(isLit) ?? null;
  if (key === "End") return among.findLast(isLit) ?? null;
  const way = WAYS[key];
  if (way === undefined) return null;
  const isAmong = from !== null && among.includes(/** @type {HTMLElement} */ (from));
  if (from === null || !(isAmong || from.matches(".prompt"))) return among[0] ?? null;
  const [x, y] = middle(from.getBoundingClientRect());
  let best = isAmong ? null : (among[0] ?? null);
  let least = Number.POSITIVE_INFINITY;
  for (const each of among) {
    if (each === from) continue;
    const [toX, toY] = middle(each.getBoundingClientRect());
    const along = (toX - x) * way[0] + (toY - y) * way[1];
    if (along <= 1) continue;
    const aside = Math.abs((toX - x) * way[1]) + Math.abs((toY - y) * way[0]);
    const far = along + aside * 2;
    if (far < least) {
      least = far;
      best = each;
    }
  }
  return best;
}

/** @param {HTMLElement} element */
function isLit(element) {
  return element.matches("[data-step]");
}

/** @param {DOMRect} box @returns {[number, number]} */
function middle(box) {
  return [box.x + box.width / 2, box.y + box.height / 2];
}
