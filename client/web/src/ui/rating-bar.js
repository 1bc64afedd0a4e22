import { h } from "../../vendor/preact.js";
import { t } from "../words.js";

/** @import { Rating } from "../../../javascript/types/v1.js" */

/** The lowest and highest rating on the bar. */
const [LEAST, MOST] = [600, 2400];

/**
 * A rating: its number, and its uncertainty as a bar on the scale of all ratings.
 * @param {{ rating: Rating }} props
 */
export function RatingBar({ rating: { number, uncertainty, provisional } }) {
  const left = share(number - uncertainty);
  const right = share(number + uncertainty);
  const words = t(provisional ? "people.rating_provisional" : "people.rating", { number, uncertainty });
  return h("div", { class: "rating-bar", role: "img", "aria-label": words, title: words }, [
    h("span", { class: "rating-number", key: "number" }, [String(number), provisional && h("sup", null, "?")]),
    h("span", { class: "rating-off dim", key: "off" }, `± ${uncertainty}`),
    h("span", { class: "rating-line", key: "line" }, [
      h("span", { class: "rating-range", key: "range", style: { left: `${left}%`, width: `${right - left}%` } }),
      h("span", { class: "rating-mark", key: "mark", style: { left: `${share(number)}%` } }),
    ]),
  ]);
}

/** @param {number} number */
function share(number) {
  return (100 * (Math.min(MOST, Math.max(LEAST, number)) - LEAST)) / (MOST - LEAST);
}
