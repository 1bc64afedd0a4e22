import { h } from "../../vendor/preact.js";
import { spoken, t } from "../words.js";

/** @import { Update } from "../../../javascript/types/v1.js" */

/**
 * How a match ended, for whoever looks, and why: the first that one wants to know.
 * @param {{ update: Update, history: readonly Update[], phrasing: import("./phrasing.js").Phrasing, reasons: NonNullable<import("../games/index.js").GameModule["reasons"]> }} props
 */
export function Ended({ update: { result, seat }, history, phrasing, reasons }) {
  if (result === null) return null;
  const { places, reason } = result;
  if (places.length === 0) return `${t("match.over")}. ${phrasing.result(result)}`;
  const list = new Intl.ListFormat(spoken);
  const at = (/** @type {number} */ place) => list.format(phrasing.names.filter((_, each) => places[each] === place));
  const last = Math.max(...places);
  const own = seat === null ? null : (places[seat] ?? null);
  const isDraw = last === 1;
  const why =
    reason === "left"
      ? whyLeft(history, places.indexOf(last))
      : Object.hasOwn(reasons, reason)
        ? reasons[reason]
        : undefined;
  return [
    h(
      "strong",
      { class: `ended${own === null || isDraw ? "" : own === 1 ? " ended-won" : " ended-lost"}`, key: "how" },
      isDraw
        ? t("match.drawn")
        : own === null
          ? t("match.won_by", { names: at(1) })
          : own === 1
            ? t("match.won")
            : places.length === 2
              ? t("match.lost")
              : t("match.place", { place: own, of: places.length }),
    ),
    why && h("span", { key: "why" }, ` ${t(why, { winner: at(1), loser: at(last) })}`),
    places.length > 2 && h("span", { class: "prompt-note", key: "places" }, ` ${phrasing.result(result)}`),
  ];
}

/**
 * Why somebody has left: of their own will, unless the house had played for them. A page that was loaded since does not know.
 * @param {readonly Update[]} history
 * @param {number} loser
 */
function whyLeft(history, loser) {
  const before = history.filter(({ result }) => result === null);
  if (before.length === 0) return "match.why_left";
  const waits = before.flatMap(({ waiting }) => waiting.filter(({ seat }) => seat === loser));
  return waits.at(-1)?.absent ? "match.why_away" : "match.why_resigned";
}
