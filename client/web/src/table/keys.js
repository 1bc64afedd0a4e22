/**
 * The keys of a table. Arrows move between lit things in their direction, Home and End go to the first and the last.
 */

import { useEffect, useRef } from "../../vendor/preact.js";

/** @import { Page } from "../page.js" */
/** @import { Step } from "./plan.js" */

/** @type {Readonly<Record<string, readonly [number, number]>>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @param {string} key
 * @param {Element | null} from
 * @param {readonly HTMLElement[]} among
 * @returns {HTMLElement | null}
 */
function nearest(key, from, among) {
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

/**
 * Add the keys of a table: arrows, Home and End between lit things, Enter and space to click, Escape to go back, digits
 * for buttons.
 * @param {{ current: HTMLElement | null }} root
 * @param {Page} page
 * @param {{ take: (step: Step) => void, stepBack: () => void, buttons: readonly Step[], list: () => void, sum: () => void }} does
 */
export function useKeys(root, page, does) {
  const newest = useRef(does);
  newest.current = does;
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const pressed = (event) => {
      const { target, key } = event;
      if (target instanceof HTMLElement && target.closest("input, textarea, select, dialog")) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if ((key === "Enter" || key === " ") && target instanceof HTMLElement && target.matches("[data-step]")) {
        event.preventDefault();
        target.click();
        return;
      }
      if (key === "Escape") newest.current.stepBack();
      if (!page.store.state.settings.keys) return;
      if (/^[1-9]$/.test(key)) {
        const step = newest.current.buttons[Number(key) - 1];
        if (step !== undefined) newest.current.take(step);
      } else if (key === "c") newest.current.list();
      else if (key === "o") newest.current.sum();
      else if (/^(Arrow\w+|Home|End)$/.test(key) && root.current !== null) {
        const lit = /** @type {HTMLElement[]} */ ([...root.current.querySelectorAll("[data-step], .prompt button")]);
        const next = nearest(key, document.activeElement, lit);
        if (next !== null) {
          event.preventDefault();
          next.focus();
        }
      }
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, []);
}
