import { h } from "../../vendor/preact.js";
import { t } from "../words.js";

/** @import { Page } from "../page.js" */
/** @import { Trade } from "../../../javascript/types/v1.js" */

/** Two arrows, one each way. */
const BOTH_WAYS = "M8.500 3v3.500H21v3H8.500V13L2.500 8zM15.500 11v3.500H3v3h12.500V21l6-5z";

/**
 * The link to the trades that wait for an answer; directly to the trade if there is one.
 * @param {Page & { waiting: readonly Trade[] }} props
 */
export function TradeWaits({ waiting }) {
  const n = waiting.length;
  const only = n === 1 ? waiting[0] : undefined;
  const href = only === undefined ? "/trades" : `/trades/${encodeURIComponent(only.id)}`;
  return h("a", { class: "trade-sign", href, "data-waiting": n }, [
    h("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", key: "icon" }, h("path", { d: BOTH_WAYS })),
    h("b", { "aria-hidden": "true", key: "n" }, n),
    h("span", { class: "trade-sign-words", key: "words" }, t("trades.wait", { n })),
  ]);
}
