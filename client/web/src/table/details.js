import { h, useEffect, useRef, useState } from "../../vendor/preact.js";
import { Dialog } from "../ui/dialog.js";
import { late, styled } from "../ui/lazy.js";

/** @import { GameModule, TableProps } from "../games/index.js" */

/** Milliseconds of a long press for the large view, and the pixels by which a finger may move meanwhile. */
const LONG = 450;
const STRAY = 10;

/** Time over a card until it is shown large beside the table, in milliseconds. */
const HOVER = 300;

/** The places of cards. */
const CARDS = /^(hand|library|offer|piece|power|stage|hazard|sensei|lost|theirs)\//;

/** A card below the mouse. @typedef {{ place: string, card: Element }} Hovered */

/** @param {EventTarget | null} target @returns {HTMLElement | null} */
function placeOf(target) {
  return target instanceof Element ? target.closest("[data-at]") : null;
}

/**
 * The place whose large view is open: after a long press, a click with the second button, `i` over or on it, a tap on
 * an unlit place, or on the sign of a longer text.
 * @param {{ current: HTMLElement | null }} root
 * @param {(place: string) => boolean} hasDetails
 * @param {() => boolean} mayUseKeys
 * @returns {[string | null, (place: string | null) => void, Hovered | null]}
 */
export function useDetails(root, hasDetails, mayUseKeys) {
  const [place, show] = useState(/** @type {string | null} */ (null));
  const [hovered, hover] = useState(/** @type {Hovered | null} */ (null));
  const newest = useRef({ hasDetails, mayUseKeys });
  newest.current = { hasDetails, mayUseKeys };
  useEffect(() => {
    const { current: table } = root;
    if (table === null) return;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    let [x, y] = [0, 0];
    let isOpened = false;
    let below = "";
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let hovering;
    const left = () => {
      below = "";
      clearTimeout(hovering);
      hover(null);
    };
    /** @param {PointerEvent} event */
    const entered = ({ target, pointerType, buttons }) => {
      const card = placeOf(target);
      const at = card?.getAttribute("data-at") ?? "";
      if (at === below) return;
      left();
      if (card === null || pointerType !== "mouse" || buttons !== 0 || !CARDS.test(at)) return;
      below = at;
      hovering = setTimeout(() => {
        if (newest.current.hasDetails(at)) hover({ place: at, card });
      }, HOVER);
    };
    /** @param {HTMLElement | null} element */
    const open = (element) => {
      const at = element?.getAttribute("data-at") ?? null;
      if (at === null || !newest.current.hasDetails(at)) return false;
      show(at);
      return true;
    };
    /** @param {PointerEvent} event */
    const pressed = (event) => {
      isOpened = false;
      clearTimeout(hovering);
      hover(null);
      [x, y] = [event.clientX, event.clientY];
      clearTimeout(timer);
      const element = placeOf(event.target);
      if (event.button === 0) timer = setTimeout(() => (isOpened = open(element)), LONG);
    };
    /** @param {PointerEvent} event */
    const moved = (event) => {
      if (Math.hypot(event.clientX - x, event.clientY - y) > STRAY) clearTimeout(timer);
    };
    const let_go = () => clearTimeout(timer);
    /** @param {MouseEvent} event */
    const clicked = (event) => {
      if (isOpened) {
        event.preventDefault();
        event.stopPropagation();
        isOpened = false;
        return;
      }
      const element = placeOf(event.target);
      if (event.target instanceof Element && event.target.matches(".card-more") && open(element)) {
        event.stopPropagation();
        return;
      }
      if (element !== null && !element.matches("[data-step], [data-picked], [data-anew], button")) open(element);
    };
    /** @param {MouseEvent} event */
    const asked = (event) => {
      if (isOpened || open(placeOf(event.target))) event.preventDefault();
    };
    /** @param {KeyboardEvent} event */
    const typed = (event) => {
      if (event.key !== "i" || event.ctrlKey || event.metaKey || event.altKey || !newest.current.mayUseKeys()) return;
      if (event.target instanceof HTMLElement && event.target.closest("input, textarea, select, dialog")) return;
      const hovered = [...table.querySelectorAll("[data-at]:hover")].at(-1) ?? null;
      open(placeOf(document.activeElement) ?? /** @type {HTMLElement | null} */ (hovered));
    };
    table.addEventListener("pointerover", entered);
    table.addEventListener("pointerleave", left);
    table.addEventListener("pointerdown", pressed);
    table.addEventListener("pointermove", moved);
    table.addEventListener("pointerup", let_go);
    table.addEventListener("pointercancel", let_go);
    table.addEventListener("click", clicked, true);
    table.addEventListener("contextmenu", asked);
    addEventListener("keydown", typed);
    return () => {
      clearTimeout(timer);
      clearTimeout(hovering);
      table.removeEventListener("pointerover", entered);
      table.removeEventListener("pointerleave", left);
      table.removeEventListener("pointerdown", pressed);
      table.removeEventListener("pointermove", moved);
      table.removeEventListener("pointerup", let_go);
      table.removeEventListener("pointercancel", let_go);
      table.removeEventListener("click", clicked, true);
      table.removeEventListener("contextmenu", asked);
      removeEventListener("keydown", typed);
    };
  }, []);
  return [place, show, hovered];
}

/**
 * The large view of a place.
 * @param {{ title: string, body: any, close: () => void }} props
 */
export function Details({ title, body, close }) {
  return h(Dialog, { title, close, class: "details" }, h("div", { class: "details-body" }, body));
}

/** The loaded functions for large views, by module. @type {WeakMap<GameModule, import("../games/index.js").Details>} */
const DETAILED = new WeakMap();

/** Load the function for a module's large views. @param {GameModule | null} module */
export async function fetchDetails(module) {
  if (module?.detailed === undefined || DETAILED.has(module)) return;
  const [{ details }] = await Promise.all([late(module.detailed)(), styled("details.css")]);
  DETAILED.set(module, details);
}

/**
 * The large view of a place, if its function is loaded and there is something to show.
 * @param {GameModule | null} module
 * @param {string} place
 * @param {TableProps} props
 */
export function detailsOf(module, place, props) {
  try {
    return (module && DETAILED.get(module))?.(place, props.update.view, props) ?? null;
  } catch (error) {
    console.warn(error);
    return null;
  }
}

/**
 * True if a place may have a large view. Before the module's function is loaded, any place may.
 * @param {GameModule | null} module
 * @param {string} place
 * @param {TableProps} props
 */
export function mayHaveDetails(module, place, props) {
  return module?.detailed !== undefined && (!DETAILED.has(module) || detailsOf(module, place, props) !== null);
}

/**
 * Marks texts that are higher than their box, whenever that changes. A timeline of scrolling on each card would have the
 * browser style and paint all of them with every frame.
 */
const cuts =
  typeof ResizeObserver === "undefined"
    ? null
    : new ResizeObserver((entries) => {
        for (const { target } of entries) target.toggleAttribute("data-cut", target.scrollHeight > target.clientHeight);
      });

/** The text of a card. @param {{ class: string, text: string }} props */
export const CardText = ({ class: name, text }) =>
  h("span", { class: `${name} card-text`, "aria-hidden": "true", ref: observed }, text);

/** @param {Element | null} text from the `ref` of preact */
function observed(text) {
  if (text !== null) cuts?.observe(text);
}

/**
 * The sign of a card whose text (`.card-text`) does not fit. It is visible only then, and a click on it opens the card.
 */
export const More = () => h("i", { class: "card-more", "aria-hidden": "true" }, "…");
