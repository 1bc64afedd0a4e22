import { h } from "../../vendor/preact.js";

/** Width of the large view, and its distance from a card, from the edges and from the bar, in pixels. */
const [LARGE, APART, BAR] = [320, 8, 60];

/**
 * The place of a card's large view: beside a card on the table, above one in the hand, and never over the log.
 * @param {Element} card
 */
function besides(card) {
  const { left, right, top, bottom } = card.getBoundingClientRect();
  const board = card.closest(".frame")?.querySelector(".board")?.getBoundingClientRect();
  const end = (board?.right ?? innerWidth) - APART - LARGE;
  const isHeld = card.closest(".own") !== null;
  const beside = right + APART > end ? left - APART - LARGE : right + APART;
  const x = Math.max(APART, Math.min(isHeld ? (left + right - LARGE) / 2 : beside, end));
  const y = isHeld ? top - APART : Math.min(bottom, innerHeight - APART);
  const from = Math.max(top, BAR);
  return {
    left: `${x}px`,
    width: `${LARGE}px`,
    ...(isHeld || top + bottom > innerHeight
      ? { bottom: `${innerHeight - y}px`, maxHeight: `${y - BAR}px` }
      : { top: `${from}px`, maxHeight: `${innerHeight - from - APART}px` }),
  };
}

/**
 * A card below the mouse, large. It takes no click. Screen readers read the card itself.
 * @param {{ card: Element, body: any }} props
 */
export const Hovering = ({ card, body }) =>
  h("aside", { class: "hovering", style: besides(card), "aria-hidden": "true", inert: true }, body);
