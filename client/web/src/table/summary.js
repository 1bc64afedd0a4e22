import { h } from "../../vendor/preact.js";
import { t } from "../words.js";
import { lineOf } from "./log.js";

/** @import { Update } from "../../../javascript/types/v1.js" */
/** @import { Told } from "./log.js" */

/** @typedef {readonly { event: any, update: Update }[]} Events */

/** What others have done since one could act, in sentences, over the foot of the table. @param {Told & { told: Events }} props */
export function Summary({ told, ...how }) {
  return h("section", { class: "summary", "aria-label": t("match.since") }, [
    h("h2", { key: "h" }, t("match.since")),
    h(
      "ol",
      { key: "ol", tabIndex: 0 },
      told.map(({ event, update }, key) => h("li", { key }, lineOf(event, update, how))),
    ),
  ]);
}
