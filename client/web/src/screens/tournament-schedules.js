import { h, useEffect, useState } from "../../vendor/preact.js";
import { titleOf } from "../state/initial.js";
import { Fault } from "../ui/form.js";
import { moment } from "../ui/time.js";
import { t } from "../words.js";

/** @import { Page } from "../page.js" */
/** @import { TournamentSchedule } from "../../../javascript/types/v1.js" */

/** The player's schedules, each with a button that ends it. @param {{ page: Page, isMaking: boolean }} props they are read again after the form */
export function Schedules({ page: { state, session }, isMaking }) {
  const [list, setList] = useState(/** @type {readonly TournamentSchedule[]} */ ([]));
  const [fault, setFault] = useState(/** @type {unknown} */ (null));
  const isUp = state.connection.state === "open";
  /** @param {(requests: Awaited<ReturnType<typeof session.client.tournaments>>) => Promise<TournamentSchedule[]>} request */
  const ask = (request) => session.client.tournaments().then(request).then(setList, setFault);
  useEffect(() => {
    if (isUp && !isMaking) ask((requests) => requests.schedules());
  }, [isUp, isMaking]);
  if (list.length === 0 && fault === null) return null;
  return h("section", { class: "panel", "aria-labelledby": "schedules", "data-part": "schedules" }, [
    h("h2", { id: "schedules", key: "h" }, t("tournaments.schedules")),
    h(
      "ul",
      { class: "schedule-list", key: "list" },
      list.map(({ id, name, game, at, zone, next_at: next }) =>
        h("li", { class: "row", "data-schedule": id, key: id }, [
          h("span", { key: "words" }, [
            h("strong", { key: "name" }, h("bdi", null, name)),
            " ",
            h(
              "span",
              { class: "dim", key: "terms" },
              [
                titleOf(state, game),
                t("tournaments.each_week", { at, zone }),
                t("tournaments.next_at", { at: moment(next - state.ahead) }),
              ].join(" · "),
            ),
          ]),
          h(
            "button",
            { type: "button", key: "end", onClick: () => ask((requests) => requests.unschedule(id)) },
            t("tournaments.end_schedule"),
          ),
        ]),
      ),
    ),
    fault !== null && h(Fault, { error: fault, key: "fault" }),
  ]);
}
