import { h, useLayoutEffect, useRef } from "../../vendor/preact.js";
import { Icon } from "../ui/icon.js";
import { t } from "../words.js";
import { lineOf } from "./log.js";
import { freeRoom } from "./room.js";

/** @import { Update } from "../../../javascript/types/v1.js" */
/** @import { Told } from "./log.js" */

/** @typedef {readonly { event: any, update: Update }[]} Events */

/** Legal choices and the player's own cards, which the panel must not cover. */
const KEPT_FREE = "[data-step], [data-picked], .own, .prompt";
const FRAME = ".board, .side, .own, .prompt";

/**
 * The other players' actions since the player's last one, in sentences, on a free part of the board, or above the
 * prompt if there is none. Its button, a tap on it, Escape and the next action close it.
 * @param {Told & { told: Events, seat: number | null, close: () => void }} props
 */
export function Summary({ told, seat, close, ...how }) {
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    const { current: panel } = root;
    const frame = panel?.closest(".frame");
    if (!panel || !frame) return;
    const place = () => placed(panel, frame, `${KEPT_FREE}, [data-at="seat/${seat}"]`);
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
  return h("section", { class: "summary", "aria-label": t("match.since"), ref: root, onClick: close }, [
    h("div", { class: "summary-head", key: "head" }, [
      h("h2", { key: "h" }, t("match.since")),
      h(
        "button",
        { type: "button", class: "quiet", "aria-label": t("dialog.close"), key: "x" },
        h(Icon, { name: "close" }),
      ),
    ]),
    h(
      "ol",
      { key: "ol", tabIndex: 0 },
      told.map(({ event, update }, key) => h("li", { key }, lineOf(event, update, how))),
    ),
  ]);
}

/**
 * Move the panel to the largest free part of the board.
 * @param {HTMLElement} panel @param {Element} frame @param {string} keptFree
 */
function placed(panel, frame, keptFree) {
  const board = frame.querySelector(".board")?.getBoundingClientRect();
  if (board === undefined) return;
  const seen = {
    left: Math.max(0, board.left),
    top: Math.max(0, board.top),
    right: Math.min(innerWidth, board.right),
    bottom: Math.min(innerHeight, board.bottom),
  };
  const taken = [...frame.querySelectorAll(keptFree)].filter((each) => !panel.contains(each) && !each.contains(panel));
  const room = freeRoom(
    seen,
    taken.map((each) => each.getBoundingClientRect()),
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
