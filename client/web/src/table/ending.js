import { h, useEffect, useState } from "../../vendor/preact.js";
import { Icon } from "../ui/icon.js";
import { lazy } from "../ui/lazy.js";
import { t } from "../words.js";
import { NextSteps, tableAfter } from "./next-steps.js";
import { Rated, useRated } from "./rated.js";

/** @import { Page } from "../page.js" */
/** @import { Finished } from "./finale.js" */

const Verified = lazy(
  ["verified"],
  async () =>
    /** @type {(props: Page & import("./verified.js").Of) => any} */ ((await import("./verified.js")).Verified),
  { isSmall: true },
);

const Finale = lazy(
  ["match", "finale"],
  async () =>
    /** @type {(props: Page & Finished & { close: () => void }) => any} */ ((await import("./finale.js")).Finale),
  { isSmall: true, sheet: "finale" },
);

/** Milliseconds for which the last move is visible before the result covers it, and between two checks of this. */
const LAST_LOOK = 700;
const AGAIN = 250;

/** Matches whose result this window has shown; it is not shown again. @type {Set<string>} */
const shown = new Set();

/**
 * The end of a match, in the prompt: what to do next, the rating, the verification. The result stands over the table once, for players
 * and spectators who have seen the match end.
 * @param {Page & Finished} props
 */
export function Ending(props) {
  const { update, match: _, phrasing: __, module: ___, cards: ____, ...page } = props;
  const { table, now, isHeldUp } = tableAfter(page, update);
  // That of locked decks is closed to all. The table of a match in a tournament, which says so, may come later.
  const isLogOpen = now ? now.replays !== "nobody" : table !== undefined || !update.match.includes("-");
  const rated = useRated(page, update.match, table);
  const { client } = page.session;
  useEffect(() => {
    // a window that was opened after the end does not know the table
    if (table === undefined && update.seat !== null) client.tables.watch({ match: update.match }).catch(() => {});
  }, [client, table, update.seat, update.match]);
  const [isOpen, setOpen] = useState(false);
  const hasPlaces = (update.result?.places.length ?? 0) > 0;
  useEffect(() => {
    const hasSeenIt = props.match.history.some(({ result }) => result === null);
    if (!hasPlaces || !hasSeenIt || shown.has(update.match)) return undefined;
    let timer = setTimeout(function look() {
      if (document.querySelector(".moment, dialog[open]") !== null) {
        timer = setTimeout(look, AGAIN);
        return;
      }
      shown.add(update.match);
      setOpen(true);
    }, LAST_LOOK);
    return () => clearTimeout(timer);
  }, [update.match]);
  return h("div", { class: "ending" }, [
    rated !== undefined && h(Rated, { rated, key: "rated" }),
    update.seat !== null && // others may not be shown the log
      isLogOpen &&
      h(Verified, { ...page, match: update.match, seat: update.seat, players: update.players, key: "verified" }),
    h(
      "p",
      { class: isHeldUp ? "dim" : "unseen", role: "status", key: "paused" },
      isHeldUp ? t("page.paused_table") : "",
    ),
    h(
      NextSteps,
      { ...page, update, key: "row" },
      h("a", { class: "button", href: "/", key: "home" }, t("page.home")),
      hasPlaces &&
        h(
          "button",
          {
            type: "button",
            class: "quiet ending-more",
            "data-do": "finale",
            "aria-label": t("match.finale"),
            onClick: () => setOpen(true),
            key: "finale",
          },
          h(Icon, { name: "star" }),
        ),
    ),
    isOpen && h(Finale, { ...props, close: () => setOpen(false), key: "finale" }),
  ]);
}
