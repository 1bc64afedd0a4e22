import { useLayoutEffect } from "../../vendor/preact.js";
import { freeRoom } from "./room.js";

/** The parts of a table whose size moves what is free. */
const FRAME = ".board, .side, .own, .prompt";

/**
 * Keep a panel on a free part of the board, and mark it as placed. Without such a part its sheet says where it is.
 * @param {{ current: HTMLElement | null }} root
 * @param {string} keptFree what it must not cover
 * @param {{ least?: { width: number, height: number }, isTaken?: (each: Element) => boolean }} [how]
 */
export function usePlaced(root, keptFree, how = {}) {
  useLayoutEffect(() => {
    const { current: panel } = root;
    const frame = panel?.closest(".frame");
    if (!panel || !frame) return;
    const place = () => placed(panel, frame, keptFree, how);
    const watch = new ResizeObserver(place);
    for (const each of frame.querySelectorAll(FRAME)) watch.observe(each);
    const signs = ["resize", "scroll", "load", "transitionend", "animationend"];
    for (const sign of signs) addEventListener(sign, place, true);
    place();
    return () => {
      watch.disconnect();
      for (const sign of signs) removeEventListener(sign, place, true);
    };
  }); // after each paint, which may light other things
}

/**
 * Move the panel to the largest free part of the board.
 * @param {HTMLElement} panel @param {Element} frame @param {string} keptFree @param {NonNullable<Parameters<typeof usePlaced>[2]>} how
 */
function placed(panel, frame, keptFree, { least, isTaken = () => true }) {
  const board = frame.querySelector(".board")?.getBoundingClientRect();
  if (board === undefined) return;
  const seen = {
    left: Math.max(0, board.left),
    top: Math.max(0, board.top),
    right: Math.min(innerWidth, board.right),
    bottom: Math.min(innerHeight, board.bottom),
  };
  const taken = [...frame.querySelectorAll(keptFree)].filter(
    (each) => !panel.contains(each) && !each.contains(panel) && isTaken(each),
  );
  const room = freeRoom(
    seen,
    taken.map((each) => each.getBoundingClientRect()),
    least,
  );
  panel.classList.toggle("summary-placed", room !== null);
  if (room === null) panel.removeAttribute("style");
  else
    Object.assign(panel.style, {
      left: `${room.left}px`,
      bottom: `${innerHeight - room.bottom}px`,
      maxWidth: `${room.right - room.left}px`,
      maxHeight: `${room.bottom - room.top}px`,
    });
}
