import { h, useEffect, useLayoutEffect } from "../../vendor/preact.js";
import { isShared, windowStorage } from "../browser.js";
import { copied } from "../clipboard.js";
import { begun, rematched } from "../operations/tables.js";
import { isRecord, isText, keep, kept } from "../settings.js";
import { isPaused } from "../state/initial.js";
import { lazy } from "../ui/lazy.js";
import { RatingNumber } from "../ui/player.js";
import { t } from "../words.js";

/** @import { Page } from "../page.js" */
/** @import { Table, Update, Rated as Heard } from "../../../javascript/types/v1.js" */

const Verified = lazy(
  ["verified"],
  async () =>
    /** @type {(props: Page & import("./verified.js").Of) => any} */ ((await import("./verified.js")).Verified),
  { isSmall: true },
);

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
 * What there is to do when a match is over, and what it has meant for one's rating.
 * @param {Page & { update: Update }} props
 */
export function Ending({ update, ...page }) {
  const { state, failed } = page;
  const table = state.tableOf[update.match];
  const now = table === undefined ? undefined : state.tables[table];
  const me = state.me?.player.id;
  const rated = useKept(page, update.match, table);
  const hasGoneOn = now !== undefined && now.match !== update.match;
  const asking = hasGoneOn && table !== undefined ? whoAsks(now, me) : undefined;
  const replay = `/m/${update.match}?at=0${update.seat === null ? "" : `&as=${update.seat}`}`;
  const isHeldUp = isPaused(state) && table !== undefined && update.seat !== null && !hasGoneOn;
  return h("div", { class: "ending" }, [
    rated !== undefined && h(Rated, { rated, key: "rated" }),
    update.seat !== null &&
      h(Verified, { ...page, match: update.match, seat: update.seat, players: update.players, key: "verified" }), // others may not be shown the log
    h(
      "p",
      { class: isHeldUp ? "dim" : "unseen", role: "status", key: "paused" },
      isHeldUp ? t("page.paused_table") : "",
    ),
    h("div", { class: "row", key: "row" }, [
      asking !== undefined
        ? h(
            "button",
            {
              type: "button",
              class: "main",
              key: "accept",
              "data-do": "accept-rematch",
              disabled: isPaused(state),
              onClick: () => begun(page, /** @type {string} */ (table)).catch(failed),
            },
            t("match.rematch_accept", { name: asking.name }),
          )
        : hasGoneOn
          ? h(
              "a",
              { class: "button main", href: now.stage === "playing" ? `/m/${now.match}` : `/t/${table}`, key: "next" },
              t("match.rematch_set"),
            )
          : table !== undefined &&
            update.seat !== null &&
            me !== undefined &&
            h(
              "button",
              {
                type: "button",
                class: "main",
                key: "rematch",
                "data-do": "rematch",
                disabled: isHeldUp,
                onClick: () => rematched(page, table).catch(failed),
              },
              t("match.rematch"),
            ),
      h("a", { class: "button", href: replay, key: "replay" }, t("match.replay")),
      (now?.replays ?? "everybody") === "everybody" && // a link for others has to lead them somewhere
        h(
          "button",
          { type: "button", key: "share", "data-do": "share", onClick: () => shared(page, location.origin + replay) },
          t("match.share"),
        ),
      h("a", { class: "button", href: "/", key: "home" }, t("page.home")),
    ]),
  ]);
}

/**
 * Who is ready for a rematch, if one is asked by that and need not agree to anything else first.
 * @param {Table} table
 * @param {string | undefined} me
 */
function whoAsks({ places, stage, perspectives }, me) {
  const own = places.find(({ player }) => player?.id === me);
  if (stage !== "gathering" || perspectives === "during" || own === undefined || own.ready) return undefined;
  return places.find(({ player, ready }) => ready && player && !player.bot)?.player ?? undefined;
}

/**
 * Hand the link to a replay on: as the system shares things, or else into the clipboard, which is said.
 * @param {Page} page
 * @param {string} url
 */
async function shared(page, url) {
  if (!(await isShared({ url, title: document.title }))) await copied(page, url, t("match.shared"));
}

/**
 * Know the table of a match that is over, and what it has meant for one's rating, also after the page was loaded anew: there
 * is no other way from a match to its table, and what it has meant is said once.
 * @param {Page} page
 * @param {string} match
 * @param {string | undefined} table
 * @returns {Heard | undefined}
 */
function useKept({ state, session }, match, table) {
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
    if (table === undefined && isOpen && isText(known?.table)) {
      session.client.tables.watch({ table: known.table }).catch(() => {});
    }
  }, [match, table, isOpen]);
  return rated;
}

/** @param {{ rated: Heard }} props */
function Rated({ rated }) {
  const { before, after, unrated, rewound } = rated;
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
    `${t("rated.rating")} `,
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
