import { h, useEffect, useLayoutEffect } from "../../vendor/preact.js";
import { windowStorage } from "../browser.js";
import { isRecord, isText, keep, kept } from "../settings.js";
import { RatingNumber } from "../ui/player.js";
import { t } from "../words.js";

/** @import { Page } from "../page.js" */
/** @import { Rated as Heard } from "../../../javascript/types/v1.js" */

const UNRATED = /** @type {const} */ ([
  "house_error",
  "bots",
  "same_player_twice",
  "abandoned_before_the_deal",
  "too_short",
  "unrated_table",
  "guests",
  "same_address",
  "met_too_often",
]);

/**
 * Request the table of a finished match and the change of the player's rating, also after the page was loaded again.
 * The server sends both only once.
 * @param {Page} page
 * @param {string} match
 * @param {string | undefined} table
 * @returns {Heard | undefined}
 */
export function useRated({ state, session }, match, table) {
  const isOpen = state.connection.state === "open";
  const heard = state.rated[match];
  const over = kept("over", isRecord, windowStorage);
  const known = over?.match === match ? over : null;
  const rated =
    heard ?? (isRecord(known?.rated) ? /** @type {Heard} */ (/** @type {unknown} */ (known?.rated)) : undefined);
  useLayoutEffect(() => {
    if (table !== undefined) keep("over", { match, table, rated }, windowStorage); // as soon as it is seen: it may be loaded anew
  }, [match, table, heard]);
  useEffect(() => {
    const own = isText(known?.table) ? known.table : match; // the table of a tournament has the id of its match
    if (table === undefined && isOpen && (own !== match || match.includes("-"))) {
      session.client.tables.watch({ table: own }).catch(() => {});
    }
  }, [match, table, isOpen]);
  return rated;
}

/** The change of the player's rating by a match, or the reason for none. @param {{ rated: Heard }} props */
export function Rated({ rated }) {
  const { before, after, unrated, rewound, among } = rated;
  if (!after) {
    const why = UNRATED.find((each) => each === unrated);
    return h(
      "p",
      { class: "dim", "data-rated": "", key: "rated" },
      t(why === undefined ? "rated.not" : `rated.${why}`),
    );
  }
  const moved = after.number - (before?.number ?? after.number);
  return h("p", { class: "rated", "data-rated": "" }, [
    `${t(among === "bots" ? "rated.rating_against_bots" : "rated.rating")} `,
    before && h(RatingNumber, { rating: before, key: "before" }),
    before && " → ",
    h(RatingNumber, { rating: after, key: "after" }),
    before &&
      h(
        "strong",
        { class: moved < 0 ? "rated-down" : "rated-up", key: "moved" },
        moved < 0 ? ` −${-moved}` : ` +${moved}`,
      ),
    rewound && h("span", { class: "dim", key: "rewound" }, ` ${t("rated.rewound")}`),
  ]);
}
