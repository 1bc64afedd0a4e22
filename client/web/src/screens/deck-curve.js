import { h } from "../../vendor/preact.js";
import { curveOf } from "../decks/curve.js";
import { spoken, t } from "../words.js";

/** @import { Deck } from "../decks/list.js" */
/** @import { GameModule } from "../games/index.js" */

/**
 * In units of the drawing: the height of the longest bar, the width of a bar with its gap, and the room for a number.
 */
const [HIGH, WIDE, LINE] = [48, 32, 16];

/**
 * The number of a deck's cards by cost, as a curve, and as a sentence for screen readers.
 * @param {{ deck: Deck, cards: any, costs: NonNullable<GameModule["costs"]> }} props
 */
export function DeckCurve({ deck, cards, costs }) {
  const curve = curveOf(deck, (id) => (cards.has(id) ? costs.of(cards.get(id)) : null));
  if (curve === null) return null;
  const { bars, mean, isOpen } = curve;
  const most = Math.max(...bars);
  const average = t("decks.curve_mean", {
    n: new Intl.NumberFormat(spoken, { maximumFractionDigits: 1 }).format(mean),
  });
  /** @param {number} cost */
  const isMore = (cost) => isOpen && cost === bars.length - 1;
  const said = bars.flatMap((n, cost) =>
    n === 0 ? [] : [t("decks.curve_bar", { n, cost: isMore(cost) ? t("decks.curve_most", { n: cost }) : cost })],
  );
  return h("figure", { class: "curve" }, [
    h("figcaption", { key: "title" }, [t(costs.title), h("span", { class: "dim", key: "mean" }, `, ${average}`)]),
    h(
      "svg",
      {
        viewBox: `0 0 ${WIDE * bars.length} ${HIGH + 2 * LINE}`,
        preserveAspectRatio: "xMinYMid",
        role: "img",
        "aria-label": said.join(", "),
        key: "bars",
      },
      bars.flatMap((count, cost) => {
        const high = (HIGH * count) / most;
        const x = WIDE * cost;
        return [
          h("rect", { x: x + 4, y: LINE + HIGH - high, width: WIDE - 8, height: high, rx: 3, key: `bar-${cost}` }),
          count > 0 &&
            h("text", { class: "curve-count", x: x + WIDE / 2, y: LINE + HIGH - high - 4, key: `n-${cost}` }, count),
          h("path", { d: `M${x} ${LINE + HIGH}h${WIDE}`, key: `line-${cost}` }),
          h(
            "text",
            { x: x + WIDE / 2, y: HIGH + 2 * LINE - 3, key: `cost-${cost}` },
            `${cost}${isMore(cost) ? "+" : ""}`,
          ),
        ];
      }),
    ),
  ]);
}
