import { h } from "../../vendor/preact.js";
import { duration } from "../ui/clock.js";
import { moment } from "../ui/time.js";
import { t } from "../words.js";
import { isArena } from "./tournament-state.js";

/** @import { Page } from "../page.js" */
/** @import { Tournament } from "../../../javascript/types/v1.js" */

/**
 * The steps of a tournament, before its first round: what the player does, and what this page will show. The player's
 * own steps have a mark once they are done.
 * @param {{ page: Page, tournament: Tournament }} props
 */
export function Plan({ page: { state }, tournament }) {
  const { summary, check_in: checkIn, duration: lasts, entrants } = tournament;
  if (summary.stage !== "open") return null;
  const own = entrants.find(({ player, stage }) => player.id === state.me?.player.id && stage === "in");
  const starts = summary.starts_at ? summary.starts_at - state.ahead : null;
  /** @type {[string, boolean][]} each step, and whether it is done */
  const steps = [
    [starts === null ? t("tournaments.plan_enter") : t("tournaments.plan_enter_until", { at: moment(starts) }), !!own],
  ];
  if (checkIn) {
    const at = starts === null ? null : moment(starts - checkIn);
    const words = at === null ? t("tournaments.plan_check_in") : t("tournaments.plan_check_in_from", { at });
    steps.push([words, own?.checked_in === true]);
  }
  steps.push([t("tournaments.plan_match"), false]);
  const after = isArena(tournament)
    ? t("tournaments.plan_arena", { time: duration(lasts ?? 0) })
    : t("tournaments.plan_rounds", { n: summary.rounds });
  steps.push([after, false]);
  return h("section", { class: "panel", "aria-labelledby": "plan", "data-part": "plan" }, [
    h("h2", { id: "plan", key: "h" }, t("tournaments.plan")),
    h(
      "ol",
      { class: "plan", key: "steps" },
      steps.map(([words, isDone]) =>
        h("li", { class: isDone ? "is-done" : "", key: words }, [
          words,
          isDone && h("span", { class: "unseen", key: "done" }, ` (${t("tournaments.plan_done")})`),
        ]),
      ),
    ),
  ]);
}
