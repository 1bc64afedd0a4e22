import { h, useLayoutEffect } from "../../vendor/preact.js";
import { look, stepInTime } from "../operations/matches.js";
import { Clock } from "../ui/clock.js";
import { Icon } from "../ui/icon.js";
import { t } from "../words.js";

/** @import { Page } from "../page.js" */
/** @import { MatchState } from "../state/initial.js" */
/** @import { Update } from "../../../javascript/types/v1.js" */

/**
 * The panel in the place of the choices while an earlier moment of a running match is shown: that moment, the present
 * state in short, and the way back.
 * @param {Page & { match: MatchState, seen: Update }} props
 */
export function Past({ match: { update, history }, seen, ...page }) {
  const { match, seat, waiting } = update;
  const at = history.indexOf(seen);
  const now = () => look(page, match, null);
  useLayoutEffect(() => {
    /** @param {KeyboardEvent} event */
    const pressed = ({ target, key }) => {
      if (key === "Escape" && !(target instanceof HTMLElement && target.closest("dialog"))) now();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, [match]);
  const waits = waiting.find((each) => each.seat === seat) ?? waiting[0];
  const stands = update.result !== null ? t("match.over") : update.choices.length > 0 ? t("page.your_move") : "";
  return h("section", { class: "prompt past", "aria-label": t("past.title") }, [
    h("p", { class: "prompt-text", role: "status", key: "text" }, [
      t("past.moment", { n: history.length - 1 - at }),
      " ",
      stands !== "" && h("strong", { key: "now" }, t("past.stands", { stands })),
    ]),
    h("div", { class: "prompt-buttons", key: "buttons" }, [
      waits && h(Clock, { until: waits.until, ahead: page.state.ahead, isMine: waits.seat === seat, key: "clock" }),
      ...[-1, 1].map((by) =>
        h(
          "button",
          {
            type: "button",
            key: by,
            "aria-label": t(by < 0 ? "replay.before" : "replay.after"),
            title: t(by < 0 ? "replay.before" : "replay.after"),
            disabled: at + by < 0,
            onClick: () => stepInTime(page, match, by),
          },
          h(Icon, { name: by < 0 ? "before" : "after" }),
        ),
      ),
      h("button", { type: "button", class: "main", "data-do": "now", onClick: now, key: "now" }, t("past.now")),
    ]),
  ]);
}
