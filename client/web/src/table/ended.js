import { h } from "../../vendor/preact.js";
import { spoken, t } from "../words.js";

/** @import { Update } from "../../../javascript/types/v1.js" */

/**
 * @typedef {object} Result
 * @property {Update} update
 * @property {readonly Update[]} history
 * @property {import("./phrasing.js").Phrasing} phrasing
 * @property {NonNullable<import("../games/index.js").GameModule["reasons"]>} reasons the game's sentence for each
 *   reason
 */

/**
 * The result of a match for this viewer, and its reason, in sentences. It is `null` while the match goes on.
 * @param {Result} props
 */
export function outcome({ update: { result, seat }, history, phrasing, reasons }) {
  if (result === null) return null;
  const { places, reason } = result;
  if (places.length === 0)
    return { how: `${t("match.over")}. ${phrasing.result(result)}`, tone: "even", why: "", places };
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
  const how = isDraw
    ? t("match.drawn")
    : own === null
      ? t("match.won_by", { names: at(1) })
      : own === 1
        ? t("match.won")
        : places.length === 2
          ? t("match.lost")
          : t("match.place", { place: own, of: places.length });
  return {
    how,
    tone: own === null || isDraw ? "even" : own === 1 ? "won" : "lost",
    why: why === undefined ? "" : t(why, { winner: at(1), loser: at(last) }),
    places,
  };
}

/** The result of a match in the prompt. @param {Result} props */
export function Ended(props) {
  const found = outcome(props);
  if (found === null) return null;
  const { how, tone, why, places } = found;
  if (places.length === 0) return how;
  return [
    h("strong", { class: `ended ended-${tone}`, key: "how" }, how),
    why && h("span", { key: "why" }, ` ${why}`),
    places.length > 2 &&
      h(
        "span",
        { class: "prompt-note", key: "places" },
        ` ${props.phrasing.result(/** @type {NonNullable<Update["result"]>} */ (props.update.result))}`,
      ),
  ];
}

/**
 * The reason why a player has left: resigned, unless the house had played for them. A page that was loaded later does
 * not know.
 * @param {readonly Update[]} history
 * @param {number} loser
 */
function whyLeft(history, loser) {
  const before = history.filter(({ result }) => result === null);
  if (before.length === 0) return "match.why_left";
  const waits = before.flatMap(({ waiting }) => waiting.filter(({ seat }) => seat === loser));
  return waits.at(-1)?.absent ? "match.why_away" : "match.why_resigned";
}
