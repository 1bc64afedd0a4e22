import { h, useRef } from "../../vendor/preact.js";
import { Icon } from "../ui/icon.js";
import { t } from "../words.js";
import { lineOf } from "./log.js";
import { usePlaced } from "./placed.js";

/** @import { Update } from "../../../javascript/types/v1.js" */
/** @import { Told } from "./log.js" */

/** @typedef {readonly { event: any, update: Update }[]} Events */

/** Legal choices and the player's own cards, which the panel must not cover. */
const KEPT_FREE = "[data-step], [data-picked], .own, .prompt";

/**
 * The other players' actions since the player's last one, in sentences, on a free part of the board, or above the
 * prompt if there is none. Its button, a tap on it, Escape and the next action close it.
 * @param {Told & { told: Events, seat: number | null, close: () => void }} props
 */
export function Summary({ told, seat, close, ...how }) {
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  usePlaced(root, `${KEPT_FREE}, [data-at="seat/${seat}"]`);
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
