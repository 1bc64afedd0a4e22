import { h } from "../../vendor/preact.js";
import { titleOf } from "../state/initial.js";
import { duration } from "../ui/clock.js";
import { day } from "../ui/time.js";
import { t } from "../words.js";
import { NotYet, Table, useAnswer } from "./loaded.js";

/** @import { Page } from "../page.js" */
/** @import { ModerationRequests } from "../connection/moderation.js" */

/** Matches and players by day, games, waits and returning players. @param {{ page: Page, requests: ModerationRequests }} props */
export function Figures({ page, requests }) {
  const { answer: figures, error } = useAnswer(() => requests.figures());
  if (figures === null) return h(NotYet, { error });
  const { days, games, waits, cohorts, is_whole: isWhole } = figures;
  const busiest = Math.max(1, ...days.map(({ matches }) => matches));
  const all = games.reduce((sum, { matches }) => sum + matches, 0);
  return h("div", { class: "stack" }, [
    h("p", { class: "dim", key: "note" }, [t("console.figures_note"), isWhole ? "" : ` ${t("console.not_whole")}`]),
    h(Table, {
      title: t("console.by_day"),
      heads: [t("console.day"), t("console.matches"), "", t("console.players"), t("console.newcomers")],
      rows: days.map((each) => [
        dateOf(each.day),
        String(each.matches),
        h("meter", { min: 0, max: busiest, value: each.matches, "aria-label": t("console.matches") }),
        String(each.players),
        String(each.newcomers),
      ]),
      key: "days",
    }),
    h(Table, {
      title: t("console.games"),
      heads: [t("console.game"), t("console.matches"), t("console.share")],
      rows: games.map(({ game, matches }) => [
        titleOf(page.state, game),
        String(matches),
        `${Math.round((100 * matches) / all)} %`,
      ]),
      key: "games",
    }),
    h(Table, {
      title: t("console.waits"),
      heads: [t("console.game"), t("console.tickets"), t("console.median"), t("console.longest")],
      rows: waits.map(({ game, tickets, median, longest }) => [
        titleOf(page.state, game),
        String(tickets),
        duration(median),
        duration(longest),
      ]),
      key: "waits",
    }),
    h(Table, {
      title: t("console.cohorts"),
      note: t("console.cohorts_note"),
      heads: [t("console.week"), t("console.players"), ...cohorts.map((_, later) => `+${later}`)],
      rows: cohorts.map(({ week, players, played }) => [
        dateOf(week),
        String(players),
        ...cohorts.map((_, later) => {
          const number = played[later];
          return number === undefined ? "" : players === 0 ? "–" : `${Math.round((100 * number) / players)} %`;
        }),
      ]),
      key: "cohorts",
    }),
  ]);
}

/** @param {string} date */
function dateOf(date) {
  return day(Date.parse(`${date}T12:00:00`));
}
