import { h, useLayoutEffect, useRef } from "../../vendor/preact.js";
import { spoken, useTicks } from "../ui/clock.js";
import { t } from "../words.js";
import { place } from "./bubbles.js";

/** @import { Page } from "../page.js" */
/** @import { Away, Player } from "../../../javascript/types/v1.js" */

/**
 * The players for whom the server plays, at their seats, with the time until they lose. A screen reader hears it once,
 * and no click meets it.
 * @param {Page & { away: readonly Away[], players: readonly Player[] }} props
 */
export function AwayMarks({ state, away, players }) {
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  useTicks(away.some((each) => each.back_by !== null) ? 1000 : null);
  useLayoutEffect(() => {
    for (const mark of root.current?.querySelectorAll("[data-by]") ?? []) place(/** @type {HTMLElement} */ (mark));
  });
  return h(
    "div",
    { class: "bubbles", role: "status", ref: root },
    away.map(({ seat, back_by: until }) =>
      h("p", { class: "bubble away", "data-by": `seat/${seat}`, key: seat }, [
        h("bdi", { class: "unseen", key: "name" }, `${players[seat]?.name ?? ""}: `),
        t("match.away"),
        until !== null && [
          " ",
          t("match.back_by", { time: clockTime(until - state.ahead) }),
          h("b", { class: "away-left", "aria-hidden": "true", key: "left" }, spoken(until - Date.now() - state.ahead)),
        ],
      ]),
    ),
  );
}

/** The time of day of a moment, with seconds. @param {number} at by this machine's clock */
function clockTime(at) {
  return new Date(at).toLocaleTimeString(document.documentElement.lang, { timeStyle: "medium" });
}
